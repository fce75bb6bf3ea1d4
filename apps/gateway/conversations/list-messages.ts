import { MESSAGE_LIMITS, messagesApi, type InputOf } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { edits } from '@dosar/domain/conversations/edits.projector';
import { messages, type MessageRow } from '@dosar/domain/conversations/messages.projector';
import { notFound } from '../platform/http/problem';
import type { ViewRows } from '../platform/reads/rows';
import { messageIn, namesOf } from './shown-messages';
import { Ephemeral } from '../platform/sockets/ephemeral';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { ConversationsReads, type ConversationAccess } from './conversations.reads';

type Asked = InputOf<typeof messagesApi.list>['query'];

/** Some messages, oldest first, and whether there are more on either side. */
type Part = { readonly rows: readonly MessageRow[]; readonly before: boolean; readonly after: boolean };

export const listMessages = useCase(messagesApi.list, async ({ params, query }, context) => {
  const { call, rows, see } = context;
  const talk = see(ConversationsReads).must(params.id);
  if (!context.look) askFor(context, talk);
  const { rows: found, before, after } = await part(context, talk, query);
  const shown = await see(ConversationsReads).shownMessages(found);
  return rows.said(call, messages, { messages: shown, has_more_before: before, has_more_after: after });
});

/** Whoever takes part is told of what is said there; others ask for it by looking. */
const askFor = ({ call, use }: UseCaseContext, { id: conversationId, participants }: ConversationAccess): void => {
  const { id, sessionId } = call.caller;
  if (!participants.includes(id)) use(Ephemeral).ask(sessionId, { conversationId });
};

const part = async (
  { look, rows, see }: UseCaseContext,
  talk: ConversationAccess,
  { before, after, around, limit }: Asked,
): Promise<Part> => {
  // behind an instant there may be many that are not looked at one by one
  const end = look && look.instant.position + 1n;
  const near = before ?? after ?? around;
  if (near === undefined) return upTo(rows, talk, end, limit);
  const message = await see(ConversationsReads).messageOf(talk, near);
  if (!message) throw notFound();
  const place = BigInt(message.position);
  const since = (first: bigint) => ({ from: first, ...(end !== null && { below: end }) });
  if (before !== undefined) return { ...(await upTo(rows, talk, place, limit)), after: true };
  if (after !== undefined) return { ...(await from(rows, talk, since(place + 1n), limit)), before: true };
  const older = await upTo(rows, talk, place, Math.floor(limit / 2));
  const newer = await from(rows, talk, since(place), Math.ceil(limit / 2));
  return { rows: [...older.rows, ...newer.rows], before: older.before, after: newer.after };
};

/** The newest before a place, or of all. */
const upTo = async (rows: ViewRows, { id }: ConversationAccess, place: bigint | null, limit: number): Promise<Part> => {
  const where = { conversation_id: id, ...(place !== null && { place: { below: place } }) };
  const found = await rows.find(messages, { where, order: [['place', 'desc']], limit: limit + 1 });
  return { rows: found.slice(0, limit).map(messageIn).reverse(), before: found.length > limit, after: false };
};

type Span = { readonly from: bigint; readonly below?: bigint };

const from = async (rows: ViewRows, { id }: ConversationAccess, place: Span, limit: number): Promise<Part> => {
  const where = { conversation_id: id, place };
  const found = await rows.find(messages, { where, order: [['place', 'asc']], limit: limit + 1 });
  return { rows: found.slice(0, limit).map(messageIn), before: false, after: found.length > limit };
};

export const listEdits = useCase(
  messagesApi.edits,
  async ({ params: { id: messageId } }, { call, look, rows, see }) => {
    const { row } = await see(ConversationsReads).message(messageId);
    if (row.deleted) throw notFound();
    return rows.said(call, edits, { edits: await editsOf(rows, messageId, look?.since ?? null) });
  },
);

/** @param since an auditor sees the acts of the period alone */
const editsOf = async (rows: ViewRows, messageId: string, since: string | null) => {
  // of those from before there was a limit the last ones
  const find = {
    where: { message_id: messageId },
    order: [['number', 'desc']],
    limit: MESSAGE_LIMITS.edits,
  } as const;
  const all = (await rows.find(edits, find)).map(({ json }) => rowIn(json)).reverse();
  const found = since === null ? all : all.filter(({ edited_at }) => edited_at >= since);
  const nameOf = await namesOf(
    rows,
    found.map(({ editor_id }) => editor_id),
  );
  return found.map(({ message_id: _, key: __, editor_id: id, ...edit }) => ({
    editor: { id, name: nameOf(id) },
    ...edit,
  }));
};
