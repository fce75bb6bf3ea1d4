import { evolve, type Decider } from '../model/decider';
import type { Position } from '../model/event';
import { commandsMemory, type CommandsMemory } from './commands-memory';
import { Damaged, REMEDY } from '../model/damage';
import type { Message } from '../model/message';
import type { OpenedRecord } from '../log/opened-record';
import { upcastTo } from '../log/upcast';
import type { Shape } from '../model/shape';

/** The state of a stream, held in memory while it is in use. */
export type Aggregate = {
  readonly stream: string;
  readonly commands: CommandsMemory;
  /** The keys its personal members were encrypted with: a snapshot of the state is encrypted with all of them. */
  readonly keys: Set<string>;
  state: unknown;
  /** Includes appends under way. */
  revision: number;
  position: Position | null;
  /** Revision of its newest snapshot, and whether one is being written. */
  snapshotAt: number;
  isSaving: boolean;
  /** Settles, never rejects, when all appends under way have settled. */
  tail: Promise<unknown>;
  pending: number;
  /** While the keys for a first command are fetched, later commands of the stream wait. */
  bringing: Promise<void> | null;
  /** An append failed, so the state is not that of the log and must be loaded again. */
  isBroken: boolean;
  /** Approximate bytes of memory. */
  weight: number;
  /** When it was used last, in milliseconds. */
  usedAt: number;
};

export const newAggregate = (stream: string, state: unknown): Aggregate => ({
  stream,
  commands: commandsMemory(),
  keys: new Set(),
  state,
  revision: -1,
  position: null,
  snapshotAt: -1,
  isSaving: false,
  tail: Promise.resolve(),
  pending: 0,
  bringing: null,
  isBroken: false,
  weight: 0,
  usedAt: 0,
});

/** Approximate bytes of a state and of a remembered command, for deciders that do not weigh their states. */
const SMALL = 2_000;
const COMMAND = 400;

export const weigh = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  { state, commands }: Aggregate,
): number => (decider.weigh?.(state as S) ?? SMALL) + commands.size * COMMAND;

/** The data of a record, lifted to the newest version of its event. @throws Damaged */
const dataOf = (record: OpenedRecord, shape: Shape<unknown>): unknown => {
  try {
    return upcastTo(record, shape).data;
  } catch (error) {
    if (error instanceof Damaged) throw error;
    throw new Damaged(`event ${record.id} of ${record.stream} cannot be read: ${(error as Error).message}`);
  }
};

/** Adds an event of the log to a stream's state. @throws Damaged when one before it is missing, or it cannot be read. */
export const foldRecord = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  aggregate: Aggregate,
  record: OpenedRecord,
  now: number,
): void => {
  const { stream, revision, position, type, command, occurredAt } = record;
  // a read that began before one of our own appends may deliver what that append has applied already
  if (revision <= aggregate.revision) return;
  if (revision !== aggregate.revision + 1)
    throw new Damaged(`${stream} has no revision ${aggregate.revision + 1}, but ${revision}`);
  const shape = decider.events.shapes[type as E['type']];
  if (!shape)
    throw new Damaged(`${stream} holds ${type}, which ${decider.events.category} does not know: ${REMEDY.newer}`);
  const data = dataOf(record, shape);
  aggregate.state = evolve(decider, aggregate.state as S, { type, data } as E, occurredAt);
  if (record.personalKey !== null && record.personal() !== null) aggregate.keys.add(record.personalKey);
  aggregate.revision = revision;
  aggregate.position = position;
  aggregate.commands.add(command, { body: command.body, at: Date.parse(occurredAt), revision, position }, type, now);
};
