import { createFileRoute } from '@tanstack/react-router';
import { FirmsSearch } from '../../../../features/identity/lists/list.search';
import { FirmsScreen } from '../../../../features/identity/firms/firms.screen';

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <FirmsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
};

export const Route = createFileRoute('/_app/admin/firms/')({ validateSearch: FirmsSearch, component: List });
