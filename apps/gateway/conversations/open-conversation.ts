import { conversationsApi, type InputOf } from '@dosar/contracts';
import { derivedId, rowIn, type RowText } from '@dosar/kernel/runtime';
import { conversation } from '@dosar/domain/conversations/conversation.decider';
import { conversations, type ConversationRow } from '@dosar/domain/conversations/conversations.projector';
import type { Caller } from '../platform/access/call';
import { IdentityReads } from '../identity/identity.reads';
import type { Installation } from '../platform/hosting/installation';
import { named } from '../platform/http/json';
import { wrongField } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { ConversationsReads } from './conversations.reads';

type Wanted = InputOf<typeof conversationsApi.open>['body'];

/** With whom, and about whom or what. */
type Direct = {
  readonly clientId: string | null;
  readonly title: string | null;
  readonly others: ReadonlySet<string>;
};

export const openConversation = useCase(conversationsApi.open, async ({ body }, context) => {
  const { call, reads, see } = context;
  if (body.client_id !== undefined) reads.mustClient(body.client_id);
  const wanted = directOf(body, call.caller);
  const row = await (wanted.others.size > 0 ? withOthers(context, wanted) : ofClient(context, wanted));
  const [shown] = await see(ConversationsReads).shown([rowIn(row)]);
  return named('conversation', JSON.stringify(shown));
});

const directOf = (body: Wanted, { id }: Caller): Direct => {
  const { client_id: clientId = null, participant_ids, title = null } = body;
  return { clientId, title, others: new Set(participant_ids?.filter((each) => each !== id)) };
};

/** The client's own, which is there. */
const ofClient = async (
  { rows, see }: UseCaseContext,
  { clientId, title }: Direct,
): Promise<RowText<ConversationRow>> => {
  if (clientId === null || title !== null) throw wrongField('participant_ids', 'required');
  see(ConversationsReads).must(clientId);
  return (await rows.must(conversations, clientId)).json;
};

const withOthers = async (
  { call, installation, see, writes }: UseCaseContext,
  { clientId, title, others }: Direct,
): Promise<RowText<ConversationRow>> => {
  const known = new Set(see(IdentityReads).knownPeople(clientId));
  if (![...others].every((id) => known.has(id))) throw wrongField('participant_ids', 'unknown_id');
  const participantIds = [call.caller.id, ...others].sort();
  const write = await writes.begin(call, { clientId, participantIds, title });
  // the same people need no second conversation, unless it is about something of its own
  const id = title === null ? derivedId('direct', clientId ?? '', ...participantIds) : write.idFor('conversation');
  const firmId = clientId === null ? firmOf(installation, participantIds) : null;
  await write.handle(conversation, id, {
    type: 'OpenConversation',
    data: { kind: 'direct', clientId, firmId, title, participantIds },
  });
  return write.row(conversations, id);
};

/** The firm that they all belong to, if there is one. */
const firmOf = (installation: Installation, userIds: readonly string[]): string | null => {
  const firms = new Set(userIds.map((userId) => installation.access.tenantOf({ userId }).firmId));
  return firms.size === 1 ? [...firms][0]! : null;
};
