import { z } from 'zod';
import { Id, LogPosition } from './endpoint';
import { Operation } from './files/files.view';

/** What the server tells its sockets. What is about stored things says where in the log it happened. */
export const liveEvents = {
  /** Something in these folders was changed; null is the root. */
  'files:changed': z.object({ client_id: Id, folder_ids: z.array(Id.nullable()), position: LogPosition }),
  /** How far an operation over many things has come; told to whoever asked for it. */
  'bulk:progress': z.object({ operation: Operation, position: LogPosition }),
  /** The own account reads otherwise: name, e-mail, preferences, pinned clients; with `access`, whose documents they see. */
  'me:changed': z.object({ position: LogPosition, access: z.boolean().optional() }),
  /** The session is over, and the socket with it. */
  'session:revoked': z.object({}),
  /** Too much was missed to be told: everything is to be read again. */
  resync: z.object({}),
} as const;
export type LiveEvent = keyof typeof liveEvents;
export type LiveBody<E extends LiveEvent> = z.output<(typeof liveEvents)[E]>;

/** What a console may tell the server: nothing yet. */
export const consoleEvents = {} as const satisfies Readonly<Record<string, z.ZodType>>;
export type ConsoleEvent = keyof typeof consoleEvents;

/** What a socket says about itself: who it is for, and up to where it has heard everything. */
export const Handshake = z.object({ token: z.string().min(1).max(4_096), since: LogPosition.optional() });
export type Handshake = z.infer<typeof Handshake>;

export const LIVE = {
  /** What a refused handshake is told. */
  refused: 'websocket authentication failed',
  /** Whoever missed more than that is told to read everything again. */
  missed: 1_000,
  attempts: 5,
  delay: 1_000,
  delayMax: 5_000,
  timeout: 20_000,
} as const;
