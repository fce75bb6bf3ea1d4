import { evolve, type Decider, type ItemRefusal } from './decider';
import { decrypt, encrypt, type DataKey, type Envelope } from './envelope';
import type { Position } from './event';
import type { Keyring } from './keyring';
import type { Message } from './message';
import type { EventStore, Snapshots, StoredRecord } from './ports';
import { openRecords, type OpenedRecord } from './record';

export type Done = {
  readonly stream: string;
  readonly revision: number;
  /** Of the newest event of this command; null when it changed nothing in a stream that has no event. */
  readonly position: Position | null;
  readonly types: readonly string[];
  /** True when the command had been done before and nothing was appended now. */
  readonly repeated: boolean;
  /** What of it was refused, item by item; not known of a command that had been done before. */
  readonly refusals?: readonly ItemRefusal[];
  /** The events that were appended now, as a projector would be handed them. */
  readonly recorded?: () => readonly OpenedRecord[];
};

/** How long a command's key is remembered. */
export const COMMAND_MEMORY_MS = 24 * 60 * 60 * 1000;

type Remembered = { readonly body: string; readonly at: number; readonly outcome: Done | Promise<Done> };

/** A stream folded, and kept while it is in use. */
export type Aggregate = {
  readonly stream: string;
  state: unknown;
  /** Includes appends under way. */
  revision: number;
  position: Position | null;
  snapshotAt: number;
  readonly commands: Map<string, Remembered>;
  /** Settles, never rejects, when all appends under way have settled. */
  tail: Promise<unknown>;
  pending: number;
  /** An append of it failed, so its state is not what the log says: load it again. */
  broken: boolean;
};

/** Reading so many events takes a tenth of a second; a snapshot of so many keeps requests waiting half as long. */
const SNAPSHOT_EVERY = 5_000;
const KEPT = { aggregates: 5_000, events: 2_000_000 } as const;

type Saved = {
  readonly version: number;
  readonly state: unknown;
  readonly position: string;
  readonly commands: readonly (readonly [string, string, number, number, string, readonly string[]])[];
};

export const aggregates = (ports: {
  readonly events: EventStore;
  readonly snapshots: Snapshots;
  readonly keyring: Keyring;
  readonly now: () => Date;
}) => {
  const { events, snapshots, keyring, now } = ports;
  const kept = new Map<string, Aggregate>();
  const loading = new Map<string, Promise<Aggregate>>();
  let weight = 0;

  const drop = (aggregate: Aggregate) => {
    aggregate.broken = true;
    if (kept.get(aggregate.stream) !== aggregate) return;
    kept.delete(aggregate.stream);
    weight -= aggregate.revision + 1;
  };

  const keep = (aggregate: Aggregate) => {
    kept.set(aggregate.stream, aggregate);
    weight += aggregate.revision + 1;
    for (const oldest of kept.values()) {
      if (kept.size <= KEPT.aggregates && weight <= KEPT.events) break;
      if (oldest.pending === 0 && oldest !== aggregate) drop(oldest);
    }
    return aggregate;
  };

  const fold = <S, C extends Message, E extends Message>(
    decider: Decider<S, C, E>,
    aggregate: Aggregate,
    record: OpenedRecord,
  ) => {
    const type = record.type as E['type'];
    const shape = decider.events.shapes[type];
    if (!shape) throw new Error(`${record.stream} holds ${type}, which ${decider.events.category} does not know`);
    const event = { type, data: shape.read(record.data, record.version) } as E;
    aggregate.state = evolve(decider, aggregate.state as S, event, record.occurredAt);
    aggregate.revision = record.revision;
    aggregate.position = record.position;
    remember(aggregate, record);
  };

  const remember = (
    { commands }: Aggregate,
    { stream, revision, position, type, command, occurredAt }: OpenedRecord,
  ) => {
    const at = Date.parse(occurredAt);
    if (at <= now().getTime() - COMMAND_MEMORY_MS) return;
    const former = commands.get(command.key)?.outcome as Done | undefined;
    const types = [...(former?.types ?? []), type];
    commands.set(command.key, {
      body: command.body,
      at,
      outcome: { stream, revision, position, types, repeated: true },
    });
  };

  const foldAll = async <S, C extends Message, E extends Message>(
    decider: Decider<S, C, E>,
    aggregate: Aggregate,
    batches: AsyncIterable<readonly StoredRecord[]>,
  ) => {
    const before = aggregate.revision;
    for await (const batch of batches)
      for (const record of await openRecords(batch, keyring))
        // an append of our own may have overtaken the reading
        if (record.revision === aggregate.revision + 1) fold(decider, aggregate, record);
    return aggregate.revision !== before;
  };

  const load = async <S, C extends Message, E extends Message>(
    decider: Decider<S, C, E>,
    stream: string,
    ownerKey: DataKey | null,
  ) => {
    const aggregate = (await fromSnapshot(decider, stream, ownerKey)) ?? anew(stream, decider.initial());
    await foldAll(decider, aggregate, events.read(stream, aggregate.revision + 1));
    return keep(aggregate);
  };

  const fromSnapshot = async <S, C extends Message, E extends Message>(
    { snapshot }: Decider<S, C, E>,
    stream: string,
    ownerKey: DataKey | null,
  ): Promise<Aggregate | null> => {
    try {
      const found = snapshot && ownerKey && (await snapshots.get(stream));
      if (!found) return null;
      const envelope = JSON.parse(found.text) as Envelope;
      const saved = decrypt(ownerKey.secret, placeOf(stream, found.revision), envelope) as Saved;
      if (saved.version !== snapshot.version) return null;
      const aggregate = anew(stream, snapshot.load(saved.state));
      for (const [key, body, at, revision, position, types] of saved.commands)
        aggregate.commands.set(key, {
          body,
          at,
          outcome: { stream, revision, position: BigInt(position), types, repeated: true },
        });
      const { revision } = found;
      return Object.assign(aggregate, { revision, snapshotAt: revision, position: BigInt(saved.position) });
    } catch {
      return null; // a snapshot that cannot be read costs only the time of reading the stream
    }
  };

  return {
    drop,

    get<S, C extends Message, E extends Message>(
      decider: Decider<S, C, E>,
      stream: string,
      ownerKey: DataKey | null,
    ): Aggregate | Promise<Aggregate> {
      const found = kept.get(stream);
      if (found) {
        kept.delete(stream);
        kept.set(stream, found);
        return found;
      }
      const under = loading.get(stream) ?? load(decider, stream, ownerKey).finally(() => loading.delete(stream));
      loading.set(stream, under);
      return under;
    },

    /** Folds what others have appended meanwhile. @returns whether there was anything. */
    catchUp: <S, C extends Message, E extends Message>(decider: Decider<S, C, E>, aggregate: Aggregate) =>
      foldAll(decider, aggregate, events.read(aggregate.stream, aggregate.revision + 1)),

    /** Evolves by events whose append begins now. */
    evolve<S, C extends Message, E extends Message>(
      decider: Decider<S, C, E>,
      aggregate: Aggregate,
      decided: readonly E[],
      at: string,
    ) {
      try {
        for (const event of decided) aggregate.state = evolve(decider, aggregate.state as S, event, at);
      } catch (defect) {
        drop(aggregate);
        throw defect;
      }
      aggregate.revision += decided.length;
      weight += decided.length;
      forgetOld(aggregate.commands, Date.parse(at));
    },

    keepSnapshot<S, C extends Message, E extends Message>(
      { snapshot }: Decider<S, C, E>,
      aggregate: Aggregate,
      ownerKey: DataKey | null,
    ) {
      const { stream, revision, position, commands, snapshotAt, pending } = aggregate;
      // a long stream's state is long, too: the distance grows with it, so that snapshots stay a fraction of the work
      const due = snapshotAt + Math.max(SNAPSHOT_EVERY, snapshotAt / 10);
      if (!snapshot || !ownerKey || pending > 0 || revision < due) return;
      aggregate.snapshotAt = revision;
      const saved: Saved = {
        version: snapshot.version,
        state: snapshot.save(aggregate.state as S),
        position: String(position),
        commands: [...commands].map(([key, { body, at, outcome }]) => {
          const done = outcome as Done;
          return [key, body, at, done.revision, String(done.position), done.types];
        }),
      };
      const text = JSON.stringify(encrypt(ownerKey, placeOf(stream, revision), saved));
      snapshots.put(stream, { revision, text }).catch(() => undefined); // losing one loses only time
    },
  };
};

const placeOf = (stream: string, revision: number) => `snapshot|${stream}|${revision}`;

const anew = (stream: string, state: unknown): Aggregate => ({
  stream,
  state,
  revision: -1,
  position: null,
  snapshotAt: -1,
  commands: new Map(),
  tail: Promise.resolve(),
  pending: 0,
  broken: false,
});

const forgetOld = (commands: Aggregate['commands'], now: number) => {
  for (const [key, { at }] of commands) {
    if (at > now - COMMAND_MEMORY_MS) return;
    commands.delete(key);
  }
};
