import type { Decider } from './decider';
import type { Recorded } from './event';
import type { DataOf, Message } from './message';

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

/** When this happened, ask for that. Pure: the runner sends at least once, the log keeps it to once. */
export interface Reactor<E extends Message> {
  readonly name: string;
  readonly on: {
    readonly [T in E['type']]?: (data: DataOf<E, T>, event: Recorded<Extract<E, { type: T }>>) => readonly Send[];
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each reactor keeps its own types
export type AnyReactor = Reactor<any>;
