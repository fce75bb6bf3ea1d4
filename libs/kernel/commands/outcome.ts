import type { ItemRefusal, Refusal } from '../model/decider';
import type { CommandMark, Position } from '../model/event';
import { eventIdOf } from '../log/ids';
import type { Remembered } from './commands-memory';
import type { OpenedRecord } from '../log/opened-record';

export type Done = {
  readonly stream: string;
  readonly revision: number;
  /** Position of the command's newest event; null when it changed nothing in a stream without events. */
  readonly position: Position | null;
  /** The first event of this command; null when it changed nothing. */
  readonly eventId: string | null;
  readonly types: readonly string[];
  /** True when the command had been done before and nothing was appended now. */
  readonly repeated: boolean;
  /** Items that were refused; empty for a command that had been done before, where they are not known. */
  readonly refusals: readonly ItemRefusal[];
  /** The events appended now, in the form a projector gets them. */
  readonly recorded: () => readonly OpenedRecord[];
};

export type Outcome = Done | Refusal;

/** The same key was used for something else within a day. */
export const KEY_REUSED = 'kernel/key-reused';
/** Refused because the event would contain personal data of somebody whose key was destroyed. */
export const ERASED = 'kernel/erased';

const nothing = () => [];

/** The outcome of a command that changed nothing. */
export const nothingDone = (
  { stream, revision, position }: Pick<Done, 'stream' | 'revision' | 'position'>,
  refusals: readonly ItemRefusal[],
): Done => ({ stream, revision, position, eventId: null, types: [], repeated: false, refusals, recorded: nothing });

/** The outcome of a command that had been done before. */
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
