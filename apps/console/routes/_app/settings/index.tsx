import { createFileRoute } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Profile } from '../../../features/identity/account/profile';
import { me } from '../../../features/identity/identity.queries';

const Section = () => {
  const { user } = Route.useRouteContext();
  const { data } = useQuery(me());
  return <Profile user={data?.user ?? user} />;
};

export const Route = createFileRoute('/_app/settings/')({ component: Section });
