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

/** A gateway that lags this far behind the log can no longer decide who may write. */
const TOO_FAR_BEHIND_MS = 5_000;

/** `endsAt`: in milliseconds, extended by each use. */
type SessionOf = OpenSession & { readonly userId: string; readonly endsAt: number };

const sessionsOf = (row: AccessRow | null): readonly OpenSession[] => (row?.kind === 'user' ? row.sessions : []);

export type AccessPorts = Pick<Ports, 'events' | 'reads'> & {
  readonly registry: EventRegistry;
  readonly clock: RecordClock;
  readonly onMoved: (position: Position) => void;
  /** Called with all records as they are read. */
  readonly onRead: (records: readonly StoredRecord[]) => void;
  readonly onFailure: (error: Error) => void;
  readonly onStop: (stop: Stop) => void;
  /** The key of the sums of its rows; null: they are not verified. */
  readonly rowsKey: Buffer | null;
  readonly onChangedRows?: (view: string) => void;
};

/** Who may do and see what, in memory, following the log: a revocation takes effect as soon as it is stored. */
export class Access extends KnownRights {
  /** Resolves when users can be let in. */
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

  /** Resolves when everything stored before is known here; continues to follow until the signal aborts. */
  open(signal: AbortSignal): Promise<void> {
    void this.memory.open(signal).then(() => {
      // the loaded rows may already be complete
      if (this.position !== null) this.onMoved(this.position);
      this.opened();
    });
    return this.ready;
  }
  /** Resolves when everything up to that position is known here. @throws Unavailable */
  reach = (position: Position): Promise<void> => this.memory.reach(position);

  get position(): Position | null {
    return this.memory.position;
  }

  get isReady(): boolean {
    return this.memory.isReady;
  }

  /** @throws Unavailable when this state is too old to decide with. */
  mustBeFresh(): void {
    const { lostSince, stop, isReady } = this.memory;
    if (!isReady) throw new Unavailable('the views are being computed');
    if (stop) throw new Unavailable(`who may do what is not known behind event ${stop.eventId}`);
    if (lostSince !== null && performance.now() - lostSince > TOO_FAR_BEHIND_MS)
      throw new Unavailable('the log is out of reach');
  }

  /** Number of changes so far, known here. */
  get changes(): number {
    return this.changed;
  }

  /** An open session with its user. */
  session(id: string): SessionOf | null {
    const found = this.openSessions.get(id);
    return found && found.endsAt > Date.now() && this.user(found.userId) ? found : null;
  }

  /** Settings of the whole installation. */
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
