import { createFileRoute } from '@tanstack/react-router';
import { FirmScreen } from '../../../../../features/companies/firms/firm.screen';

const One = () => {
  const { id } = Route.useParams();
  return <FirmScreen key={id} id={id} user={Route.useRouteContext().user} />;
};

export const Route = createFileRoute('/_app/admin/firms/$id')({ component: One });
