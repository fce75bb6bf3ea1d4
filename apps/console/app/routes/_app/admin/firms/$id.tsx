import { createFileRoute } from '@tanstack/react-router';
import { AuditorsSection } from '../../../../../features/auditors/auditors.section';
import { FirmScreen } from '../../../../../features/companies/firms/firm.screen';

const One = () => {
  const { id } = Route.useParams();
  const { user } = Route.useRouteContext();
  return <FirmScreen key={id} id={id} user={user} auditors={<AuditorsSection firmId={id} />} />;
};

export const Route = createFileRoute('/_app/admin/firms/$id')({ component: One });
