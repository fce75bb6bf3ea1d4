import type { Belonging, Tenant } from '@dosar/kernel/runtime';
import {
  isOf,
  type AccessOf,
  type AccessRow,
  type ById,
  type OpenMandate,
} from '@dosar/domain/identity/access.projector';
import { tenantOf } from '@dosar/domain/identity/tenants';
import type { Account } from './account';

/** What somebody may see. Code checks this, never a role. */
export type Scope = {
  /** null: all firms. */
  readonly firmId: string | null;
  /** null: all clients of the firm, or of the installation. */
  readonly clientIds: readonly string[] | null;
  /** null: as things are now, and as they were at any time. */
  readonly period: OpenMandate['period'] | null;
};
const NOTHING: Scope = { firmId: '', clientIds: [], period: null };

/** Whether a client was there, and not deleted, at some moment of a period. */
const wasIn = ({ from, to }: OpenMandate['period'], { registeredAt, deletedAt }: AccessOf<'client'>): boolean =>
  registeredAt < to && (deletedAt === null || deletedAt >= from);

/** Sets by a key: the clients of a firm or an accountant. */
const sets = () => {
  const all = new Map<string, Set<string>>();
  return {
    of: (key: string): readonly string[] => [...(all.get(key) ?? [])],
    add: (key: string, id: string) => void all.set(key, (all.get(key) ?? new Set()).add(id)),
    remove: (key: string, id: string) => void all.get(key)?.delete(id),
  };
};

/** Where somebody is looked for. */
const placesOf = ({ role, firmId, clientIds }: AccessOf<'user'>): readonly string[] => {
  if (role === 'admin') return ['admin'];
  if (role === 'auditor') return ['auditors'];
  return role === 'accountant' ? [firmId ?? ''] : clientIds;
};

/** Who may do and see what, from known rows: those of now, or those of an instant of the past. */
export abstract class KnownRights {
  private readonly clientsOf = sets();
  private readonly assignedTo = sets();
  private readonly usersOf = sets();
  private readonly talksOf = sets();

  protected abstract row(id: string): ById | null;
  protected abstract rows(): Iterable<AccessRow>;
  protected abstract conversationRow(id: string): AccessOf<'conversation'> | null;

  /** Removes the links of the former row, and adds those of the new one. */
  protected replace(row: AccessRow | null, before: AccessRow | null): void {
    for (const [of, key, id] of this.linksOf(before)) of.remove(key, id);
    for (const [of, key, id] of this.linksOf(row)) of.add(key, id);
  }

  /** An existing user. */
  user(id: AccessOf<'user'>['id']): AccessOf<'user'> | null {
    const found = this.find('user', id);
    return found && found.status !== 'deleted' ? found : null;
  }
  firm = (id: string | null) => this.find('firm', id);
  client(id: AccessOf<'client'>['id'] | null): AccessOf<'client'> | null {
    const found = this.find('client', id);
    return found && !found.isDeleted ? found : null;
  }

  /** Ids of all that are known, deleted ones included. */
  idsOf = (kind: 'user' | 'firm' | 'client'): readonly string[] => [...this.all(kind)].map(({ id }) => id);

  /** The tenant of a record. */
  tenantOf = (belonging: Belonging): Tenant => tenantOf((id) => this.row(id))(belonging);

  scope({ role, id, firmId, clientIds, mandate }: Account): Scope {
    const period = null;
    if (role === 'admin') return { firmId: null, clientIds: null, period };
    if (role === 'user') return { firmId: null, clientIds, period };
    if (role === 'auditor') return mandate ? { ...mandate } : NOTHING;
    if (this.firm(firmId)?.accountantScope !== 'assigned') return { firmId: firmId ?? '', clientIds: null, period };
    const assigned = this.assignedTo.of(id).filter((clientId) => this.client(clientId)?.firmId === firmId);
    return { firmId: firmId ?? '', clientIds: assigned, period };
  }

  /** Whether a mandate lasts: its time is not over, and its firm, or one of its clients at least, is still there. */
  isOpen(mandate: OpenMandate | null): boolean {
    if (!mandate || Date.parse(mandate.until) <= Date.now()) return false;
    return this.hasScope(mandate);
  }
  hasScope = ({ firmId, clientIds }: OpenMandate): boolean =>
    this.firm(firmId) !== null && (clientIds === null || clientIds.some((id) => this.client(id)));

  /** The client, when this person may see it; null for a foreign one as for an unknown one. */
  clientFor(actor: Account, id: AccessOf<'client'>['id'] | null): AccessOf<'client'> | null {
    return this.inScope(actor, this.client(id));
  }

  /** The same for a client that may be deleted. */
  formerClientFor(actor: Account, id: AccessOf<'client'>['id']): AccessOf<'client'> | null {
    return this.inScope(actor, this.find('client', id));
  }

  private inScope(actor: Account, client: AccessOf<'client'> | null): AccessOf<'client'> | null {
    if (!client) return null;
    const { firmId, clientIds, period } = this.scope(actor);
    if (firmId !== null && client.firmId !== firmId) return null;
    if (period && !wasIn(period, client)) return null;
    return clientIds === null || clientIds.includes(client.id) ? client : null;
  }

  /** Those of these clients that somebody may see. */
  visibleTo = (person: Account, ids: readonly string[]): string[] => ids.filter((id) => this.clientFor(person, id));

  conversation = (id: string | null) => (id === null ? null : this.conversationRow(id));

  /**
   * Whether somebody may read a conversation and write there. A client's own: whoever may see the client. Others: the
   * participants, while they belong to the firm that all shared when it was opened.
   */
  mayRead(
    actor: Account,
    { clientId, firmId, isDirect, participants }: AccessOf<'conversation'>,
    client = this.clientFor(actor, clientId),
  ): boolean {
    if (clientId !== null && !client) return false;
    if (!isDirect) return true;
    if (!participants.includes(actor.id)) return false;
    return firmId === null || actor.role === 'admin' || this.tenantOf({ userId: actor.id }).firmId === firmId;
  }

  /** Conversations in which somebody takes part and may read. */
  talks = (person: Account): readonly AccessOf<'conversation'>[] =>
    this.talksOf
      .of(person.id)
      .flatMap((id) => this.conversation(id) ?? [])
      .filter((each) => this.mayRead(person, each));

  /** All conversations that somebody may read: a client and its own conversation have the same id. */
  readable(person: Account): readonly AccessOf<'conversation'>[] {
    const found = this.visibleClients(person).flatMap((id) => this.conversation(id) ?? []);
    return [...new Set([...found, ...this.talks(person)])];
  }

  /** All clients that somebody may see. */
  visibleClients(person: Account): readonly string[] {
    const { firmId, clientIds, period } = this.scope(person);
    // what was deleted since was there in the period
    if (period) return (clientIds ?? this.clientsOf.of(firmId!)).filter((id) => this.formerClientFor(person, id));
    if (clientIds !== null) return this.visibleTo(person, clientIds);
    if (firmId !== null) return this.clientsOfFirm(firmId);
    return [...this.all('client')].filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
  }

  /** The clients of a firm, and those that somebody is assigned to. */
  clientsOfFirm = (firmId: string): readonly string[] => this.clientsOf.of(firmId).filter((id) => this.client(id));
  assignments = (accountantId: string): readonly string[] =>
    this.assignedTo.of(accountantId).filter((id) => this.client(id));
  /** The users of a client, and the accountants of a firm. */
  usersOfClient = (clientId: string): readonly string[] => this.usersOf.of(clientId).filter((id) => this.user(id));
  accountantsOfFirm = (firmId: string): readonly string[] => this.usersOf.of(firmId).filter((id) => this.user(id));
  /** Those who have a mandate that was not ended yet, deleted accounts included. */
  auditors = (): readonly AccessOf<'user'>[] =>
    this.usersOf.of('auditors').flatMap((id) => {
      const found = this.find('user', id);
      return found?.mandate ? found : [];
    });
  administrators = (): readonly AccessOf<'user'>[] => this.usersOf.of('admin').flatMap((id) => this.user(id) ?? []);

  /** All of a kind, deleted ones included. */
  *all<K extends AccessRow['kind']>(kind: K): Generator<AccessOf<K>> {
    for (const row of this.rows()) if (isOf(kind, row)) yield row;
  }

  protected find<K extends ById['kind']>(kind: K, id: string | null): AccessOf<K> | null {
    const row = id === null ? null : this.row(id);
    return row && isOf(kind, row) ? row : null;
  }

  private linksOf(row: AccessRow | null): (readonly [ReturnType<typeof sets>, string, string])[] {
    if (row?.kind === 'client')
      return [
        [this.clientsOf, row.firmId, row.id],
        ...row.accountants.map((id) => [this.assignedTo, id, row.id] as const),
      ];
    if (row?.kind === 'conversation') return row.participants.map((id) => [this.talksOf, id, row.id] as const);
    if (row?.kind !== 'user') return [];
    return placesOf(row).map((place) => [this.usersOf, place, row.id] as const);
  }
}
