import { createFileRoute, redirect } from '@tanstack/react-router';
import { HealthScreen } from '../../features/sign-in/health.screen';
import { session } from '../../platform/api';

export const Route = createFileRoute('/health')({
  beforeLoad: async () => {
    if (!(await session.isOpen())) throw redirect({ to: '/login', search: { redirect: '/health' } });
  },
  component: HealthScreen,
});
