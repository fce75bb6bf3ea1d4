import { z } from 'zod';
import { Id, Role, UserSort, UserStatus } from '@dosar/contracts';
import { ListSearch, maybe } from '../../ui/table/list.search';

export const UsersSearch = ListSearch.extend({
  role: maybe(Role),
  status: maybe(UserStatus),
  firm_id: maybe(Id),
  client_id: maybe(Id),
  invited: maybe(z.literal('true')),
  sort: maybe(UserSort),
});
export type UsersSearch = z.infer<typeof UsersSearch>;
