import { once, type CommandHandler } from '@dosar/kernel/runtime';
import { reads, type ReadsCommand } from '@dosar/domain/audit/reads.decider';
import type { Call } from '../platform/access/call';
import type { NotesOfLooks } from '../platform/past/look';

const note = async (commandHandler: CommandHandler, call: Call, command: ReadsCommand): Promise<void> => {
  const { sessionId } = call.caller;
  await commandHandler.handle({ decider: reads, id: sessionId, command, context: once(), origin: call.origin() });
};

/** Nobody looks at what others could see unseen, and no auditor at anything: that they do is in the audit before they are answered. */
export const notesOfLooks: NotesOfLooks = {
  note: (commandHandler, call, userId) =>
    note(commandHandler, call, { type: 'NoteLook', data: { readerId: call.caller.id, userId } }),
  opened: (commandHandler, call, data) => note(commandHandler, call, { type: 'NoteRecords', data }),
};
