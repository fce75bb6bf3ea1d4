import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '../../../features/notifications/notifications.screen';
import { mustOffer } from '../../../platform/guards';
import { ListSearch } from '../../../ui/table/list.search';

const Notifications = () => {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <NotificationsScreen page={page} onPage={(next) => void navigate({ search: { page: next } })} />;
};

export const Route = createFileRoute('/_app/notifications')({
  validateSearch: ListSearch.pick({ page: true }),
  beforeLoad: ({ context: { user } }) => mustOffer('notifications', user),
  component: Notifications,
});
