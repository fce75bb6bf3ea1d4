import { createFileRoute } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Account } from '../../../features/identity/account/account';
import { me } from '../../../features/identity/identity.queries';

const Section = () => {
  const { user } = Route.useRouteContext();
  const { data } = useQuery(me());
  return <Account user={data?.user ?? user} />;
};

export const Route = createFileRoute('/_app/settings/account')({ component: Section });
