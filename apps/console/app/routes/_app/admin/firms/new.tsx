import { createFileRoute } from '@tanstack/react-router';
import { FirmNewScreen } from '../../../../../features/companies/firms/firm-new.screen';

const New = () => <FirmNewScreen user={Route.useRouteContext().user} />;

export const Route = createFileRoute('/_app/admin/firms/new')({ component: New });
