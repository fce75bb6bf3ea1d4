import type { ReadStore } from '@dosar/kernel/runtime';
import type { Message } from '@dosar/contracts';
import { aFirm, aGateway, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';

/** Longer than a request takes, and shorter than the wait for a view. */
const LATE_MS = 150;

describe('whoever is told that something was done', () => {
  let gateway: Gateway;
  let office: Awaited<ReturnType<typeof aFirm>>;
  let lateMs = 0;
  beforeAll(async () => {
    const ports = memoryPorts();
    const reads: ReadStore = {
      ...ports.reads,
      async apply(batches, place) {
        await new Promise((go) => setTimeout(go, lateMs));
        await ports.reads.apply(batches, place);
      },
    };
    gateway = await aGateway({}, { ...ports, reads });
    office = await aFirm(gateway);
  });
  beforeEach(() => (lateMs = LATE_MS));
  afterEach(() => (lateMs = 0));
  afterAll(() => gateway.close());

  /** Without a consistency token. */
  const messages = async (ask: Ask, id: string) => {
    const found = await ask('get', `/conversations/${id}/messages`, undefined, { 'x-consistency-token': '' });
    return (found.body as { messages: Message[] }).messages;
  };

  it('reads it at once, also where its handler waits for nothing', async () => {
    const { ask, client } = office.bakery;
    const sent = await ask('post', `/conversations/${client.id}/messages`, { text: 'Bună' }).expect(201);
    const { id } = (sent.body as { data: Message }).data;
    expect(await messages(ask, client.id)).toMatchObject([{ id, deleted: false }]);
    await ask('delete', `/messages/${id}`).expect(204);
    expect(await messages(ask, client.id)).toMatchObject([{ id, deleted: true }]);
  });
});
