import { MESSAGE_LIMITS } from '@dosar/contracts';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import type { RowWrite, ViewSpec } from '@dosar/kernel/runtime';
import { conversations, type ConversationRow } from '@dosar/domain/conversations/conversations.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { readers } from '@dosar/domain/conversations/readers.projector';
import { UnreadOf } from './unread-messages';
import { placeAt } from '@dosar/adapters/testing/places';

const MANY = MESSAGE_LIMITS.unread + 500;
const talkOf = (id: string): ConversationRow => ({
  id,
  kind: 'direct',
  client_id: null,
  title: null,
  last_message_id: `${id}-last`,
  participants: [{ id: 'ana', since: '0' }],
  key: 'conversation:t/2026',
  updated_at: '2026-03-04T10:00:00.000Z',
});
const aRow = (id: string, row: object, columns: RowWrite['columns'] = {}): RowWrite => ({
  id,
  json: JSON.stringify(row),
  columns,
  subjects: [],
  terms: [],
  position: 1n,
});

it('more unread messages than anybody reads are not counted, in one conversation nor in all', async () => {
  const reads = memoryReadStore();
  await reads.open([conversations, messages, readers]);
  const talks = ['t', 'u'].map(talkOf);
  const said = talks.flatMap(({ id }) =>
    Array.from({ length: MANY }, (_, at) =>
      aRow(`${id}${at}`, {}, { conversation_id: id, place: BigInt(at + 1), sender_id: 'elena', deleted: 0 }),
    ),
  );
  const batchOf = (view: ViewSpec, writes: readonly RowWrite[]) => ({ view, writes, audiences: new Map() });
  const rows = talks.map((talk) => aRow(talk.id, talk, { updated: talk.updated_at }));
  await reads.apply([batchOf(messages, said), batchOf(conversations, rows)], placeAt(1n));

  const unread = new UnreadOf(reads, 'ana', async () => ['t', 'u']);
  expect(await unread.in(talks)).toEqual(
    new Map(talks.map(({ id }) => [id, { count: MESSAGE_LIMITS.unread, first: `${id}0` }])),
  );
  expect(await unread.total()).toBe(MESSAGE_LIMITS.unread);
});
