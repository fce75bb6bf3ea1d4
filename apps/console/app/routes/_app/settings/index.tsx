import { createFileRoute } from '@tanstack/react-router';
import { Profile } from '../../../../features/account/profile';
import { Own } from '../../../../features/account/own';

export const Route = createFileRoute('/_app/settings/')({
  component: () => <Own>{(user) => <Profile user={user} />}</Own>,
});
