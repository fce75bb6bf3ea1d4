import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { acceptLog, parseRecord, type StoredRecord } from '@dosar/kernel/runtime';
import { aFirm, aFolder, aGateway, memoryPorts, PASSWORD } from '../../testing/gateway';
import { staysSo, until } from '@dosar/kernel/testing/waiting';

type Health = { readonly components: Readonly<Record<string, { readonly status: string; readonly detail?: string }>> };

/** A log in which the records of certain folders are damaged. */
const aDamagedLog = (names: ReadonlySet<string>) => {
  const ports = memoryPorts();
  const { events } = ports;
  const damaged = (record: StoredRecord): StoredRecord => {
    const { id, type, resource } = parseRecord(record);
    const what = `the record ${id} is damaged: its text is not what was written`;
    return names.has(resource.id) ? { ...record, text: '{', damage: { id, type, what } } : record;
  };
  const follow: typeof events.follow = async function* (after, signal) {
    for await (const batch of events.follow(after, signal)) yield batch.map(damaged);
  };
  return { ...ports, events: { ...events, follow } };
};

describe('a record of the log that is damaged', () => {
  it('stops what shows it, named by its id; people are let in, and sockets hear of everything else', async () => {
    const damaged = new Set<string>();
    const gateway = await aGateway({}, aDamagedLog(damaged));
    const { admin, bakery, mill, accountant } = await aFirm(gateway);
    await gateway.app.listen(0, '127.0.0.1');
    const signedIn = await gateway.anonymous('post', '/auth/login', { email: bakery.user.email, password: PASSWORD });
    const { token } = signedIn.body as { token: string };
    const { port } = gateway.server.address() as AddressInfo;
    const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'] });
    let heard = 0;
    socket.on('files:changed', () => (heard += 1));
    await new Promise((go) => socket.once('connect', () => go(null)));

    const unwatched = gateway.ports.events.append.bind(gateway.ports.events);
    gateway.ports.events.append = async (stream, seen, records) => {
      for (const record of records) if (record.type === 'FolderCreated') damaged.add(parseRecord(record).resource.id);
      return unwatched(stream, seen, records);
    };
    await aFolder(bakery.ask, 'Facturi');
    expect(damaged.size).toBe(1);
    gateway.ports.events.append = unwatched;
    await staysSo(() => heard === 0, 300);
    await aFolder(bakery.ask, 'Bonuri');
    await until(() => heard > 0);
    expect(heard).toBe(1);

    // rights still work: somebody signs in, somebody is deactivated
    await gateway.signIn(mill.user.email!);
    await admin('patch', `/users/${accountant.id}`, { name: 'Elena Ionescu' }).expect(200);
    await admin('patch', `/users/${bakery.user.id}`, { status: 'inactive' }).expect(200);
    await until(() => !socket.connected);

    const { body } = await admin('get', '/health/ready').expect(200);
    const { views, log } = (body as Health).components;
    expect([log!.status, views!.status]).toEqual(['ok', 'degraded']);
    expect(views!.detail).toMatch(/stopped at event [0-9a-f-]{36}: .*is damaged/);
    socket.disconnect();
    await gateway.close();
  });
});

describe('a log that is refused, since it is older than what was computed from it', () => {
  it('is written to again as soon as an operator has accepted it, by those who knew no more of it', async () => {
    const ports = memoryPorts();
    const before = await aGateway({}, ports);
    const { bakery } = await aFirm(before);
    const bearer = (await before.anonymous('post', '/auth/login', { email: bakery.user.email, password: PASSWORD }))
      .body as { token: string };
    // as another process does that was started and has found it
    await ports.vault.replaceIf('log/refused', '', 'the log is older than what was computed from it');
    const after = await aGateway({}, ports, { isBeside: true });
    const write = (gateway: typeof after) =>
      gateway.as(bearer.token)('post', '/folders', { name: `Dosar ${Math.random()}` });
    for (const { installation } of [before, after]) await until(() => installation.log.refusal !== null);
    for (const gateway of [before, after]) expect((await write(gateway)).status).toBe(503);
    await after.as(bearer.token)('get', `/folders?clientId=${bakery.client.id}`).expect(200);

    await acceptLog(ports);
    await until(() => after.installation.log.refusal === null);
    expect((await write(after)).status).toBe(201);
    // a process that ran during the restore may have decided with data that is gone
    await until(() => before.installation.log.refusal!.endsWith('start it again'));
    expect((await write(before)).status).toBe(503);
    const { body } = await (await after.admin())('get', '/health/ready');
    expect((body as Health).components['log']!.status).toBe('ok');
    for (const gateway of [after, before]) await gateway.close();
  }, 30_000);
});
