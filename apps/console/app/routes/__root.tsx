import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { ToastList } from '../../ui/toast-list';

export const Route = createRootRouteWithContext<{ cameFrom: () => string }>()({
  component: () => (
    <>
      <Outlet />
      <ToastList />
    </>
  ),
});
