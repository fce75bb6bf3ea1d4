import { createFileRoute } from '@tanstack/react-router';
import { ClientsSearch } from '../../../../../features/companies/companies.search';
import { ClientsScreen } from '../../../../../features/companies/clients/clients.screen';

const List = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <ClientsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
};

export const Route = createFileRoute('/_app/admin/clients/')({ validateSearch: ClientsSearch, component: List });
