import { createFileRoute } from '@tanstack/react-router';
import { ClientScreen } from '../../../../../features/companies/clients/client.screen';

const One = () => {
  const { id } = Route.useParams();
  return <ClientScreen key={id} id={id} user={Route.useRouteContext().user} isAdministration />;
};

export const Route = createFileRoute('/_app/admin/clients/$id')({ component: One });
