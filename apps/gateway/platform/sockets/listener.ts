import { consoleEvents, type ConsoleEvent } from '@dosar/contracts';
import type { z } from 'zod';
import type { Call } from '../access/call';
import { clientEventRules, type Rule } from '../access/policy';

type Said = { readonly [E in ConsoleEvent]: z.output<(typeof consoleEvents)[E]> };

/** Handles one event of consoles. Its return value is the acknowledgement; an error is answered like a call's. */
export interface Listener {
  readonly event: string;
  hear(body: unknown, call: Call): Promise<object | void>;
}

/** A listener to an event of the contract, whose body is parsed. */
export interface ListenerTo<E extends ConsoleEvent> extends Listener {
  readonly event: E;
  hear(body: Said[E], call: Call): Promise<object | void>;
}

/** Injection token of the events of consoles, with their schemas and rules. */
export const CLIENT_EVENT = Symbol('Spoken');

export type ClientEvent = ReadonlyMap<string, { readonly schema: z.ZodType; readonly rule: Rule }>;

export const clientEventOf: ClientEvent = new Map(
  Object.entries<z.ZodType>(consoleEvents).map(([event, schema]) => [
    event,
    { schema, rule: (clientEventRules as Readonly<Record<string, Rule>>)[event]! },
  ]),
);
