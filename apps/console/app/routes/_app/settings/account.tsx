import { createFileRoute } from '@tanstack/react-router';
import { Account } from '../../../../features/account/account';
import { Own } from '../../../../features/account/own';

export const Route = createFileRoute('/_app/settings/account')({
  component: () => <Own>{(user) => <Account user={user} />}</Own>,
});
