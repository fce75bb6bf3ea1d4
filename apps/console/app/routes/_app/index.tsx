import { lazy, Suspense } from 'react';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { assignedOnly } from '../../../features/dashboard/dashboard.queries';
import { DashboardScreen } from '../../../features/dashboard/dashboard.screen';
import type { ShownRows } from '../../../features/dashboard/shown-rows';
import { DocumentRows } from '../../../features/files/documents/document-rows';
import { offers } from '../../../platform/guards';

/** What shows conversations is loaded only where there are some. */
const ConversationRow = lazy(() =>
  import('../../../features/chat/conversations/conversation-list').then(({ Row }) => ({ default: Row })),
);

const Home = () => {
  const { user } = Route.useRouteContext();
  const { assigned_only } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onAssignedOnly = (isWanted: boolean) => void navigate({ search: assignedOnly(isWanted), replace: true });
  const rows: ShownRows = {
    documents: (shown) => <DocumentRows {...shown} isShort />,
    conversation: (talk) => (
      <Suspense>
        <ConversationRow talk={talk} myId={user.id} isCurrent={false} />
      </Suspense>
    ),
  };
  return <DashboardScreen {...{ user, rows, onAssignedOnly }} isAssignedOnly={assigned_only === 'true'} />;
};

export const Route = createFileRoute('/_app/')({
  validateSearch: z.object({ assigned_only: z.string().optional() }),
  beforeLoad: ({ context: { user } }) => {
    if (user.role === 'user' && offers(user, 'file_manager'))
      throw redirect({ to: '/files', search: { navigateToMonth: 'true' }, replace: true });
  },
  component: Home,
});
