import { createFileRoute, redirect } from '@tanstack/react-router';
import { HealthScreen } from '../../features/sign-in/health/health.screen';
import { session } from '../../platform/api';
import { preferences } from '../../platform/preferences';
import { speakAlso } from '../i18n';

export const Route = createFileRoute('/health')({
  beforeLoad: async () => {
    if (!(await session.isOpen())) throw redirect({ to: '/login', search: { redirect: '/health' } });
    await speakAlso('signedIn', preferences.get().language);
  },
  component: HealthScreen,
});
