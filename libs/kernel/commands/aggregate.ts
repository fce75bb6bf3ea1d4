import { evolve, type Decider } from '../model/decider';
import type { Position } from '../model/event';
import { commandsMemory, type CommandsMemory } from './commands-memory';
import { Damaged, REMEDY } from '../model/damage';
import type { Message } from '../model/message';
import type { OpenedRecord } from '../log/opened-record';
import { upcastTo } from '../log/upcast';
import type { Shape } from '../model/shape';

/** A stream folded, and kept while it is in use. */
export type Aggregate = {
  readonly stream: string;
  readonly commands: CommandsMemory;
  /** What its personal members were sealed with: its state is theirs. */
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
  /** While the keys of a first command are brought, later ones wait behind it. */
  bringing: Promise<void> | null;
  /** An append of it failed, so its state is not what the log says: load it again. */
  isBroken: boolean;
  /** Bytes of memory, about. */
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

/** What a state and a remembered command take where a decider does not say. */
const SMALL = 2_000;
const COMMAND = 400;

export const weigh = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  { state, commands }: Aggregate,
): number => (decider.weigh?.(state as S) ?? SMALL) + commands.size * COMMAND;

/** What a record says, in the newest version of its event. @throws Damaged */
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
  // an append of our own may have overtaken the reading
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
