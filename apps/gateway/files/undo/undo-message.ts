import { isOffered, type UndoConflict, type UndoStand, type UndoStep } from '@dosar/contracts';
import { isRefusal } from '@dosar/kernel/runtime';
import { message, messageStand, type MessageRefusal } from '@dosar/domain/conversations/message.decider';
import { isSame } from '@dosar/domain/conversations/message-reactions';
import {
  agree,
  messageReturn,
  type MessageReturn,
  type MessageStand,
} from '@dosar/domain/conversations/message-returns';
import { ConversationsReads } from '../../conversations/conversations.reads';
import type { Json } from '../../platform/http/json';
import { Problem } from '../../platform/http/problem';
import type { UseCaseContext } from '../../platform/use-cases/use-case-context';
import type { Deed } from './deeds';
import { answer, type How } from './returned';

const CONFLICTS = {
  'message/unknown': 'gone',
  'message/foreign': 'not_yours',
  'message/empty': 'changed_since',
  'message/edits': 'changed_since',
  'message/changed-since': 'changed_since',
  'message/erased': 'erased',
  'message/reactions': 'changed_since',
} as const satisfies Record<MessageRefusal, UndoConflict>;

const shownStand = ({ text, isDeleted, reactions }: MessageStand): UndoStand => ({
  ...(text !== undefined && { text }),
  ...(isDeleted !== undefined && { deleted: isDeleted }),
  ...(reactions && { reactions: reactions.filter(({ isThere }) => isThere).map(({ emoji }) => emoji) }),
});

/** What becomes of a message, and which parts of the product that belongs to. */
const FEATURES = {
  delete: ['message_delete'],
  restore: ['message_delete'],
  edit: ['message_edit'],
  react: ['chat'],
} as const;

const willOf = ({ text, isDeleted, reactions }: MessageStand): keyof typeof FEATURES => {
  if (isDeleted !== undefined) return isDeleted ? 'delete' : 'restore';
  return text === undefined && reactions ? 'react' : 'edit';
};

type Asked = { readonly correlation_id: string; readonly deed: Deed };

/** A deed that was about one message: what undoes it is one append, and needs no operation. */
export const undoMessage = async (
  context: UseCaseContext,
  { correlation_id, deed }: Asked,
  how: How,
): Promise<Json> => {
  const { call, see, writes } = context;
  const { id } = deed.message[0]!.resource;
  await see(ConversationsReads).message(id);
  const turn = messageReturn(deed.message);
  const steps = turn && isHere(context, turn) ? await stepsOf(context, id, turn, deed) : [];
  const conflicts = steps.filter(({ conflict }) => conflict !== null).length;
  const plan = { correlation_id, steps, total: steps.length, conflicts, nothing: deed.nothing };
  if (how.dry_run || !turn || steps.length === 0) return answer(plan);
  if (conflicts > 0 && !how.leave_out_conflicts) throw new Problem('UNDO_CONFLICTS');
  if (conflicts === 0) {
    const write = await writes.begin(call, { correlation_id });
    await write.handle(message, id, { type: 'ReturnMessage', data: turn });
    await writes.visible(call);
  }
  return answer(plan);
};

/** Whether an installation has what this is. */
const isHere = ({ installation }: UseCaseContext, { to }: MessageReturn): boolean =>
  isOffered(installation.config.features, FEATURES[willOf(to)]);

/** What is of interest of how it stands now: only what would be otherwise. */
const nowOf = (now: Required<MessageStand>, { text, isDeleted, reactions }: MessageStand): MessageStand => ({
  ...(text !== undefined && { text: now.text }),
  ...(isDeleted !== undefined && { isDeleted: now.isDeleted }),
  ...(reactions && { reactions: now.reactions.filter((each) => reactions.some((other) => isSame(each, other))) }),
});

const stepsOf = async (
  { call, installation }: UseCaseContext,
  id: string,
  turn: MessageReturn,
  deed: Deed,
): Promise<UndoStep[]> => {
  const state = await installation.commandHandler.state(message, id);
  const { actor } = call.origin();
  const decision = message.decide.ReturnMessage(turn, state, { now: '', actor, idFor: String });
  const refused = isRefusal(decision) ? decision.refused : null;
  if (refused === null && agree(messageStand(state), turn.to)) return [];
  const { id: event_id, type: event_type } = deed.message.at(-1)!;
  return [
    {
      event_id,
      event_type,
      resource_type: 'message',
      resource_id: id,
      name: null,
      will: willOf(turn.to),
      from: shownStand(nowOf(messageStand(state), turn.to)),
      to: shownStand(turn.to),
      conflict: refused && CONFLICTS[refused],
    },
  ];
};
