import type { Decider } from './decider';
import type { Recorded } from './event';
import type { DataOf, Message } from './message';
import type { Letter } from './ports';

/** A command that an event asks for, and the stream it goes to. */
export type Send = {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each decider keeps its own types
  readonly decider: Decider<any, any, any>;
  readonly to: string;
  readonly command: Message;
};

/** Keeps a command with its decider, so that the compiler sees that they fit. */
export const send = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  to: string,
  command: C,
): Send => ({ decider, to, command });

/** A letter that an event asks for. It may be sent twice after a crash, and never not at all. */
export type Post = { readonly letter: Letter };

/** What a reactor may know besides the event. */
export type ReactorFacts = {
  /** The address of a page of the console, with a signed token made of these words. */
  readonly linkTo: (page: string, ...words: readonly string[]) => string;
  readonly now: () => Date;
};

/** When this happened, ask for that. Pure: the runner asks at least once, the log keeps commands to once. */
export interface Reactor<E extends Message> {
  readonly name: string;
  readonly on: {
    readonly [T in E['type']]?: (
      data: DataOf<E, T>,
      event: Recorded<Extract<E, { type: T }>>,
      facts: ReactorFacts,
    ) => readonly (Send | Post)[];
  };
}

/** Reactors that follow the log together, with a place of their own in it. */
export type ReactorGroup = {
  readonly name: string;
  readonly reactors: readonly AnyReactor[];
  /** Whether a call waits for what follows from it. */
  readonly isWaitedFor: boolean;
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each reactor keeps its own types
export type AnyReactor = Reactor<any>;
