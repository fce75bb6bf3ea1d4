import { createFileRoute } from '@tanstack/react-router';
import { AppointScreen } from '../../../../../features/auditors/appoint.screen';

export const Route = createFileRoute('/_app/admin/auditors/appoint')({ component: AppointScreen });
