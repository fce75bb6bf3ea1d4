import type { Decider } from './decider';
import type { Recorded } from './event';
import type { DataOf, Message } from './message';
import type { Letter } from '../ports';
import type { None, Projector } from './projector';

/** A command that an event asks for, and the stream it goes to. Doing it again, however late, may change nothing. */
export type Send = {
  readonly kind: 'command';
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each decider keeps its own types
  readonly decider: Decider<any, any, any>;
  readonly id: string;
  readonly command: Message;
};

/** Keeps a command with its decider, so that the compiler sees that they fit. */
export const send = <S, C extends Message, E extends Message, I extends string>(
  decider: Decider<S, C, E, string, I>,
  id: NoInfer<I>,
  command: C,
): Send => ({ kind: 'command', decider, id, command });

/** A letter that an event asks for: not sent when the stream says that it was, and noted there when it is. */
export type Post = {
  readonly kind: 'letter';
  readonly letter: Letter;
  readonly note: Send;
  readonly isNoted: (state: unknown) => boolean;
};

/** What an event leads to; its kind says who does it. */
export type Effect = Send | Post;

/** What a reactor may know besides the event. */
export type ReactorFacts = {
  /** The address of a page of the console, with a signed token made of these words. */
  readonly linkTo: (page: string, ...words: readonly string[]) => string;
  readonly now: () => Date;
};

/** Rows of a view, in memory. */
export interface ReactorRows<R, B = None> {
  get(id: string): R | null;
  /** Those of a kind that the view keeps for itself. */
  beside<K extends keyof B & string>(kind: K): { get(id: string): B[K] | null };
  /** All of them. */
  values(): Iterable<R | B[keyof B]>;
}

/** When this happened, do that. Pure: the runner does it at least once, and the stream that it changes knows what was done. */
export interface Reactor<E extends Message, R = unknown, B = None> {
  readonly name: string;
  /** It needs no personal data, and is handed none. */
  readonly personal?: 'unread';
  /**
   * The view whose rows it may read, a small one without personal data that it looks up by id: as they stand with the event,
   * or newer where an event is done again after a stop.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of whatever events the view is made
  readonly view?: Projector<any, R, B, any>;
  readonly on: {
    readonly [T in E['type']]?: (
      data: DataOf<E, T>,
      event: Recorded<Extract<E, { type: T }>>,
      facts: ReactorFacts,
      rows: ReactorRows<R, B>,
    ) => readonly Effect[];
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each reactor keeps its own types
export type AnyReactor = Reactor<any, any, any>;

/** Reactors that follow the log together, with a place of their own in it. */
export type ReactorGroup = {
  readonly name: string;
  readonly reactors: readonly AnyReactor[];
  /** Whether a call waits for what follows from it. */
  readonly isWaitedFor: boolean;
};
