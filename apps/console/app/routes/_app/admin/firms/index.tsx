import { createFileRoute } from '@tanstack/react-router';
import { FirmsSearch } from '../../../../../features/companies/companies.search';
import { FirmsScreen } from '../../../../../features/companies/firms/firms.screen';

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <FirmsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
};

export const Route = createFileRoute('/_app/admin/firms/')({ validateSearch: FirmsSearch, component: List });
