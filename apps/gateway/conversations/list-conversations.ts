import { conversationsApi, hasSought, soughtKey, type InputOf } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { conversations, type ConversationRow } from '@dosar/domain/conversations/conversations.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import type { ViewRows } from '../platform/reads/rows';
import { namesOf } from './shown-messages';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { ConversationsReads, type ConversationAccess } from './conversations.reads';

type Asked = InputOf<typeof conversationsApi.list>['query'];

export const listConversations = useCase(conversationsApi.list, async ({ query }, context) => {
  const ids = (await asked(context, query)).map(({ id }) => id);
  const shown = await shownOf(context, await rowsOf(context.rows, ids, query));
  const paging = { page: query.page, pageSize: query.pageSize, total: ids.length };
  return context.rows.said(context.call, messages, { ...shown, ...paging });
});

const shownOf = async ({ see }: UseCaseContext, found: readonly ConversationRow[]) => {
  const unread = see(ConversationsReads).unread();
  const unread_count = await unread.total();
  return { conversations: await see(ConversationsReads).shown(found, unread), unread_count };
};

const rowsOf = async (
  rows: ViewRows,
  ids: readonly string[],
  { page, pageSize }: Asked,
): Promise<ConversationRow[]> => {
  if (ids.length === 0) return [];
  const find = { where: { id: { in: ids } }, order: [['updated', 'desc']] } as const;
  const found = await rows.find(conversations, { ...find, skip: (page - 1) * pageSize, limit: pageSize });
  return found.map(({ json }) => rowIn(json));
};

const asked = async (
  { reads, rows }: UseCaseContext,
  { client_id, q }: Asked,
): Promise<readonly ConversationAccess[]> => {
  if (client_id !== undefined) reads.mustClient(client_id);
  const all = (await reads.conversations()).filter(({ clientId }) => client_id === undefined || clientId === client_id);
  return q === undefined || q.trim() === '' ? all : named(rows, all, q);
};

/** Those whose client, or somebody who takes part, is called so. */
const named = async (
  rows: ViewRows,
  talks: readonly ConversationAccess[],
  q: string,
): Promise<readonly ConversationAccess[]> => {
  const clientIds = talks.flatMap(({ clientId }) => clientId ?? []);
  const where = { id: { in: clientIds }, searched: { contains: soughtKey(q) } };
  const found = clientIds.length === 0 ? [] : await rows.find(clients, { where });
  const known = new Set(found.map(({ id }) => id));
  const nameOf = await namesOf(
    rows,
    talks.flatMap(({ participants }) => participants),
  );
  const isCalledSo = (id: string) => hasSought(nameOf(id) ?? '', q);
  return talks.filter(
    ({ clientId, participants }) => (clientId !== null && known.has(clientId)) || participants.some(isCalledSo),
  );
};

export const getConversation = useCase(conversationsApi.get, async ({ params: { id } }, { call, rows, see }) => {
  see(ConversationsReads).must(id);
  const row = await rows.must(conversations, id);
  const [conversation] = await see(ConversationsReads).shown([rowIn(row.json)]);
  return rows.said(call, messages, { conversation });
});
