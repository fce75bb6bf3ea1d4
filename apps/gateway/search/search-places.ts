import { Inject, Injectable } from '@nestjs/common';
import { sortKey } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call, Caller } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { Reads } from '../platform/reads/reads';
import { ViewRows } from '../platform/reads/rows';
import { Searches } from './searches';

/** Limit of clients with a matching name. */
const MOST_NAMED = 200;

/** Resolves names, and restricts queries to what the caller may find. */
@Injectable()
export class SearchPlaces {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly searches: Searches,
    private readonly reads: Reads,
  ) {}

  /** The scopes of the caller; restricted to these clients, if given. */
  async scopes(call: Call, clientId: string | undefined, named: readonly string[]): Promise<readonly string[]> {
    const { access } = this.installation;
    const { caller } = call;
    const ids = await this.clientsNamed(call, clientId, named);
    const places = ids === null ? this.places(caller) : ids.map((id) => `client:${id}`);
    // for conversations other than the clients' own, those of the caller
    const talks = access
      .talks(caller)
      .filter((talk) => talk.isDirect && (ids === null || ids.includes(talk.clientId!)));
    return [...places, ...talks.map(({ id }) => `conversation:${id}`)];
  }

  private places(caller: Caller): readonly string[] {
    const { access } = this.installation;
    const { firmId, clientIds } = access.scope(caller);
    if (clientIds === null) return [firmId === null ? 'all' : `firm:${firmId}`];
    return access.visibleTo(caller, clientIds).map((id) => `client:${id}`);
  }

  /** The matching clients among those the caller sees; null when none is given. */
  private async clientsNamed(call: Call, clientId: string | undefined, named: readonly string[]) {
    if (clientId === undefined && named.length === 0) return null;
    if (clientId !== undefined && !this.reads.of(call).client(clientId)) return [];
    let found = clientId === undefined ? null : [clientId];
    for (const name of named) {
      const called = await this.clientsCalled(call.caller, name);
      found = found === null ? called : found.filter((id) => called.includes(id));
    }
    return found;
  }

  private async clientsCalled(caller: Caller, text: string): Promise<string[]> {
    const { hits } = await this.searches.find(caller, {
      text,
      scopes: this.places(caller),
      kinds: [{ kind: 'client' }],
      deleted: 'without',
      where: {},
      sort: 'relevance',
      order: 'desc',
      skip: 0,
      limit: MOST_NAMED,
    });
    return hits.map(({ id }) => id);
  }

  /** All users with that name, whatever their firm: the documents' scopes decide, and people change firms. */
  async authors([name, ...others]: readonly [string, ...string[]]): Promise<string[]> {
    const where = { sort_name: { contains: sortKey(name) } };
    const rows = await this.rows.find(users, { where });
    return rows.flatMap(({ id, json }) => {
      const key = sortKey(rowIn(json).name ?? '');
      return others.every((other) => key.includes(sortKey(other))) ? [id] : [];
    });
  }
}
