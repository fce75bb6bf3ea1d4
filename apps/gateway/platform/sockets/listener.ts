import { consoleEvents, type ConsoleEvent } from '@dosar/contracts';
import type { z } from 'zod';
import type { Call } from '../access/call';
import { clientEventRules, type Rule } from '../access/policy';

type Said = { readonly [E in ConsoleEvent]: z.output<(typeof consoleEvents)[E]> };

/** Hears one event that consoles say. What it returns is the acknowledgement; what it throws is answered like a call's. */
export interface Listener {
  readonly event: string;
  hear(body: unknown, call: Call): Promise<object | void>;
}

/** A listener of an event of the contract, which it is handed as the contract parses it. */
export interface ListenerTo<E extends ConsoleEvent> extends Listener {
  readonly event: E;
  hear(body: Said[E], call: Call): Promise<object | void>;
}

/** Injected by this name: what may be said over a socket, how it is written, and who may say it. */
export const CLIENT_EVENT = Symbol('Spoken');

export type ClientEvent = ReadonlyMap<string, { readonly schema: z.ZodType; readonly rule: Rule }>;

export const clientEventOf: ClientEvent = new Map(
  Object.entries<z.ZodType>(consoleEvents).map(([event, schema]) => [
    event,
    { schema, rule: (clientEventRules as Readonly<Record<string, Rule>>)[event]! },
  ]),
);
