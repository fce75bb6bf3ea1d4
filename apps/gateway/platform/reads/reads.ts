import { Inject, Injectable } from '@nestjs/common';
import type { CountIn, FindIn, Row, RowIn, ViewSpec, WhereIn } from '@dosar/kernel/runtime';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import type { Account, Call } from '../access/call';
import type { KnownRights } from '../access/known-rights';
import { clientRight, conversationRight } from '../access/rights';
import type { Right } from '../access/unit-of-work';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { foreign, notFound, type Problem } from '../http/problem';
import type { Look } from '../past/look';
import { PastRows } from '../past/past-rows';
import { ViewRows } from './rows';

/**
 * What a caller may see, now or as it was at a position of the log. Whoever is handed something here stands on the right to see it: their call notes it by
 * this reading, and it is looked at again before each of its commands is decided.
 */
export class CallerReads {
  private readonly rows: ViewRows;

  /** @param now the rows as they are */
  constructor(
    private readonly installation: Installation,
    readonly now: ViewRows,
    readonly call: Call,
    readonly look: Look | null,
  ) {
    this.rows = look ? new PastRows(installation, look.instant) : now;
  }

  /** The rows as they were before an auditor's period; null: there was nothing. */
  get before(): ViewRows | null {
    const { look, installation } = this;
    return look?.before ? new PastRows(installation, look.before) : null;
  }

  /** Whose rights count. */
  get person(): Account {
    return this.look?.person ?? this.call.caller;
  }
  /** The rights by which it is judged what they may see. */
  get rights(): KnownRights {
    return this.look?.rights ?? this.installation.access;
  }
  /** Who could do what when things were as they are shown. */
  async stood(): Promise<KnownRights> {
    return this.look ? this.look.stood() : this.installation.access;
  }

  get<V extends ViewSpec>(view: V, id: string): Promise<Row<RowIn<V>> | null> {
    return this.rows.get(view, id);
  }
  /** @throws Problem NOT_FOUND; Unavailable when the view does not have everything */
  must<V extends ViewSpec>(view: V, id: string): Promise<Row<RowIn<V>>> {
    return this.rows.must(view, id);
  }
  find<V extends ViewSpec, W extends WhereIn<V>>(view: V, find: FindIn<V, W>): Promise<readonly Row<RowIn<V>>[]> {
    return this.rows.find<V, W>(view, find);
  }
  count<V extends ViewSpec, W extends WhereIn<V>>(view: V, find: CountIn<V, W>, most?: number): Promise<number> {
    return this.rows.count<V, W>(view, find, most);
  }

  /** null for a foreign client and an unknown one alike. */
  client(id: string | null): AccessOf<'client'> | null {
    return id === null ? null : this.see(clientRight(this.rights, id, this.isOfPast));
  }

  /** @throws Problem NOT_FOUND */
  mustClient(id: string): AccessOf<'client'> {
    const found = this.client(id);
    if (!found) throw this.rights.client(id) ? this.closed('client', id, id) : notFound();
    return found;
  }

  /** @throws Problem NOT_FOUND, about the thing of that client by which it is asked for */
  mustClientOf(clientId: string, kind: string, id: string): AccessOf<'client'> {
    const found = this.client(clientId);
    if (!found) throw this.closed(kind, id, clientId);
    return found;
  }

  /** @throws Problem NOT_FOUND, about the thing of that conversation by which it is asked for */
  mustConversation(conversationId: string, kind: string, id: string): AccessOf<'conversation'> {
    const found = this.see(conversationRight(this.rights, conversationId, this.isOfPast));
    if (found) return found;
    const there = this.rights.conversation(conversationId);
    if (!there || (there.clientId !== null && !this.rights.client(there.clientId))) throw notFound();
    throw this.closed(kind, id, there.clientId);
  }

  /** Conversations that they may read, as they stood. */
  async conversations(): Promise<readonly AccessOf<'conversation'>[]> {
    const stood = await this.stood();
    return this.rights.readable(this.person).flatMap(({ id }) => stood.conversation(id) ?? []);
  }

  /** Those of them in which they took part. */
  async ownConversations(): Promise<readonly AccessOf<'conversation'>[]> {
    const { person, rights } = this;
    const isOpen = ({ id }: AccessOf<'conversation'>) => conversationRight(rights, id).of(person) !== null;
    return (await this.stood()).talks(person).filter(isOpen);
  }

  /** What somebody else could not see is no refusal of whoever looks as them. */
  private closed(kind: string, id: string, clientId: string | null): Problem {
    return this.look?.isAs ? notFound() : foreign(kind, id, clientId);
  }

  /** What is gone since was there then. */
  private get isOfPast(): boolean {
    return this.look !== null && !this.look.isAs;
  }

  /** What somebody else could see once changes no more, and nothing is written by it. */
  private see<T>(right: Right<T>): T | null {
    return this.look?.isAs ? right.of(this.person) : this.call.work.see(this.person, right);
  }
}

/** What is read for whoever calls. */
@Injectable()
export class Reads {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  /** @param look at the past; at what is now, when it is not said */
  of(call: Call, look: Look | null = null): CallerReads {
    return new CallerReads(this.installation, this.rows, call, look);
  }
}
