import { createFileRoute } from '@tanstack/react-router';
import { UsersSearch } from '../../../../../features/users/users.search';
import { UsersScreen } from '../../../../../features/users/users.screen';

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <UsersScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
};

export const Route = createFileRoute('/_app/admin/users/')({ validateSearch: UsersSearch, component: List });
