import { aggregates, COMMAND_MEMORY_MS, type Aggregate, type Done } from './aggregates';
import type { Asked } from './asked';
import { decide, isPartly, isRefusal, refuse, type Decider, type Refusal } from './decider';
import type { DataKey } from './envelope';
import type { Origin, Tenant } from './event';
import { derivedId } from './ids';
import type { Keyring } from './keyring';
import type { Message } from './message';
import { APPEND_LIMITS, Conflict, Unavailable, type EventStore, type SealedRecord, type Snapshots } from './ports';
import { faceOf, seal, type OpenedRecord } from './record';

export type Outcome = Done | Refusal;

/** The same key was used for something else within a day. */
export const KEY_REUSED = 'kernel/key-reused';

const ATTEMPTS = { conflict: 8, unavailable: 3 } as const;
const nothing = { events: [], refusals: [] } as const;
const only = <E extends Message>(events: readonly E[]) => ({ events, refusals: [] });
const nobody: Tenant = { firmId: null, clientId: null };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Desk = ReturnType<typeof desk>;

/**
 * Where commands are handed in: load, decide, append. Commands of one stream are decided one after the other on the
 * state that includes appends under way, and answered when those are durable.
 */
export const desk = (ports: {
  readonly events: EventStore;
  readonly snapshots: Snapshots;
  readonly keyring: Keyring;
  readonly now?: () => Date;
}) => {
  const { events, snapshots, keyring, now = () => new Date() } = ports;
  const kept = aggregates({ events, snapshots, keyring, now });

  /**
   * @returns where it was appended, or why not.
   * @throws Unavailable when nothing can be kept now, Conflict when others were faster each time.
   */
  const submit = async <S, C extends Message, E extends Message, Code extends string>(
    decider: Decider<S, C, E, Code>,
    id: string,
    command: C,
    asked: Asked,
    origin: Origin,
  ): Promise<Outcome> => {
    const stream = `${decider.events.category}-${id}`;
    const owner = decider.events.owner(id, origin.tenant);
    const ownerKey = owner === null ? null : await keyring.ensure(owner);
    const actorKey = origin.actor.kind === 'user' ? await keyring.ensure(`user:${origin.actor.id}`) : ownerKey;
    const facts = { now: now().toISOString(), actor: origin.actor, idFor: asked.idFor };

    for (let attempt = 1; ;) {
      const aggregate = await kept.get(decider, stream, ownerKey);
      if (aggregate.broken) continue;

      const known = aggregate.commands.get(asked.mark.key);
      if (known && Date.parse(facts.now) - known.at < COMMAND_MEMORY_MS) {
        if (known.body !== asked.mark.body) return refuse(KEY_REUSED);
        const outcome = await Promise.resolve(known.outcome).catch(() => null);
        if (outcome) return { ...outcome, repeated: true };
        continue;
      }

      const decision = decide(decider, command, aggregate.state as S, facts);
      const { events: decided, refusals } = isRefusal(decision)
        ? nothing
        : isPartly(decision)
          ? decision
          : only(decision);
      if (decided.length === 0) {
        await aggregate.tail;
        if (aggregate.broken || (await kept.catchUp(decider, aggregate))) continue;
        if (isRefusal(decision)) return decision;
        const { revision, position } = aggregate;
        return { stream, revision, position, types: [], repeated: false, refusals };
      }

      const records = sealAll(decider, id, aggregate.revision, decided, facts.now, asked, origin, ownerKey, actorKey);
      try {
        const done = await append(decider, aggregate, decided, records, asked, facts.now);
        kept.keepSnapshot(decider, aggregate, ownerKey);
        return { ...done, refusals, recorded: () => asRecorded(records, decided, done, origin) };
      } catch (error) {
        if (error instanceof Conflict && attempt < ATTEMPTS.conflict) await pause(Math.random() * 10 * attempt);
        else if (error instanceof Unavailable && attempt < ATTEMPTS.unavailable) await pause(100 * attempt);
        else throw error;
        attempt += 1;
      }
    }
  };

  /** Begins the append and, before it is durable, lets the next command see its effect. */
  const append = <S, C extends Message, E extends Message>(
    decider: Decider<S, C, E>,
    aggregate: Aggregate,
    decision: readonly E[],
    records: readonly SealedRecord[],
    asked: Asked,
    at: string,
  ): Promise<Done> => {
    const { stream } = aggregate;
    const seen = aggregate.revision;
    kept.evolve(decider, aggregate, decision, at);
    const remembered = { body: asked.mark.body, at: Date.parse(at) };
    const appending = events.append(stream, seen, records).then(
      ({ revision, position }): Done => {
        aggregate.pending -= 1;
        const outcome = { stream, revision, position, types: decision.map(({ type }) => type), repeated: false };
        aggregate.position = position;
        aggregate.commands.set(asked.mark.key, { ...remembered, outcome });
        return outcome;
      },
      (error: unknown) => {
        aggregate.pending -= 1;
        kept.drop(aggregate);
        throw error;
      },
    );
    aggregate.commands.set(asked.mark.key, { ...remembered, outcome: appending });
    aggregate.pending += 1;
    aggregate.tail = appending.catch(() => undefined);
    return appending;
  };

  return {
    submit,

    /** The state of a stream as it is stored now, for reading only. */
    async state<S, C extends Message, E extends Message>(
      decider: Decider<S, C, E>,
      id: string,
      tenant: Tenant = nobody,
    ): Promise<S> {
      const stream = `${decider.events.category}-${id}`;
      const owner = decider.events.owner(id, tenant);
      if (owner !== null) await keyring.fetch([owner]);
      const secret = owner === null ? null : keyring.secret(owner);
      for (;;) {
        const aggregate = await kept.get(decider, stream, owner !== null && secret ? { id: owner, secret } : null);
        await aggregate.tail;
        if (!aggregate.broken) await kept.catchUp(decider, aggregate);
        if (!aggregate.broken) return aggregate.state as S;
      }
    },
  };
};

const sealAll = <S, C extends Message, E extends Message>(
  { events: { category, shapes, resource } }: Decider<S, C, E>,
  id: string,
  seen: number,
  decision: readonly E[],
  occurredAt: string,
  asked: Asked,
  origin: Origin,
  ownerKey: DataKey | null,
  actorKey: DataKey | null,
): readonly SealedRecord[] => {
  const records = decision.map((event, index) => {
    const { version, mask } = shapes[event.type as E['type']];
    return seal(
      {
        id: derivedId(asked.commandId, index),
        stream: `${category}-${id}`,
        revision: seen + 1 + index,
        type: event.type,
        version,
        occurredAt,
        resource: resource(id, event),
        origin,
        command: asked.mark,
        data: event.data,
        mask,
      },
      ownerKey,
      actorKey,
    );
  });
  const bytes = records.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (records.length > APPEND_LIMITS.records || bytes > APPEND_LIMITS.bytes)
    throw new Error(`${category}-${id}: ${records.length} events of ${bytes} bytes are more than one append may hold`);
  return records;
};

/** What was sealed, with its data as it was before: nothing has to be decrypted to see what one has just written. */
const asRecorded = (
  records: readonly SealedRecord[],
  decided: readonly Message[],
  { position }: Done,
  { ip, userAgent }: Origin,
): OpenedRecord[] =>
  records.map((record, at) => ({ ...faceOf(record), data: decided[at]!.data, position: position!, ip, userAgent }));
