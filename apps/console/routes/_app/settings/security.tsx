import { createFileRoute } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Security } from '../../../features/identity/account/security';
import { me } from '../../../features/identity/identity.queries';

const Section = () => {
  const { user } = Route.useRouteContext();
  const { data } = useQuery(me());
  return <Security user={data?.user ?? user} />;
};

export const Route = createFileRoute('/_app/settings/security')({ component: Section });
