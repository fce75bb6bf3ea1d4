import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { folded, type Client, type clientsApi, type firmsApi, type InputOf } from '@dosar/contracts';
import { rowIn, type RowText, type WhereIn } from '@dosar/kernel/runtime';
import { clients } from '@dosar/domain/identity/clients.projector';
import { firms } from '@dosar/domain/identity/firms.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Json } from '../../platform/http/json';
import { notFound } from '../../platform/http/problem';
import { Reads } from '../../platform/reads/reads';
import { ViewRows } from '../../platform/reads/rows';
import { Assignments, type Assigned } from './assignments';

const FIRMS_BY = { name: 'sort_name', cui: 'cui', createdAt: 'created', updatedAt: 'updated' } as const;
const CLIENTS_BY = { societate: 'sort_name', cui: 'cui', createdAt: 'created', updatedAt: 'updated' } as const;

export class ListFirms extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof firmsApi.list>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListFirms)
export class ListFirmsHandler implements IQueryHandler<ListFirms> {
  constructor(private readonly rows: ViewRows) {}

  execute({ query, call }: ListFirms): Promise<Json> {
    const where: WhereIn<typeof firms> = query.q ? { searched: { contains: folded(query.q) } } : {};
    const find = { where, order: [[FIRMS_BY[query.sort], query.order]] as const };
    return this.rows.part(call, { view: firms, audience: 'installation' }, () =>
      this.rows.page(firms, 'firms', find, query),
    );
  }
}

export class GetFirm extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetFirm)
export class GetFirmHandler implements IQueryHandler<GetFirm> {
  constructor(private readonly rows: ViewRows) {}

  async execute({ id, call }: GetFirm): Promise<Json> {
    return this.rows.one(call, firms, await this.rows.must(firms, id), { name: 'firm' });
  }
}

export class ListClients extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof clientsApi.list>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListClients)
export class ListClientsHandler implements IQueryHandler<ListClients> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  execute({ query, call }: ListClients): Promise<Json> {
    const scope = this.installation.access.scope(call.caller);
    const { firmId, clientIds } = scope;
    const within = firmId ?? query.firm_id;
    const ids = query.accountant_id === undefined ? clientIds : this.assignedTo(query.accountant_id, clientIds);
    const where: WhereIn<typeof clients> = {
      firm_id: within ?? { not: null },
      ...(ids && { id: { in: ids } }),
      ...(query.q && { searched: { contains: folded(query.q) } }),
    };
    // a firm that is not the caller's has no clients that they could see
    const none = firmId !== null && query.firm_id !== undefined && query.firm_id !== firmId;
    const order = [[CLIENTS_BY[query.sort], query.order]] as const;
    const find = { where: none ? { id: { in: [] } } : where, order };
    const produce = () => this.rows.page(clients, 'clients', find, query);
    return this.rows.part(call, { view: clients, audience: 'installation' }, produce, JSON.stringify(scope));
  }

  /** The clients that an accountant is assigned to, of those that the caller may see. */
  private assignedTo(accountantId: string, seen: readonly string[] | null): string[] {
    return this.installation.access.assignments(accountantId).filter((id) => seen?.includes(id) ?? true);
  }
}

export class GetClient extends Query<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetClient)
export class GetClientHandler implements IQueryHandler<GetClient> {
  constructor(
    private readonly reads: Reads,
    private readonly rows: ViewRows,
  ) {}

  async execute({ id, call }: GetClient): Promise<Json> {
    if (!this.reads.of(call).client(id)) throw notFound();
    return this.rows.one(call, clients, await this.rows.must(clients, id), { name: 'client' });
  }
}

/** The accountants of a client, each with when they were assigned. */
export class ListAccountants extends Query<Json> {
  constructor(
    readonly of: Assigned,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListAccountants)
export class ListAccountantsHandler implements IQueryHandler<ListAccountants> {
  constructor(
    private readonly assignments: Assignments,
    private readonly rows: ViewRows,
  ) {}

  async execute({ of, call }: ListAccountants): Promise<Json> {
    const { id } = this.assignments.must(call, of);
    const accountants = (json: RowText<Client>) => JSON.stringify(rowIn(json).accountants);
    return this.rows.one(call, clients, await this.rows.must(clients, id), { name: 'accountants', show: accountants });
  }
}
