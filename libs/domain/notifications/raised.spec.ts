import { DEFAULT_NOTIFICATION_PREFERENCES } from '@dosar/contracts';
import type { Rows } from '@dosar/kernel';
import type { Happening } from './happenings';
import type { NoRow, Recipients, RecipientsRow } from './recipients';
import { raiseInConversation } from './raised';

const MANY = 1_000;
const people = Array.from({ length: MANY }, (_, at) => `p-${at}`);
const talk: RecipientsRow = { kind: 'talk', id: 't', participants: people, newest: { by: '', at: 0, before: 0 } };
const person = (id: string): RecipientsRow => ({
  kind: 'user',
  id,
  role: 'user',
  firmId: null,
  clientIds: [],
  isActive: true,
  preferences: DEFAULT_NOTIFICATION_PREFERENCES,
});

/** Rows of a store that answers a turn later, and counts how often it was awaited. */
const givenRows = (all: ReadonlyMap<string, RecipientsRow>) => {
  let waits = 0;
  let isWaiting = false;
  const get = async (kind: string, id: string) => {
    if (!isWaiting) {
      [waits, isWaiting] = [waits + 1, true];
      setImmediate(() => (isWaiting = false));
    }
    await new Promise((go) => setImmediate(go));
    return all.get(`${kind} ${id}`) ?? null;
  };
  const beside = (kind: string) => ({ get: (id: string) => get(kind, id) });
  return { rows: { beside } as unknown as Rows<NoRow, Recipients>, waits: () => waits };
};

it('all people in a room are looked up at once', async () => {
  const { rows, waits } = givenRows(
    new Map([['talk t', talk], ...people.map((id) => [`user ${id}`, person(id)] as const)]),
  );
  const happening: Happening = {
    kind: 'message_new',
    actorId: 'p-0',
    role: 'user',
    clientId: null,
    conversationId: 't',
    subjectId: 'm',
  };
  const event = { id: 'e', position: 7n, occurredAt: '2026-01-01T00:00:00.000Z' };
  const writes = await raiseInConversation(rows, happening, event);
  // the conversation itself, and everybody but the sender
  expect(writes).toHaveLength(MANY);
  expect(waits()).toBeLessThan(10);
});
