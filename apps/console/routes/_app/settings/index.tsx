import { createFileRoute } from '@tanstack/react-router';
import { Profile } from '../../../features/identity/account/profile';
import { Own } from '../../../features/identity/account/own';

export const Route = createFileRoute('/_app/settings/')({
  component: () => <Own>{(user) => <Profile user={user} />}</Own>,
});
