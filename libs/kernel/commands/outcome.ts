import type { ItemRefusal, Refusal } from '../model/decider';
import type { CommandMark, Position } from '../model/event';
import { eventIdOf } from '../log/ids';
import type { Remembered } from './commands-memory';
import type { OpenedRecord } from '../log/opened-record';

export type Done = {
  readonly stream: string;
  readonly revision: number;
  /** Of the newest event of this command; null when it changed nothing in a stream that has no event. */
  readonly position: Position | null;
  /** The first event of this command; null when it changed nothing. */
  readonly eventId: string | null;
  readonly types: readonly string[];
  /** True when the command had been done before and nothing was appended now. */
  readonly repeated: boolean;
  /** What of it was refused, item by item; not known of a command that had been done before. */
  readonly refusals: readonly ItemRefusal[];
  /** The events that were appended now, as a projector would be handed them. */
  readonly recorded: () => readonly OpenedRecord[];
};

export type Outcome = Done | Refusal;

/** The same key was used for something else within a day. */
export const KEY_REUSED = 'kernel/key-reused';
/** It would say something of what was erased: its key was destroyed. */
export const ERASED = 'kernel/erased';

const nothing = () => [];

/** A command that changed nothing. */
export const nothingDone = (
  { stream, revision, position }: Pick<Done, 'stream' | 'revision' | 'position'>,
  refusals: readonly ItemRefusal[],
): Done => ({ stream, revision, position, eventId: null, types: [], repeated: false, refusals, recorded: nothing });

/** A command that had been done before. */
export const doneBefore = (
  stream: string,
  { id }: CommandMark,
  { revision, position, types }: Pick<Remembered, 'revision' | 'position' | 'types'>,
): Done => ({
  stream,
  revision,
  position,
  eventId: eventIdOf(id, stream, revision - types.length + 1),
  types,
  repeated: true,
  refusals: [],
  recorded: nothing,
});
