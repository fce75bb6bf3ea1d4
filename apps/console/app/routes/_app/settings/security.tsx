import { createFileRoute } from '@tanstack/react-router';
import { Security } from '../../../../features/account/security';
import { Own } from '../../../../features/account/own';

export const Route = createFileRoute('/_app/settings/security')({
  component: () => <Own>{(user) => <Security user={user} />}</Own>,
});
