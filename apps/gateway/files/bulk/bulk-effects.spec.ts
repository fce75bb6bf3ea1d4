import type { EventStore } from '@dosar/kernel/runtime';
import { FILE_LIMITS, type Folder } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { place } from '@dosar/domain/files/drive-nodes';
import { operations, type OperationRow } from '@dosar/domain/files/operations.projector';
import { aFirm, aFolder, aGateway, memoryPorts, operationOf, type Ask, type Gateway } from '../../testing/gateway';
import { MOST_WAITING } from './operation-turns';
import { until } from '@dosar/kernel/testing/waiting';

/** Ports whose log can be held up before it takes the end of the next operation. */
const gated = () => {
  const ports = memoryPorts();
  let open: () => void = () => {};
  let waits: (() => void) | null = null;
  const events: EventStore = {
    ...ports.events,
    async append(stream, expected, records) {
      if (waits && records.some(({ type }) => type === 'BulkFinished')) {
        const gate = new Promise<void>((pass) => (open = pass));
        waits();
        waits = null;
        await gate;
      }
      return ports.events.append(stream, expected, records);
    },
  };
  /** @returns once it is held up */
  const close = () => new Promise<void>((go) => (waits = go));
  return { ports: { ...ports, events }, close, open: () => open() };
};

describe('what an operation would change counts, not what was selected', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let outer: Folder;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    outer = await aFolder(firm.bakery.ask, 'Mult');
    const state = await gateway.installation.commandHandler.state(drive, firm.bakery.client.id);
    const common = { year: 2026, deletion: null, categoryKey: null, type: 'folder' } as const;
    for (let at = 0; at < FILE_LIMITS.operation; at += 1)
      place(state, {
        ...common,
        id: `inside ${at}`,
        parentId: at < 100 ? outer.id : `inside ${at % 100}`,
        name: `${at}`,
      });
    for (let at = 0; at <= FILE_LIMITS.operation; at += 1)
      place(state, {
        ...common,
        id: `gone ${at}`,
        parentId: null,
        name: `${at}`,
        deletion: 'of all',
        ...(at > 0 && { parentId: 'gone 0' }),
      });
  });
  afterAll(() => gateway.close());

  it.each(['delete', 'copy', 'move', 'download'])(
    '%s of a folder with too much in it is refused with a sentence',
    async (kind) => {
      const answer = await firm.bakery.ask('post', `/bulk/files/${kind}`, { folder_ids: [outer.id] }).expect(422);
      expect(answer.body).toMatchObject({
        code: 'BULK_TOO_MANY',
        fields: { folder_ids: 'Cu tot ce este în foldere sunt peste 10.000 de elemente. Alegeți mai puține odată.' },
      });
    },
  );
  it('as is a restoration of what was deleted together', async () => {
    const answer = await firm.bakery.ask('post', '/bulk/files/restore', { folder_ids: ['gone 0'] }).expect(422);
    expect(answer.body).toMatchObject({ code: 'BULK_TOO_MANY' });
  });
  it('and what is in a folder that is selected, too, counts once', async () => {
    const { ask, client } = firm.bakery;
    const ids = ['inside 0', 'inside 1', 'inside 100'];
    const answer = await ask('post', '/bulk/files/download', { client_id: client.id, folder_ids: ids }).expect(200);
    expect(answer.body).toMatchObject({ url: expect.any(String) as unknown });
  });
});

describe('operations of one client', () => {
  const { ports, close, open } = gated();
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway({}, ports);
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const deletion = async (ask: Ask, name: string) => {
    const { id } = await aFolder(ask, name);
    return () => ask('post', '/bulk/files/delete', { folder_ids: [id] });
  };
  const begun = (asked: ReturnType<Ask>) => asked.then((answer) => answer);

  it('go on one at a time, in their order; those of another client beside them', async () => {
    const { ask } = firm.bakery;
    const first = await deletion(ask, 'întâi');
    const second = await deletion(ask, 'apoi');
    const other = await aFolder(firm.mill.ask, 'al lor');
    const waits = close();
    const over: string[] = [];
    const note = (name: string) => (answer: { body: unknown }) => {
      over.push(name);
      return operationOf(answer);
    };
    const running = begun(first()).then(note('first'));
    await waits;
    const waiting = begun(second()).then(note('second'));
    const beside = { folder_ids: [other.id], target_folder_id: (await aFolder(firm.mill.ask, 'unde')).id };
    await firm.mill.ask('post', '/bulk/files/move', beside).expect(200);
    expect(over).toEqual([]);
    open();
    expect([await running, await waiting].map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(over).toEqual(['first', 'second']);
  });

  it('wait up to a number; more are refused until there is room, and one that is cancelled is over at once', async () => {
    const { ask } = firm.bakery;
    const all: (() => ReturnType<Ask>)[] = [];
    for (let at = 0; at < MOST_WAITING + 2; at += 1) all.push(await deletion(ask, `rând ${at}`));
    const waits = close();
    const last = all.pop()!;
    const [first, ...more] = all;
    const running = [begun(first!())];
    await waits;
    running.push(...more.map((each) => begun(each())));
    await until(async () => (await underWay()).length > MOST_WAITING);
    const waiting = await underWay();
    const refused = await last().expect(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    const cancelled = waiting.at(-1)!;
    const answer = await ask('post', `/bulk/operations/${cancelled.id}/cancel`).expect(200);
    expect(operationOf(answer)).toMatchObject({ status: 'cancelled', done: 0 });
    open();
    const ended = (await Promise.all(running)).map((each) => operationOf(each).status);
    expect(ended.filter((status) => status === 'completed')).toHaveLength(MOST_WAITING);
    await last().expect(200);
  });
  /** The newest last. */
  const underWay = async (): Promise<OperationRow[]> => {
    const found = await gateway.ports.reads.find(operations, { where: { status: 'in_progress' } });
    const rows = found.map(({ json }) => JSON.parse(json) as OperationRow);
    return rows.sort((a, b) => a.created_at.localeCompare(b.created_at));
  };
});
