import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SettingsScreen } from '../../../features/account/settings.screen';
import { offers } from '../../../platform/guards';

const Settings = () => (
  <SettingsScreen isNotified={offers(Route.useRouteContext().user, 'notifications')}>
    <Outlet />
  </SettingsScreen>
);

export const Route = createFileRoute('/_app/settings')({ component: Settings });
