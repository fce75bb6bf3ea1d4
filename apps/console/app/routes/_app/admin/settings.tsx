import { createFileRoute } from '@tanstack/react-router';
import { PortalSettingsScreen } from '../../../../features/portal/portal-settings.screen';

export const Route = createFileRoute('/_app/admin/settings')({ component: PortalSettingsScreen });
