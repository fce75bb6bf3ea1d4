import { Inject, Injectable } from '@nestjs/common';
import type { CountIn, FindIn, Position, Row, RowIn, ViewSpec, WhereIn } from '@dosar/kernel/runtime';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import type { Call } from '../access/call';
import { clientRight, conversationRight } from '../access/rights';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { foreign, notFound } from '../http/problem';
import { ViewRows } from './rows';

/**
 * What a caller may see, now or as it was at a position of the log. Whoever is handed something here stands on the right to see it: their call notes it by
 * this reading, and it is looked at again before each of its commands is decided.
 */
export class CallerReads {
  constructor(
    private readonly access: Installation['access'],
    private readonly rows: ViewRows,
    readonly call: Call,
    readonly at?: Position,
  ) {}

  get<V extends ViewSpec>(view: V, id: string): Promise<Row<RowIn<V>> | null> {
    return this.rows.get(view, id, this.at);
  }
  /** @throws Problem NOT_FOUND; Unavailable when the view does not have everything */
  must<V extends ViewSpec>(view: V, id: string): Promise<Row<RowIn<V>>> {
    return this.rows.must(view, id, this.at);
  }
  find<V extends ViewSpec, W extends WhereIn<V>>(view: V, find: FindIn<V, W>): Promise<readonly Row<RowIn<V>>[]> {
    return this.rows.find<V, W>(view, find, this.at);
  }
  count<V extends ViewSpec, W extends WhereIn<V>>(view: V, find: CountIn<V, W>, most?: number): Promise<number> {
    return this.rows.count<V, W>(view, find, most, this.at);
  }

  /** null for a foreign client and an unknown one alike. */
  client(id: string | null): AccessOf<'client'> | null {
    const { work, caller } = this.call;
    return id === null ? null : work.see(caller, clientRight(this.access, id));
  }

  /** @throws Problem NOT_FOUND */
  mustClient(id: string): AccessOf<'client'> {
    const found = this.client(id);
    if (!found) throw this.access.client(id) ? foreign('client', id, id) : notFound();
    return found;
  }

  /** @throws Problem NOT_FOUND, about the thing of that client by which it is asked for */
  mustClientOf(clientId: string, kind: string, id: string): AccessOf<'client'> {
    const found = this.client(clientId);
    if (!found) throw foreign(kind, id, clientId);
    return found;
  }

  /** @throws Problem NOT_FOUND, about the thing of that conversation by which it is asked for */
  mustConversation(conversationId: string, kind: string, id: string): AccessOf<'conversation'> {
    const { work, caller } = this.call;
    const found = work.see(caller, conversationRight(this.access, conversationId));
    if (found) return found;
    const there = this.access.conversation(conversationId);
    if (!there || (there.clientId !== null && !this.access.client(there.clientId))) throw notFound();
    throw foreign(kind, id, there.clientId);
  }
}

/** What is read for whoever calls. */
@Injectable()
export class Reads {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Pick<Installation, 'access'>,
    private readonly rows: ViewRows,
  ) {}

  /** @param at as it was then; now, when it is not said */
  of(call: Call, at?: Position): CallerReads {
    return new CallerReads(this.installation.access, this.rows, call, at);
  }
}
