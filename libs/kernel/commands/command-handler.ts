import type { Aggregate } from './aggregate';
import { aggregates } from './aggregates';
import { recordClock, type RecordClock } from '../log/clock';
import type { CommandContext } from './command-context';
import { decide, eventsOf, isRefusal, refuse, type Decider } from '../model/decider';
import { streamOf, yearOf, type Belonging, type Origin, type Tenant } from '../model/event';
import type { Keyring } from '../keys/keyring';
import type { Message } from '../model/message';
import { doneBefore, ERASED, KEY_REUSED, nothingDone, type Done, type Outcome } from './outcome';
import { Conflict, Unavailable, type EncodedRecord, type EventStore, type Snapshots } from '../ports';
import { asOpened } from '../log/opened-record';
import { encodeRecord, mustFit } from '../log/record';
import { keysOf, recordKeys, type IsUsed, type KeysOf } from '../keys/record-keys';
import { splitByClass } from '../model/shape';
import { keepSnapshot } from './snapshots';

const ATTEMPTS = { conflict: 8, unavailable: 3 } as const;
const again = () => null;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A stream and its decider. */
export type Target<S, C extends Message, E extends Message, Code extends string = string, I extends string = string> = {
  readonly decider: Decider<S, C, E, Code, I>;
  readonly id: NoInfer<I>;
};

/** A command with its stream, its request, and its origin. */
export type Submission<
  S,
  C extends Message,
  E extends Message,
  Code extends string = string,
  I extends string = string,
> = Target<S, C, E, Code, I> & {
  readonly command: C;
  readonly context: CommandContext;
  readonly origin: Origin;
  /** Called right before each decision: throws when the caller has lost the right meanwhile. */
  readonly authorize?: () => void;
};

export type CommandHandlerPorts = {
  readonly events: EventStore;
  readonly snapshots: Snapshots;
  readonly keyring: Keyring;
  /** Finds the firm and client a record belongs to: the one place for all commands. */
  readonly tenantOf: (belonging: Belonging) => Tenant;
  /** Whether the log names a key: if it does and the vault has none, the key was lost. */
  readonly isUsed: IsUsed;
  readonly now?: () => Date;
  readonly clock?: RecordClock;
  /** Reports a problem that no command depends on. */
  readonly onFinding?: (about: string, error: Error) => void;
};

export type CommandHandler = ReturnType<typeof commandHandler>;

/**
 * Load, decide, append. Commands of one stream are decided one after the other, on a state that includes appends under
 * way, and are answered once these are durable.
 */
export const commandHandler = (ports: CommandHandlerPorts) => {
  const { events, snapshots, keyring, tenantOf, isUsed, now = () => new Date(), onFinding = () => {} } = ports;
  const clock = ports.clock ?? recordClock(now);
  const kept = aggregates({ events, snapshots, keyring, now, onFinding });
  const keys = recordKeys(keyring, isUsed);

  const load = <S, C extends Message, E extends Message>({ decider, id }: Target<S, C, E>, isNew = false) =>
    kept.get(decider, streamOf(decider.events, id), isNew);

  /**
   * The outcome of the same command done before (null when its append failed); null itself when it was not done before.
   */
  const repetition = ({ stream, commands }: Aggregate, { command }: CommandContext): Promise<Outcome | null> | null => {
    const find = () => commands.find(command, now().getTime());
    const known = find();
    if (!known) return null;
    if (known.body !== command.body) return Promise.resolve(refuse(KEY_REUSED));
    return Promise.resolve(known.appending).then(
      () => doneBefore(stream, command, find() ?? known),
      () => null,
    );
  };

  /** Applies these events, so that the next command sees their effect, and encodes their records. */
  const evolveAndEncode = <S, C extends Message, E extends Message>(
    { decider, id, context, origin }: Submission<S, C, E>,
    aggregate: Aggregate,
    sealed: readonly (readonly [event: E, keys: KeysOf])[],
    occurredAt: string,
  ) => {
    const { shapes, resource } = decider.events;
    const { stream } = aggregate;
    return sealed.map(([event, names]): EncodedRecord => {
      const after = kept.evolve(decider, aggregate, event, occurredAt);
      const { revision } = aggregate;
      const tenant = tenantOf(decider.belongsTo(id, event, after));
      if (names.own !== null) aggregate.keys.add(names.own);
      const { version, mask } = shapes[event.type as E['type']];
      return encodeRecord(
        {
          stream,
          revision,
          type: event.type,
          version,
          occurredAt,
          resource: resource(id, event),
          tenant,
          origin,
          command: context.command,
          data: event.data,
          mask,
        },
        { owner: keys.of(names.own), actor: keys.of(names.origin) },
      );
    });
  };

  /** Begins the append; its outcome is remembered under the command. */
  const append = (
    aggregate: Aggregate,
    { command }: CommandContext,
    records: readonly EncodedRecord[],
    occurredAt: string,
  ): Promise<Pick<Done, 'revision' | 'position' | 'types'>> => {
    const { stream, commands, revision } = aggregate;
    const body = command.body;
    const at = Date.parse(occurredAt);
    const types = records.map(({ type }) => type);
    const appending = events.append(stream, revision - records.length, records).then(
      ({ position }) => {
        aggregate.pending -= 1;
        aggregate.position = position;
        commands.set(command, { body, at, types, revision, position });
        return { revision, position, types };
      },
      (error: unknown) => {
        aggregate.pending -= 1;
        kept.drop(aggregate);
        throw error;
      },
    );
    commands.set(command, { body, at, types, revision, position: null, appending });
    aggregate.pending += 1;
    aggregate.tail = appending.catch(() => undefined); // the caller gets the error
    return appending;
  };

  const saveSnapshot = <S, C extends Message, E extends Message>(
    { decider }: Target<S, C, E>,
    aggregate: Aggregate,
  ) => {
    keepSnapshot({ events, snapshots }, decider, aggregate, keyring).catch((error: Error) =>
      onFinding(`the snapshot of ${aggregate.stream} could not be kept`, error),
    );
  };

  /** One attempt. @returns null when the state it was decided on is stale, so that it must be tried again. */
  const attempt = async <S, C extends Message, E extends Message, Code extends string>(
    submission: Submission<S, C, E, Code>,
    isFirst: boolean,
  ): Promise<Outcome | null> => {
    const { decider, id, command, context, origin } = submission;
    const aggregate = await load(submission, isFirst && context.isNew(id));
    if (aggregate.isBroken) return null;
    if (aggregate.bringing) return aggregate.bringing.then(again, again);
    const { stream } = aggregate;
    // nothing is awaited from here to the append, so the state cannot change in between
    const before = repetition(aggregate, context);
    if (before) return before;
    submission.authorize?.();
    const occurredAt = clock.stamp();
    const facts = { now: occurredAt, actor: origin.actor, idFor: context.idFor };
    const decision = decide(decider, command, aggregate.state as S, facts);
    const { events: decided, refusals } = eventsOf(decision);
    if (decided.length === 0) {
      await aggregate.tail;
      if (aggregate.isBroken || (await kept.catchUp(decider, aggregate))) return null;
      return isRefusal(decision) ? decision : nothingDone(aggregate, refusals);
    }

    const names = keysOf({ catalogue: decider.events, id, origin, year: yearOf(occurredAt) }, decided);
    const wanted = [...new Set(names.flatMap((each) => [each.own, each.origin]))].filter((name) => name !== null);
    const bringing = keys.bring(wanted);
    if (bringing) {
      aggregate.bringing = bringing.finally(() => (aggregate.bringing = null));
      return aggregate.bringing.then(again);
    }
    if (wanted.some(keys.isDestroyed)) return refuse(ERASED);
    const sealed = decided.map((event, at) => [event, names[at]!] as const);
    const records = kept.changing(aggregate, () => evolveAndEncode(submission, aggregate, sealed, occurredAt));
    kept.changing(aggregate, () => mustFit(stream, records));
    const done = await append(aggregate, context, records, occurredAt);
    kept.appended(decider, aggregate);
    saveSnapshot(submission, aggregate);
    const maskOf = ({ type }: E) => decider.events.shapes[type as E['type']].mask;
    const recorded = () =>
      decided.map((event, at) =>
        asOpened(records[at]!, done.position!, splitByClass(event.data, maskOf(event)), origin),
      );
    return { stream, ...done, eventId: records[0]!.id, repeated: false, refusals, recorded };
  };

  return {
    clock,

    /**
     * Makes sure of a key for something outside the log: creates it when it was never used. @throws Damaged when it is
     * lost
     */
    bring: async (name: string): Promise<void> => void (await keys.bring([name])),

    /**
     * @returns where it was appended, or why it was refused.
     * @throws Unavailable when nothing can be stored now, Conflict when other writers were faster each time, Damaged
     * when the stream or a needed key is not what was stored.
     */
    async handle<S, C extends Message, E extends Message, Code extends string, I extends string>(
      submission: Submission<S, C, E, Code, I>,
    ): Promise<Outcome> {
      for (let failures = 1, isFirst = true; ; isFirst = false) {
        try {
          const outcome = await attempt(submission, isFirst);
          if (outcome) return outcome;
        } catch (error) {
          if (error instanceof Conflict && failures < ATTEMPTS.conflict) await pause(Math.random() * 10 * failures);
          else if (error instanceof Unavailable && failures < ATTEMPTS.unavailable) await pause(100 * failures);
          else throw error;
          failures += 1;
        }
      }
    },

    /** The state of a stream as it is stored now, for reading only. */
    async state<S, C extends Message, E extends Message, I extends string>(
      decider: Decider<S, C, E, string, I>,
      id: NoInfer<I>,
    ): Promise<S> {
      for (;;) {
        const aggregate = await load({ decider, id });
        await aggregate.tail;
        if (!aggregate.isBroken) await kept.catchUp(decider, aggregate);
        if (!aggregate.isBroken) return aggregate.state as S;
      }
    },
  };
};
