import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SettingsScreen } from '../../../features/account/settings.screen';

const Settings = () => (
  <SettingsScreen>
    <Outlet />
  </SettingsScreen>
);

export const Route = createFileRoute('/_app/settings')({ component: Settings });
