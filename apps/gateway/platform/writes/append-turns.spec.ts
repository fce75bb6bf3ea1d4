import type { Done, EventStore, ReadStore } from '@dosar/kernel/runtime';
import { aFile, aFirm, aGateway, aFolder, memoryPorts, operationOf, type Gateway } from '../../testing/gateway';
import { zipOf } from '../../testing/zip-builder';
import { becomes } from '../../testing/sockets';
import { AppendTurns } from './append-turns';

/** Far more than are appended together, and far fewer than an operation has. */
const MOST_AHEAD = 120;
const THINGS = 250;

/** A gateway with slow views; `ahead` is the largest lag so far. */
const aGatewayWithSlowViews = async () => {
  const ports = memoryPorts();
  let head = 0n;
  let most = 0;
  const events: EventStore = {
    ...ports.events,
    async append(...asked) {
      const appended = await ports.events.append(...asked);
      head = appended.position;
      return appended;
    },
  };
  const reads: ReadStore = {
    ...ports.reads,
    async apply(batches, place) {
      await new Promise((go) => setTimeout(go, 3));
      await ports.reads.apply(batches, place);
      most = Math.max(most, Number(head - place.position));
    },
  };
  const gateway = await aGateway({}, { ...ports, events, reads });
  const during = async (work: () => Promise<void>) => {
    most = 0;
    await work();
    return most;
  };
  return { gateway, during };
};

describe('who appends many events at once', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let world: Awaited<ReturnType<typeof aGatewayWithSlowViews>>;
  beforeAll(async () => {
    world = await aGatewayWithSlowViews();
    ({ gateway } = world);
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  it('leaves others their turn: no more stands before what they write than is appended together', async () => {
    const { ask } = firm.bakery;
    const into = await aFolder(ask, 'Multe');
    const archive = await aFile(
      ask,
      'multe.zip',
      {},
      zipOf(Array.from({ length: THINGS }, (_, at) => ({ name: `${at}.txt`, data: 'x' }))),
    );
    const unpacked = await world.during(async () => {
      const asked = await ask('post', `/files/${archive.id}/extract-zip`, { target_folder_id: into.id });
      const { id } = operationOf(asked);
      const statusOf = async () => operationOf(await ask('get', `/bulk/operations/${id}`)).status;
      await becomes(statusOf, 'completed');
    });
    const deleted = await world.during(async () => {
      await ask('post', '/bulk/files/delete', { folder_ids: [into.id] }).expect(200);
    });
    expect(Math.max(unpacked, deleted)).toBeLessThan(MOST_AHEAD);
  });
});

describe('turns of those who append', () => {
  const done = (position: bigint) => ({ position }) as Done;

  it('end when what was appended can be read, and go round by party', async () => {
    const waiting: (() => void)[] = [];
    const turns = new AppendTurns(
      { include: () => true, reach: () => new Promise((go) => waiting.push(() => go(true))) },
      [],
    );
    const order: string[] = [];
    const append = (party: string) => turns.take(party, async () => (order.push(party), done(1n)));
    const all = [append('brutărie'), append('brutărie'), append('brutărie'), append('moară')];
    while (order.length < 4) {
      await new Promise((go) => setImmediate(go));
      waiting.shift()?.();
    }
    await Promise.all(all);
    expect(order).toEqual(['brutărie', 'moară', 'brutărie', 'brutărie']);
  });

  it('end soon where views do not follow', async () => {
    const turns = new AppendTurns({ include: () => false, reach: () => new Promise(() => {}) }, []);
    for (let at = 0; at < 20; at += 1) expect(await turns.take('brutărie', async () => done(1n))).toEqual(done(1n));
  });

  it('say what an append has failed of, and go on', async () => {
    const turns = new AppendTurns({ include: () => true, reach: async () => true }, []);
    await expect(turns.take('brutărie', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take('brutărie', async () => done(7n))).toEqual(done(7n));
  });
});
