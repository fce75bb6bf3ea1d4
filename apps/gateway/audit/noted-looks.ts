import { once } from '@dosar/kernel/runtime';
import { reads } from '@dosar/domain/audit/reads.decider';
import type { NotesOfLooks } from '../platform/past/look';

/** Nobody looks at what others could see unseen: that they do is in the audit before they are answered. */
export const notesOfLooks: NotesOfLooks = {
  async note(commandHandler, call, userId) {
    const { id: readerId, sessionId } = call.caller;
    const command = { type: 'NoteLook', data: { readerId, userId } } as const;
    await commandHandler.handle({ decider: reads, id: sessionId, command, context: once(), origin: call.origin() });
  },
};
