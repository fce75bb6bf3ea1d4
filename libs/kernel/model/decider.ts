import type { Actor, Belonging, Catalogue } from './event';
import type { Message, On } from './message';

/** An expected "no", with a code the console can translate. A value, never an exception. */
export type Refusal<Code extends string = string> = { readonly refused: Code; readonly detail?: string };

export const refuse = <const Code extends string>(refused: Code, detail?: string): Refusal<Code> =>
  detail === undefined ? { refused } : { refused, detail };

export const isRefusal = (decision: unknown): decision is Refusal =>
  typeof decision === 'object' && decision !== null && 'refused' in decision;

/** Some of what was asked for happens; each of the rest is refused for a reason of its own. */
export type Partly<E extends Message, Code extends string = string> = {
  readonly events: readonly E[];
  readonly refusals: readonly ItemRefusal<Code>[];
};
export type ItemRefusal<Code extends string = string> = Refusal<Code> & { readonly id: string };

export type Decision<E extends Message, Code extends string = string> = readonly E[] | Partly<E, Code> | Refusal<Code>;

export const isPartly = <E extends Message, Code extends string>(
  decision: Decision<E, Code>,
): decision is Partly<E, Code> => 'refusals' in decision;

/** Facts of a decision that a pure function cannot get by itself. */
export type Facts = {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly actor: Actor;
  /** An id that belongs to this command: the same name gives the same id when the command is repeated. */
  readonly idFor: (name: string) => string;
};

/** I: the type of the ids of its streams. */
export interface Decider<
  State,
  C extends Message,
  E extends Message,
  Code extends string = string,
  I extends string = string,
> {
  readonly events: Catalogue<E>;
  readonly initial: () => State;
  readonly decide: On<C, [state: State, facts: Facts], Decision<E, Code>>;
  /** May change the given state and return it: the fold owns it. */
  readonly evolve: On<E, [state: State, at: { readonly now: string }], State>;
  /** Whom an event belongs to, given the state after it. `id` is the stream's. */
  belongsTo(id: I, event: E, after: State): Belonging;
  /** Approximate bytes of memory of a state; small when omitted. */
  readonly weigh?: (state: State) => number;
  /** For many streams that are seldom used twice: no state is held once its appends are durable. */
  readonly isKept?: false;
  /** How the state of a long stream is stored, so that the stream need not be read from its beginning. */
  readonly snapshot?: {
    /** Raise it when the state's shape changes: older snapshots are then ignored. */
    readonly version: number;
    /** The state in parts, each of a few milliseconds' work. The parts must not change with the state. */
    readonly save: (state: State) => Iterable<unknown>;
    /** Adds a part to a state, beginning with the initial one. */
    readonly load: (state: State, part: unknown) => State;
  };
}

type Apply = (...args: readonly unknown[]) => unknown;

export const evolve = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  state: S,
  event: E,
  now: string,
): S => {
  const apply = decider.evolve[event.type as E['type']] as Apply | undefined;
  if (!apply) throw new Error(`${decider.events.category} knows no event ${event.type}`);
  return apply(event.data, state, { now }) as S;
};

export const decide = <S, C extends Message, E extends Message, Code extends string>(
  decider: Decider<S, C, E, Code>,
  command: C,
  state: S,
  facts: Facts,
): Decision<E, Code> =>
  (decider.decide[command.type as C['type']] as Apply)(command.data, state, facts) as Decision<E, Code>;

/** The events of a decision, and its refused items. */
export const eventsOf = <E extends Message, Code extends string>(decision: Decision<E, Code>) => {
  if (isRefusal(decision)) return { events: [], refusals: [] };
  return isPartly(decision) ? decision : { events: decision, refusals: [] };
};
