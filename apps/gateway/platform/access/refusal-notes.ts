import type { CommandHandler, Origin } from '@dosar/kernel/runtime';
import type { Refused } from '../http/problem';

/** Refusals of a session since the last note, with the last request. */
export type RefusedOfSession = {
  readonly sessionId: string;
  readonly count: number;
  readonly refused: readonly Refused[];
  readonly routes: readonly string[];
  readonly origin: Origin;
};

/** How a context notes a session's refusals: at most that many things and routes. */
export type RefusalNotes = {
  readonly most: number;
  readonly note: (commandHandler: CommandHandler, refused: RefusedOfSession) => Promise<void>;
};
