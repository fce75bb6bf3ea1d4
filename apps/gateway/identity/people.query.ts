import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { folded, type InputOf, type usersApi, type User } from '@dosar/contracts';
import { users } from '@dosar/domain/identity/users.projector';
import type { Where } from '@dosar/kernel';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import type { Json } from '../platform/json';
import { Rows } from '../platform/rows';
import { Presence } from './presence';

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
    private readonly rows: Rows,
    private readonly presence: Presence,
  ) {}

  execute({ query, call }: ListUsers): Promise<Json> {
    const { q, role, status, firm_id, client_id, sort, order } = query;
    const where: Where = {
      listed: 1,
      ...(role && { role }),
      ...(status && { status }),
      ...(firm_id && { firm_id }),
      ...(client_id && { client_id }),
      ...(q && { searched: { contains: folded(q) } }),
    };
    return this.rows.part(call, users, 'installation', () =>
      this.rows.page(users, 'users', where, [[SORTED_BY[sort], order]], query, this.presence.shown),
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
    private readonly rows: Rows,
    private readonly presence: Presence,
  ) {}

  async execute({ id, call }: GetUser): Promise<Json> {
    return this.rows.one(call, users, 'user', await this.rows.must(users, id), this.presence.shown);
  }
}

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
    private readonly rows: Rows,
    private readonly presence: Presence,
  ) {}

  async execute({ call }: GetMe): Promise<Json> {
    const { features } = this.installation.config;
    const me = (json: string) => JSON.stringify({ ...(JSON.parse(this.presence.shown(json)) as User), features });
    return this.rows.one(call, users, 'user', await this.rows.must(users, call.caller.id), me);
  }
}
