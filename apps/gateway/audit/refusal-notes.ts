import { once } from '@dosar/kernel/runtime';
import { reads } from '@dosar/domain/audit/reads.decider';
import { MOST_REFUSED } from '@dosar/domain/audit/reads.events';
import type { RefusalNotes } from '../platform/access/refusal-notes';

/** What a session was refused is an event of what it read. */
export const refusalNotes: RefusalNotes = {
  most: MOST_REFUSED,
  async note(commandHandler, { sessionId, origin, ...data }) {
    const command = { type: 'NoteRefusals', data } as const;
    await commandHandler.handle({ decider: reads, id: sessionId, command, context: once(), origin });
  },
};
