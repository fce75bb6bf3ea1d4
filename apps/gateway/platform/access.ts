import {
  lane,
  later,
  openRecords,
  Unavailable,
  type Keyring,
  type Library,
  type Ports,
  type Position,
  type ReadStore,
} from '@dosar/kernel';
import { DEFAULT_SETTINGS, type Settings } from '@dosar/contracts';
import { access, SESSION_MS, type AccessOf, type AccessRow } from '@dosar/domain/identity/access.projector';
import { INSTALLATION_SETTINGS } from '@dosar/domain/identity/settings.events';
import type { Person } from './call';

/** What somebody may see. Code asks for this, never for a role. */
export type Scope = {
  /** null: all firms. */
  readonly firmId: string | null;
  /** null: all clients of the firm, or of the installation. */
  readonly clientIds: readonly string[] | null;
};

/** A gateway that does not hear of changes for so long can no longer say who may write. */
const TOO_FAR_BEHIND_MS = 5_000;
const TRY_AGAIN_MS = 200;

/** The streams that say who may do what; the others need not be opened. */
const STREAMS = ['user-', 'session-', 'firm-', 'client-', 'settings-'];

type Kept = { readonly row: AccessRow; readonly json: string; readonly position: Position };

/**
 * Who may do and see what, in memory: loaded from the view, then kept in step by following the log itself, so that a
 * revocation holds as soon as it is stored.
 */
export class Access {
  private readonly rows = new Map<string, Kept>();
  private lostSince: number | null = null;
  private at: Position | null = null;

  constructor(
    private readonly ports: Pick<Ports, 'events' | 'reads'>,
    private readonly library: Library,
    private readonly keys: Keyring,
    private readonly onMoved: (position: Position) => void,
  ) {}

  /** Resolves when everything that the view knew is known here; goes on following until the signal. */
  async open(signal: AbortSignal): Promise<void> {
    const { reads, events } = this.ports;
    this.at = await reads.position(access);
    for (const { id, json, position } of await reads.find(access, { where: {} }))
      this.rows.set(id, { row: JSON.parse(json) as AccessRow, json, position });
    const head = await events.head();
    const caughtUp = new Promise<void>((resolve) => {
      void this.keepFollowing(signal, () => {
        if (head === null || (this.at !== null && this.at >= head)) resolve();
      });
    });
    await caughtUp;
  }

  get position(): Position | null {
    return this.at;
  }

  /** @throws Unavailable when what is known here is too old to decide on. */
  mustBeFresh(): void {
    if (this.lostSince !== null && Date.now() - this.lostSince > TOO_FAR_BEHIND_MS)
      throw new Unavailable('the log is out of reach');
  }

  user = (id: string) => this.find('user', id);
  firm = (id: string | null) => this.find('firm', id);
  client = (id: string | null) => this.find('client', id);

  /** A session that is open. */
  session(id: string): AccessOf<'session'> | null {
    const found = this.find('session', id);
    return found && Date.parse(found.seenAt) > Date.now() - SESSION_MS ? found : null;
  }

  scope({ role, id, firmId, clientId }: Person): Scope {
    if (role === 'admin') return { firmId: null, clientIds: null };
    if (role === 'user') return { firmId: null, clientIds: clientId === null ? [] : [clientId] };
    if (this.firm(firmId)?.accountantScope !== 'assigned') return { firmId: firmId ?? '', clientIds: null };
    const assigned = this.all('client', (client) => client.firmId === firmId && client.accountants.includes(id));
    return { firmId: firmId ?? '', clientIds: assigned.map((client) => client.id) };
  }

  /** The client, when this person may see it; null for a foreign one and an unknown one alike. */
  clientFor(actor: Person, id: string | null): AccessOf<'client'> | null {
    const client = this.client(id);
    if (!client) return null;
    const { firmId, clientIds } = this.scope(actor);
    if (firmId !== null && client.firmId !== firmId) return null;
    return clientIds === null || clientIds.includes(client.id) ? client : null;
  }

  /** What is set for the whole installation. */
  settings(): Settings {
    const { two_step_required, cui_check } = this.find('settings', INSTALLATION_SETTINGS) ?? DEFAULT_SETTINGS;
    return { two_step_required, cui_check };
  }

  /** All rows of a kind that are so. */
  all<K extends AccessRow['kind']>(kind: K, isSo: (row: AccessOf<K>) => boolean): AccessOf<K>[] {
    return [...this.rows.values()].flatMap(({ row }) =>
      row.kind === kind && isSo(row as AccessOf<K>) ? [row as AccessOf<K>] : [],
    );
  }

  private find<K extends AccessRow['kind']>(kind: K, id: string | null): AccessOf<K> | null {
    const row = id === null ? undefined : this.rows.get(id)?.row;
    return row?.kind === kind ? (row as AccessOf<K>) : null;
  }

  private async keepFollowing(signal: AbortSignal, onStep: () => void): Promise<void> {
    onStep();
    while (!signal.aborted) {
      try {
        await this.follow(signal, onStep);
      } catch {
        this.lostSince ??= Date.now();
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
  }

  private async follow(signal: AbortSignal, onStep: () => void): Promise<void> {
    // the projector of the view runs here, too, over this memory
    const memory = {
      get: (_: unknown, id: string) => Promise.resolve(this.rows.get(id) ?? null),
    } as unknown as ReadStore;
    const projection = lane(access, memory, this.library, this.at);
    // nothing may have happened meanwhile, and then nothing would say that the log is there again
    const head = await this.ports.events.head();
    if (later(head, this.at) === this.at) this.lostSince = null;
    for await (const batch of this.ports.events.follow(this.at, signal)) {
      this.lostSince = null;
      const concerning = batch.filter(({ stream }) => STREAMS.some((category) => stream.startsWith(category)));
      for (const record of await openRecords(concerning, this.keys)) {
        await projection.play(record);
        if (projection.stop) throw new Error(`access stopped at ${projection.stop.eventId}: ${projection.stop.reason}`);
        for (const { id, json } of projection.batch().writes) this.keep(id, json, record.position);
        projection.applied(record.position);
      }
      this.at = batch.at(-1)!.position;
      onStep();
      this.onMoved(this.at);
    }
  }

  private keep(id: string, json: string | null, position: Position): void {
    // rows that were loaded may be newer than where the following began
    if ((this.rows.get(id)?.position ?? -1n) >= position) return;
    if (json === null) this.rows.delete(id);
    else this.rows.set(id, { row: JSON.parse(json) as AccessRow, json, position });
  }
}
