import {
  Damaged,
  readable,
  Unavailable,
  viewMemory,
  type Belonging,
  type EventRegistry,
  type MemoryOf,
  type Ports,
  type Position,
  type RecordClock,
  type Stop,
  type StoredRecord,
  type Tenant,
} from '@dosar/kernel/runtime';
import { DEFAULT_SETTINGS, type Settings } from '@dosar/contracts';
import {
  access,
  isOf,
  SESSION_MS,
  type AccessOf,
  type AccessRow,
  type ById,
  type OpenSession,
} from '@dosar/domain/identity/access.projector';
import { SETTINGS_ROW } from '@dosar/domain/identity/settings.events';
import { tenantOf } from '@dosar/domain/identity/tenants';
import type { Account } from './call';

/** What somebody may see. Code asks for this, never for a role. */
export type Scope = {
  /** null: all firms. */
  readonly firmId: string | null;
  /** null: all clients of the firm, or of the installation. */
  readonly clientIds: readonly string[] | null;
};

/** A gateway that does not hear of changes for so long can no longer say who may write. */
const TOO_FAR_BEHIND_MS = 5_000;

/** Sets by a key: which clients a firm or an accountant has. */
const sets = () => {
  const all = new Map<string, Set<string>>();
  return {
    of: (key: string): readonly string[] => [...(all.get(key) ?? [])],
    add: (key: string, id: string) => void all.set(key, (all.get(key) ?? new Set()).add(id)),
    remove: (key: string, id: string) => void all.get(key)?.delete(id),
  };
};

/** `endsAt`: milliseconds, unless it is used before. */
type SessionOf = OpenSession & { readonly userId: string; readonly endsAt: number };

const sessionsOf = (row: AccessRow | null): readonly OpenSession[] => (row?.kind === 'user' ? row.sessions : []);

export type AccessPorts = Pick<Ports, 'events' | 'reads'> & {
  readonly registry: EventRegistry;
  readonly clock: RecordClock;
  readonly onMoved: (position: Position) => void;
  /** All that was stored since, as it is read. */
  readonly onRead: (records: readonly StoredRecord[]) => void;
  readonly onFailure: (error: Error) => void;
  readonly onStop: (stop: Stop) => void;
  /** Of the sums of its rows; null: they are not looked at. */
  readonly rowsKey: Buffer | null;
  readonly onChangedRows?: (view: string) => void;
};

/** Who may do and see what, in memory, in step with the log: a revocation holds as soon as it is stored. */
export class Access {
  /** Resolves when anybody can be let in. */
  readonly ready: Promise<void>;
  private opened!: () => void;
  private changed = 0;
  private readonly memory: MemoryOf<typeof access>;
  private readonly clientsOf = sets();
  private readonly assignedTo = sets();
  private readonly usersOf = sets();
  private readonly talksOf = sets();
  private readonly openSessions = new Map<string, SessionOf>();
  private readonly onMoved: (position: Position) => void;

  constructor({ clock, onMoved, onRead, ...ports }: AccessPorts) {
    this.onMoved = onMoved;
    const onStep = (batch: readonly StoredRecord[]) => {
      const last = batch.at(-1)!;
      const said = readable(last);
      if (!(said instanceof Damaged)) clock.saw(said.occurredAt);
      onRead(batch);
      onMoved(last.position);
    };
    const onRow = (rowId: string, row: AccessRow | null, before: AccessRow | null) => {
      this.changed += 1;
      for (const [of, key, id] of this.linksOf(before)) of.remove(key, id);
      for (const [of, key, id] of this.linksOf(row)) of.add(key, id);
      for (const { id } of sessionsOf(before)) this.openSessions.delete(id);
      for (const each of sessionsOf(row))
        this.openSessions.set(each.id, { ...each, userId: rowId, endsAt: Date.parse(each.seenAt) + SESSION_MS });
    };
    this.ready = new Promise((resolve) => (this.opened = resolve));
    this.memory = viewMemory(access, { ...ports, onRow, onStep });
  }

  /** Resolves when everything that was stored before is known here; goes on following until the signal. */
  open(signal: AbortSignal): Promise<void> {
    void this.memory.open(signal).then(() => {
      // what it began with may be all there is
      if (this.position !== null) this.onMoved(this.position);
      this.opened();
    });
    return this.ready;
  }
  /** Resolves when all up to there is known here. @throws Unavailable */
  reach = (position: Position): Promise<void> => this.memory.reach(position);

  get position(): Position | null {
    return this.memory.position;
  }

  get isReady(): boolean {
    return this.memory.isReady;
  }

  /** @throws Unavailable when what is known here is too old to decide on. */
  mustBeFresh(): void {
    const { lostSince, stop, isReady } = this.memory;
    if (!isReady) throw new Unavailable('the views are being computed');
    if (stop) throw new Unavailable(`who may do what is not known behind event ${stop.eventId}`);
    if (lostSince !== null && performance.now() - lostSince > TOO_FAR_BEHIND_MS)
      throw new Unavailable('the log is out of reach');
  }

  /** Somebody who is there. */
  user(id: AccessOf<'user'>['id']): AccessOf<'user'> | null {
    const found = this.find('user', id);
    return found && found.status !== 'deleted' ? found : null;
  }
  firm = (id: string | null) => this.find('firm', id);
  client(id: AccessOf<'client'>['id'] | null): AccessOf<'client'> | null {
    const found = this.find('client', id);
    return found && !found.isDeleted ? found : null;
  }

  /** Of all that are known, also of those who are gone. */
  idsOf = (kind: 'user' | 'firm' | 'client'): readonly string[] => [...this.all(kind)].map(({ id }) => id);

  /** How often something of it has changed, as far as is known here. */
  get changes(): number {
    return this.changed;
  }

  /** A session that is open, and whose it is. */
  session(id: string): SessionOf | null {
    const found = this.openSessions.get(id);
    return found && found.endsAt > Date.now() && this.user(found.userId) ? found : null;
  }

  /** Whose a record is. */
  tenantOf = (belonging: Belonging): Tenant => tenantOf((id) => this.memory.get(id))(belonging);

  scope({ role, id, firmId, clientIds }: Account): Scope {
    if (role === 'admin') return { firmId: null, clientIds: null };
    if (role === 'user') return { firmId: null, clientIds };
    if (this.firm(firmId)?.accountantScope !== 'assigned') return { firmId: firmId ?? '', clientIds: null };
    const assigned = this.assignedTo.of(id).filter((clientId) => this.client(clientId)?.firmId === firmId);
    return { firmId: firmId ?? '', clientIds: assigned };
  }

  /** The client, when this person may see it; null for a foreign one and an unknown one alike. */
  clientFor(actor: Account, id: AccessOf<'client'>['id'] | null): AccessOf<'client'> | null {
    const client = this.client(id);
    if (!client) return null;
    const { firmId, clientIds } = this.scope(actor);
    if (firmId !== null && client.firmId !== firmId) return null;
    return clientIds === null || clientIds.includes(client.id) ? client : null;
  }

  /** Those of these clients that somebody may see. */
  visibleTo = (person: Account, ids: readonly string[]): string[] => ids.filter((id) => this.clientFor(person, id));

  conversation = (id: string | null) => (id === null ? null : this.memory.beside('conversation').get(id));

  /**
   * Whether somebody may read a conversation, and write there. A client's own: whoever may see the client. Another: those
   * who take part, while they belong to the firm that all shared when it was opened.
   */
  mayRead(actor: Account, { clientId, firmId, isDirect, participants }: AccessOf<'conversation'>): boolean {
    if (clientId !== null && !this.clientFor(actor, clientId)) return false;
    if (!isDirect) return true;
    if (!participants.includes(actor.id)) return false;
    return firmId === null || actor.role === 'admin' || this.tenantOf({ userId: actor.id }).firmId === firmId;
  }

  /** Conversations in which somebody takes part, and may. */
  talks = (person: Account): readonly AccessOf<'conversation'>[] =>
    this.talksOf
      .of(person.id)
      .flatMap((id) => this.conversation(id) ?? [])
      .filter((each) => this.mayRead(person, each));

  /** All conversations that somebody may read: a client and its own conversation have the same id. */
  readable(person: Account): readonly AccessOf<'conversation'>[] {
    const found = this.clientsOfScope(person).flatMap((id) => this.conversation(id) ?? []);
    return [...new Set([...found, ...this.talks(person)])];
  }

  private clientsOfScope(person: Account): readonly string[] {
    const { firmId, clientIds } = this.scope(person);
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
  administrators = (): readonly AccessOf<'user'>[] => this.usersOf.of('admin').flatMap((id) => this.user(id) ?? []);

  /** What is set for the whole installation. */
  settings(): Settings {
    const { two_step_required, cui_check } = this.find('settings', SETTINGS_ROW) ?? DEFAULT_SETTINGS;
    return { two_step_required, cui_check };
  }

  /** Everybody and everything of a kind, also what is gone. */
  *all<K extends AccessRow['kind']>(kind: K): Generator<AccessOf<K>> {
    for (const row of this.memory.values()) if (isOf(kind, row)) yield row;
  }

  private find<K extends ById['kind']>(kind: K, id: string | null): AccessOf<K> | null {
    const row = id === null ? null : this.memory.get(id);
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
    const places = row.role === 'admin' ? ['admin'] : row.role === 'accountant' ? [row.firmId ?? ''] : row.clientIds;
    return places.map((place) => [this.usersOf, place, row.id] as const);
  }
}
