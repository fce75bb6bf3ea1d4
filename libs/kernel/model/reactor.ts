import type { Decider } from './decider';
import type { Recorded } from './event';
import type { DataOf, Message } from './message';
import type { Letter } from '../ports';
import type { None, Projector } from './projector';

/** A command that an event leads to, with its stream. Repeating it, however late, must change nothing. */
export type Send = {
  readonly kind: 'command';
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each decider keeps its own types
  readonly decider: Decider<any, any, any>;
  readonly id: string;
  readonly command: Message;
};

/** Pairs a command with its decider, so that the compiler checks that they fit. */
export const send = <S, C extends Message, E extends Message, I extends string>(
  decider: Decider<S, C, E, string, I>,
  id: NoInfer<I>,
  command: C,
): Send => ({ kind: 'command', decider, id, command });

/** The state of a stream as it is when a letter leaves: what it says of others is theirs of then. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each decider keeps its own types
export type StateOf = <S>(decider: Decider<S, any, any, string, any>, id: string) => Promise<S>;

/** A letter that an event leads to: it is not sent when its stream notes it as sent, and is noted there afterwards. */
export type Post = {
  readonly kind: 'letter';
  readonly letter: Letter | ((stateOf: StateOf) => Promise<Letter>);
  readonly note: Send;
  readonly isNoted: (state: unknown) => boolean;
};

/** An effect of an event; its kind says who performs it. */
export type Effect = Send | Post;

/** Facts for a reactor besides the event. */
export type ReactorFacts = {
  /** The address of a page of the console, with a signed token that contains these words. */
  readonly linkTo: (page: string, ...words: readonly string[]) => string;
  readonly now: () => Date;
};

/** Rows of a view in memory. */
export interface ReactorRows<R, B = None> {
  get(id: string): R | null;
  /** Rows of an internal kind. */
  beside<K extends keyof B & string>(kind: K): { get(id: string): B[K] | null };
  /** All rows. */
  values(): Iterable<R | B[keyof B]>;
}

/**
 * What follows from events. Pure: the runner performs effects at least once, and the stream that they change recognises
 * repetitions.
 */
export interface Reactor<E extends Message, R = unknown, B = None> {
  readonly name: string;
  /** It needs no personal data and gets none. */
  readonly personal?: 'unread';
  /**
   * A small view without personal data whose rows it reads by id: as of the event, or newer where an event is repeated
   * after a stop.
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

/** Reactors that follow the log together, with one checkpoint. */
export type ReactorGroup = {
  readonly name: string;
  readonly reactors: readonly AnyReactor[];
  /** Whether a call waits for the effects of its events. */
  readonly isWaitedFor: boolean;
};
