import { createFileRoute } from '@tanstack/react-router';
import { SearchScreen } from '../../../features/search/search.screen';
import { SearchAddress } from '../../../features/search/search.search';
import { searchedBy } from '../../../features/search/searched';
import { mustBeThere } from '../../../platform/guards';

const Search = () => {
  const { user } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SearchScreen user={user} search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
  );
};

export const Route = createFileRoute('/_app/search')({
  validateSearch: SearchAddress,
  beforeLoad: ({ context: { user } }) => mustBeThere(searchedBy(user).length > 0),
  component: Search,
});
