import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { DashboardScreen } from '../../../features/dashboard/dashboard.screen';
import { offers } from '../../../platform/guards';

const Home = () => {
  const { user } = Route.useRouteContext();
  const { assigned_only } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onAssignedOnly = (isWanted: boolean) =>
    void navigate({ search: isWanted ? { assigned_only: 'true' } : {}, replace: true });
  return <DashboardScreen user={user} isAssignedOnly={assigned_only === 'true'} onAssignedOnly={onAssignedOnly} />;
};

export const Route = createFileRoute('/_app/')({
  validateSearch: z.object({ assigned_only: z.string().optional() }),
  beforeLoad: ({ context: { user } }) => {
    if (user.role === 'user' && offers(user, 'file_manager'))
      throw redirect({ to: '/files', search: { navigateToMonth: 'true' }, replace: true });
  },
  component: Home,
});
