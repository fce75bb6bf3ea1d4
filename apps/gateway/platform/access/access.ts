import {
  Damaged,
  readable,
  Unavailable,
  viewMemory,
  type EventRegistry,
  type MemoryOf,
  type Ports,
  type Position,
  type RecordClock,
  type Stop,
  type StoredRecord,
} from '@dosar/kernel/runtime';
import { DEFAULT_SETTINGS, type Settings } from '@dosar/contracts';
import {
  access,
  SESSION_MS,
  type AccessOf,
  type AccessRow,
  type ById,
  type OpenSession,
} from '@dosar/domain/identity/access.projector';
import { SETTINGS_ROW } from '@dosar/domain/identity/settings.events';
import { KnownRights } from './known-rights';

/** A gateway that does not hear of changes for so long can no longer say who may write. */
const TOO_FAR_BEHIND_MS = 5_000;

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
export class Access extends KnownRights {
  /** Resolves when anybody can be let in. */
  readonly ready: Promise<void>;
  private opened!: () => void;
  private changed = 0;
  private readonly memory: MemoryOf<typeof access>;
  private readonly openSessions = new Map<string, SessionOf>();
  private readonly onMoved: (position: Position) => void;

  constructor({ clock, onMoved, onRead, ...ports }: AccessPorts) {
    super();
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
      this.replace(row, before);
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

  /** How often something of it has changed, as far as is known here. */
  get changes(): number {
    return this.changed;
  }

  /** A session that is open, and whose it is. */
  session(id: string): SessionOf | null {
    const found = this.openSessions.get(id);
    return found && found.endsAt > Date.now() && this.user(found.userId) ? found : null;
  }

  /** What is set for the whole installation. */
  settings(): Settings {
    const { two_step_required, cui_check } = this.find('settings', SETTINGS_ROW) ?? DEFAULT_SETTINGS;
    return { two_step_required, cui_check };
  }

  protected row(id: string): ById | null {
    return this.memory.get(id);
  }
  protected rows(): Iterable<AccessRow> {
    return this.memory.values();
  }
  protected conversationRow(id: string): AccessOf<'conversation'> | null {
    return this.memory.beside('conversation').get(id);
  }
}
