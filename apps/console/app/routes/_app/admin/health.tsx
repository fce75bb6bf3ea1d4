import { createFileRoute } from '@tanstack/react-router';
import { HealthPageScreen } from '../../../../features/portal/health-page.screen';

export const Route = createFileRoute('/_app/admin/health')({ component: HealthPageScreen });
