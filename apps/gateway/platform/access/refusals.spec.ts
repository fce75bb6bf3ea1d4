import type { AuditEvent } from '@dosar/contracts';
import { newId } from '@dosar/kernel/runtime';
import { aFile, aFirm, aFolder, aGateway, later, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';
import { socketsTo } from '../../testing/sockets';

const MINUTE_MS = 60_000;
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));
const asksFor = (ask: Ask, id: string) => ask('get', `/files/${id}/download`).expect(404);

/** That many refusals from the audit about somebody, the newest first, once they are there. */
const toldOf = async (
  { ports, installation }: Gateway,
  admin: Ask,
  userId: string,
  count: number,
  isLater = false,
): Promise<readonly AuditEvent[]> => {
  // a mocked clock does not advance by itself
  const clock = setInterval(() => isLater && jest.setSystemTime(Date.now() + 50), 50);
  for (const end = performance.now() + 8_000; ; await pause(50)) {
    await installation.views.reach(['audit'], (await ports.events.head())!);
    const { body } = await admin('get', `/audit/events?event_type=AccessRefused&user_id=${userId}`).expect(200);
    const { events } = body as { events: AuditEvent[] };
    if (events.length < count && performance.now() < end) continue;
    clearInterval(clock);
    return events;
  }
};

describe('what a session is refused', () => {
  let ports: ReturnType<typeof memoryPorts>;
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let file: { readonly type: 'file'; readonly id: string };
  let folder: { readonly type: 'folder'; readonly id: string };
  beforeEach(async () => {
    ports = memoryPorts();
    gateway = await aGateway({}, ports);
    firm = await aFirm(gateway);
    file = { type: 'file', id: (await aFile(firm.mill.ask, 'a morii.txt')).id };
    folder = { type: 'folder', id: (await aFolder(firm.mill.ask, 'Al morii')).id };
  });
  afterEach(() => gateway.close());
  const detailsOf = (events: readonly AuditEvent[]) => events.map(({ details }) => details);

  it('is an event at once; what follows within a minute is one more, with its count', async () => {
    const { ask, user } = firm.bakery;
    const client_id = firm.mill.client.id;
    await asksFor(ask, file.id);
    const download = 'GET /files/:id/download';
    const client_name = firm.mill.client.societate;
    const named = [{ ...file, name: 'a morii.txt' }];
    const first = { client_id, client_name, count: 1, routes: [download], resources: named };
    const [event] = await toldOf(gateway, firm.admin, user.id, 1);
    expect(event).toMatchObject({ details: first, client_id, resource_type: 'session' });
    await ask('get', `/folders/${folder.id}`).expect(404);
    await asksFor(ask, file.id);
    // another session has its own minute
    await asksFor(await gateway.signIn(user.email!), file.id);
    expect(detailsOf(await toldOf(gateway, firm.admin, user.id, 2))).toEqual([first, first]);

    await later(MINUTE_MS, async () => {
      await asksFor(ask, file.id);
      expect(detailsOf(await toldOf(gateway, firm.admin, user.id, 3, true))).toEqual([
        {
          ...first,
          count: 3,
          routes: [download, 'GET /folders/:id'],
          resources: [...named, { ...folder, name: 'Al morii' }],
        },
        first,
        first,
      ]);
    });
  });

  it('over a socket is told alike', async () => {
    const { tokenOf, enter } = await socketsTo(gateway);
    const { user } = firm.bakery;
    const socket = await enter(await tokenOf(user.email!));
    const client_id = firm.mill.client.id;
    // the conversation of a client has the client's name
    const said = { conversation_id: client_id, typing: true };
    expect(await socket.emitWithAck('typing', said)).toMatchObject({ code: 'NOT_FOUND' });
    const [event] = await toldOf(gateway, firm.admin, user.id, 1);
    const resources = [{ type: 'conversation', id: client_id }];
    expect(event).toMatchObject({ details: { client_id, count: 1, routes: ['typing'], resources }, client_id });
  });

  it('is told of a minute later also when nothing more is refused, and when the gateway stops', async () => {
    await later(0, async () => {
      const { ask, user } = firm.mill;
      // a missing right concerns no thing, and no client
      const right = { client_id: null, count: 1, routes: ['GET /audit/events'], resources: [] };
      const refused = () => ask('get', '/audit/events').expect(403);
      const told = async (admin: Ask, count: number) => detailsOf(await toldOf(gateway, admin, user.id, count, true));
      await refused();
      expect(await told(firm.admin, 1)).toEqual([right]);
      await refused();
      jest.setSystemTime(Date.now() + MINUTE_MS);
      expect(await told(firm.admin, 2)).toEqual([right, right]);
      await refused();
      await refused();
      await gateway.close();
      gateway = await aGateway({}, ports);
      expect(await told(await gateway.admin(), 3)).toEqual([{ ...right, count: 2 }, right, right]);
    });
  });
});

describe('what is not there, or not theirs, when somebody with a session asks for it,', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await aGateway()));
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => gateway.close());
  const lines = () => jest.spyOn(gateway.installation.logger, 'warn');

  it('is a line in the log file, without the id; an event only when it is there', async () => {
    const { bakery, mill, admin } = await aFirm(gateway);
    const { id } = await aFile(mill.ask, 'a morii.txt');
    const warn = lines();
    const missing = await asksFor(bakery.ask, newId());
    const correlation = (answer: { headers: Record<string, string> }) => answer.headers['x-correlation-id'];
    const about = { method: 'GET', route: '/api/files/:id/download', user_id: bakery.user.id };
    const said = 'somebody asked for what is not there, or not theirs';
    expect(warn.mock.calls).toEqual([[{ ...about, correlation_id: correlation(missing), refused: null }, said]]);
    const theirs = await asksFor(bakery.ask, id);
    const refused = { clientId: mill.client.id, resource: { type: 'file', id } };
    expect(warn.mock.calls.slice(1)).toEqual([[{ ...about, correlation_id: correlation(theirs), refused }, said]]);
    expect((await toldOf(gateway, admin, bakery.user.id, 1)).map(({ details }) => details)).toMatchObject([
      { count: 1, resources: [{ id }] },
    ]);
  });

  it('is a line also when it was asked for over a socket', async () => {
    const { tokenOf, enter } = await socketsTo(gateway);
    const { bakery, mill } = await aFirm(gateway);
    const socket = await enter(await tokenOf(bakery.user.email!));
    const warn = lines();
    const about = { user_id: bakery.user.id, correlation_id: expect.any(String) as string };
    const say = (event: string, conversation_id: string) =>
      socket.emitWithAck(event, { conversation_id, typing: true });
    await say('typing', newId());
    await say('typing', mill.client.id);
    await say('nothing', newId());
    const refused = { clientId: mill.client.id, resource: { type: 'conversation', id: mill.client.id } };
    expect(warn.mock.calls).toEqual([
      [{ ...about, event: 'typing', refused: null }, 'somebody asked for what is not there, or not theirs'],
      [{ ...about, event: 'typing', refused }, 'somebody asked for what is not there, or not theirs'],
      [{ ...about, event: null, refused: null }, 'somebody asked for what is not there, or not theirs'],
    ]);
  });

  it('is none when nobody is signed in, or nothing was refused', async () => {
    const { bakery } = await aFirm(gateway);
    const { id } = await aFile(bakery.ask, 'bon.txt');
    const warn = lines();
    await gateway.anonymous('get', '/files/content/x.y').expect(404);
    await gateway.anonymous('get', '/nothing').expect(404);
    await bakery.ask('get', `/files/${id}/download`).expect(200);
    expect(warn.mock.calls).toEqual([]);
  });
});
