import type { CommandHandler, Origin } from '@dosar/kernel/runtime';
import type { Refused } from '../http/problem';

/** What a session was refused since it was noted last, and by which request the last of it. */
export type RefusedOfSession = {
  readonly sessionId: string;
  readonly count: number;
  readonly refused: readonly Refused[];
  readonly routes: readonly string[];
  readonly origin: Origin;
};

/** How the context whose events they are notes what a session was refused: of things and routes at most so many. */
export type RefusalNotes = {
  readonly most: number;
  readonly note: (commandHandler: CommandHandler, refused: RefusedOfSession) => Promise<void>;
};
