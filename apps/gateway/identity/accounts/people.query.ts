import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  folded,
  PEOPLE_LIMITS,
  type InputOf,
  type Me,
  type Named,
  type Person as Shown,
  type usersApi,
} from '@dosar/contracts';
import { rowIn, type RowText, type WhereIn } from '@dosar/kernel/runtime';
import { firms } from '@dosar/domain/identity/firms.projector';
import { users, type UserRow } from '@dosar/domain/identity/users.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Json } from '../../platform/http/json';
import { knownPeople } from '../../platform/access/known-people';
import { Presence } from '../../platform/sockets/presence';
import { notFound } from '../../platform/http/problem';
import { Reads } from '../../platform/reads/reads';
import { variantOf, ViewRows } from '../../platform/reads/rows';
import { UserPresenter } from './user-presenter';

export class ListUsers extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof usersApi.list>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

const SORTED_BY = {
  name: 'sort_name',
  email: 'email',
  role: 'role',
  status: 'status',
  createdAt: 'created',
  updatedAt: 'updated',
} as const;

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(
    private readonly rows: ViewRows,
    private readonly presented: UserPresenter,
  ) {}

  execute({ query, call }: ListUsers): Promise<Json> {
    const { q, role, status, firm_id, client_id, invited, sort, order } = query;
    const where: WhereIn<typeof users> = {
      listed: 1,
      ...(role && { role }),
      ...(status && { status }),
      ...(firm_id && { firm_id }),
      ...(client_id && { client_id }),
      ...(invited !== undefined && { invited: invited ? 1 : 0 }),
      ...(q && { searched: { contains: folded(q) } }),
    };
    const find = { where, order: [[SORTED_BY[sort], order]] as const };
    return this.rows.part(call, { view: users, audience: 'installation' }, () =>
      this.rows.page(users, 'users', find, { ...query, show: this.presented.asJson }),
    );
  }
}

export class GetUser extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(
    private readonly rows: ViewRows,
    private readonly presented: UserPresenter,
  ) {}

  async execute({ id, call }: GetUser): Promise<Json> {
    return this.rows.one(call, users, await this.rows.must(users, id), { name: 'user', show: this.presented.asJson });
  }
}

const named = ({ id, name }: Named): Named => ({ id, name });

/** Who is signed in, and what this installation offers them. */
export class GetMe extends Query<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@QueryHandler(GetMe)
export class GetMeHandler implements IQueryHandler<GetMe> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly presented: UserPresenter,
  ) {}

  async execute({ call }: GetMe): Promise<Json> {
    const { config, access, ports } = this.installation;
    const row = await this.rows.must(users, call.caller.id);
    const firmId = call.caller.firmId ?? access.tenantOf({ userId: call.caller.id }).firmId ?? '';
    const firm = await this.rows.get(firms, firmId);
    // one that was deleted, or is no longer the caller's to see, would only lead to nothing
    const pinned = access.visibleTo(call.caller, rowIn(row.json).pinned_clients);
    const offered = {
      firm: firm && named(rowIn(firm.json)),
      features: [...config.features],
      settings: access.settings(),
      company_lookup: ports.companies !== null,
      pinned_clients: pinned,
    };
    const shown = (json: string): string => JSON.stringify({ ...this.presented.user(json), ...offered } satisfies Me);
    return this.rows.one(call, users, row, { name: 'user', show: shown, dependsOn: JSON.stringify(offered) });
  }
}

/** The users of the clients that an accountant is assigned to: all of them for administrators, the own for accountants. */
export class ListUsersOfAccountant extends Query<Json> {
  constructor(
    readonly accountantId: string,
    readonly query: InputOf<typeof usersApi.ofAccountant>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListUsersOfAccountant)
export class ListUsersOfAccountantHandler implements IQueryHandler<ListUsersOfAccountant> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly presented: UserPresenter,
  ) {}

  async execute({ accountantId, query, call }: ListUsersOfAccountant): Promise<Json> {
    const { access } = this.installation;
    const isForeign = access.scope(call.caller).firmId !== null && call.caller.id !== accountantId;
    if (isForeign || access.user(accountantId)?.role !== 'accountant') throw notFound();
    const clientIds = access.assignments(accountantId);
    const find = { where: { listed: 1, client_id: { in: clientIds } }, order: [['sort_name', 'asc']] } as const;
    const show = this.presented.asJson;
    const produce = () => this.rows.listed(users, 'users', find, { ...query, most: PEOPLE_LIMITS.listed, show });
    const dependsOn = [clientIds.join(), variantOf(query)].join(' ');
    return this.rows.part(call, { view: users, audience: 'installation' }, produce, dependsOn);
  }
}

/** Those whom the caller may assign or talk to, by name. */
export class ListPeople extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof usersApi.people>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListPeople)
export class ListPeopleHandler implements IQueryHandler<ListPeople> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly presence: Presence,
    private readonly reads: Reads,
  ) {}

  async execute({ query, call }: ListPeople): Promise<Json> {
    const { client_id, q } = query;
    if (client_id !== undefined && !this.reads.of(call).client(client_id)) throw notFound();
    const ids = knownPeople(this.installation.access, call.caller, client_id ?? null);
    const shown = (json: RowText<UserRow>): Shown => {
      const { id, name, role } = rowIn(json);
      return { id, name, role, presence: this.presence.of(id) };
    };
    const where: WhereIn<typeof users> = { listed: 1, id: { in: ids } };
    const rows = await this.rows.find(users, { where, order: [['sort_name', 'asc']] });
    // by what is shown alone: an e-mail could be guessed letter by letter
    const isMeant = ({ name }: Shown) => q === undefined || folded(name ?? '').includes(folded(q));
    const found = rows.map(({ json }) => shown(json)).filter(isMeant);
    return this.rows.said(call, users, { people: found.slice(0, PEOPLE_LIMITS.known) });
  }
}
