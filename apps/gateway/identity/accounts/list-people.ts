import { hasSought, PEOPLE_LIMITS, soughtKey, usersApi, type Person as Shown } from '@dosar/contracts';
import { users, type UserRow } from '@dosar/domain/identity/users.projector';
import { rowIn, type WhereIn } from '@dosar/kernel/runtime';
import type { Caller } from '../../platform/access/call';
import { knownPeople } from './known-people';
import type { Installation } from '../../platform/hosting/installation';
import { notFound } from '../../platform/http/problem';
import { variantOf, type ViewRows } from '../../platform/reads/rows';
import { Presence } from '../../platform/sockets/presence';
import { useCase } from '../../platform/use-cases/use-case';
import { UserPresenter } from './user-presenter';

const SORTED_BY = {
  name: 'sort_name',
  email: 'email',
  role: 'role',
  status: 'status',
  createdAt: 'created',
  updatedAt: 'updated',
} as const;

export const listUsers = useCase(usersApi.list, ({ query }, { call, rows, use }) => {
  const { q, role, status, firm_id, client_id, invited, sort, order } = query;
  const where: WhereIn<typeof users> = {
    listed: 1,
    ...(role && { role }),
    ...(status && { status }),
    ...(firm_id && { firm_id }),
    ...(client_id && { client_id }),
    ...(invited !== undefined && { invited: invited ? 1 : 0 }),
    ...(q && { searched: { contains: soughtKey(q) } }),
  };
  const find = { where, order: [[SORTED_BY[sort], order]] as const };
  return rows.part(call, { view: users, audience: 'installation' }, () =>
    rows.page(users, 'users', find, { ...query, show: use(UserPresenter).asJson }),
  );
});

export const getUser = useCase(usersApi.get, async ({ params: { id } }, { call, rows, use }) =>
  rows.one(call, users, await rows.must(users, id), { name: 'user', show: use(UserPresenter).asJson }),
);

/** The users of the clients an accountant is assigned to: all of them for administrators, their own for accountants. */
export const listUsersOfAccountant = useCase(
  usersApi.ofAccountant,
  async ({ params, query }, { call, installation, rows, use }) => {
    const clientIds = assignedTo(installation, call.caller, params.id);
    const find = { where: { listed: 1, client_id: { in: clientIds } }, order: [['sort_name', 'asc']] } as const;
    const show = use(UserPresenter).asJson;
    const produce = () => rows.listed(users, 'users', find, { ...query, most: PEOPLE_LIMITS.listed, show });
    const dependsOn = [clientIds.join(), variantOf(query)].join(' ');
    return rows.part(call, { view: users, audience: 'installation' }, produce, dependsOn);
  },
);

/** The clients of an accountant whom the caller may know. @throws Problem NOT_FOUND */
const assignedTo = ({ access }: Installation, caller: Caller, accountantId: string): readonly string[] => {
  const isForeign = access.scope(caller).firmId !== null && caller.id !== accountantId;
  if (isForeign || access.user(accountantId)?.role !== 'accountant') throw notFound();
  return access.assignments(accountantId);
};

/** The people the caller may assign or write to, by name. */
export const listPeople = useCase(usersApi.people, async ({ query }, { call, installation, reads, rows, use }) => {
  const { client_id, q } = query;
  if (client_id !== undefined) reads.mustClient(client_id);
  const ids = knownPeople(installation.access, call.caller, client_id ?? null);
  const people = (await namedPeople(rows, ids, q)).slice(0, PEOPLE_LIMITS.known);
  const shown = people.map(({ id, name, role }): Shown => ({ id, name, role, presence: use(Presence).of(id) }));
  return rows.said(call, users, { people: shown });
});

const namedPeople = async (rows: ViewRows, ids: readonly string[], q: string | undefined): Promise<UserRow[]> => {
  const where: WhereIn<typeof users> = { listed: 1, id: { in: ids } };
  const found = await rows.find(users, { where, order: [['sort_name', 'asc']] });
  // only shown fields are searched: a hidden e-mail could be guessed letter by letter
  const isMeant = ({ name }: UserRow) => q === undefined || hasSought(name ?? '', q);
  return found.map(({ json }) => rowIn(json)).filter(isMeant);
};
