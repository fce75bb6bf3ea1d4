import { createFileRoute } from '@tanstack/react-router';
import { Security } from '../../../features/identity/account/security';
import { Own } from '../../../features/identity/account/own';

export const Route = createFileRoute('/_app/settings/security')({
  component: () => <Own>{(user) => <Security user={user} />}</Own>,
});
