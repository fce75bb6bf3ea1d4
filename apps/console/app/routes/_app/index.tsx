import { lazy, Suspense } from 'react';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import type { Me } from '@dosar/contracts';
import { assignedOnly } from '../../../features/dashboard/dashboard.queries';
import { DashboardScreen } from '../../../features/dashboard/dashboard.screen';
import type { ShownRows } from '../../../features/dashboard/shown-rows';
import { DocumentRows } from '../../../features/files/documents/document-rows';
import { offers } from '../../../platform/guards';

/** What shows conversations is loaded only where there are some. */
const ConversationRow = lazy(() =>
  import('../../../features/chat/conversations/conversation-list').then(({ Row }) => ({ default: Row })),
);

/** Only auditors have this one. */
const AuditorHome = lazy(() =>
  import('../../../features/auditors/auditor-home.screen').then((module) => ({ default: module.AuditorHomeScreen })),
);
/** Who audits the firm is loaded beside the rest. */
const FirmsAuditors = lazy(() =>
  import('../../../features/auditors/auditors.card').then((module) => ({ default: module.AuditorsCard })),
);

const Home = () => {
  const { user } = Route.useRouteContext();
  return user.role === 'auditor' ? (
    <Suspense>
      <AuditorHome user={user} />
    </Suspense>
  ) : (
    <Dashboard user={user} />
  );
};

const Dashboard = ({ user }: { readonly user: Me }) => {
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
  const auditors = user.role === 'accountant' && user.firm_id !== null && (
    <Suspense>
      <FirmsAuditors firmId={user.firm_id} />
    </Suspense>
  );
  return <DashboardScreen {...{ user, rows, auditors, onAssignedOnly }} isAssignedOnly={assigned_only === 'true'} />;
};

export const Route = createFileRoute('/_app/')({
  validateSearch: z.object({ assigned_only: z.string().optional() }),
  beforeLoad: ({ context: { user } }) => {
    if (user.role === 'user' && offers(user, 'file_manager'))
      throw redirect({ to: '/files', search: { navigateToMonth: 'true' }, replace: true });
  },
  component: Home,
});
