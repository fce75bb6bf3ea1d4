import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { QueryBus } from '@nestjs/cqrs';
import { api, type EndpointSpec } from '@dosar/contracts';
import { memoryBlobStore } from '@dosar/kernel/memory/blob-store';
import { aFile, aFirm, aFolder, aGateway, memoryPorts, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';
import { becomes, pause } from '../../testing/sockets';

/** Larger than the kernel's buffers. */
const LARGE = Buffer.concat([Buffer.from('BM'), Buffer.alloc(12 * 1024 ** 2)]);

/** In chunks, as a file is read. */
const inPieces = function* (bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
};

describe('a right that is lost while something is sent', () => {
  const opened = new Set<Readable>();
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let port: number;
  /** The server's sockets, by the ports of their peers. */
  const ends = new Map<number, Socket>();
  beforeAll(async () => {
    const blobs = memoryBlobStore();
    const watched: typeof blobs = {
      ...blobs,
      async open(id, range) {
        const whole = await blobs.open(id, range);
        const stream = whole && Readable.from(inPieces(await buffer(whole)));
        if (stream) opened.add(stream.on('close', () => opened.delete(stream)));
        return stream;
      },
    };
    gateway = await aGateway({}, { ...memoryPorts(), blobs: watched });
    firm = await aFirm(gateway, 'Contab', 'assigned');
    await gateway.app.listen(0, '127.0.0.1');
    port = (gateway.server.address() as AddressInfo).port;
    gateway.server.on('connection', (socket: Socket) => ends.set(socket.remotePort!, socket));
  });
  afterAll(() => gateway.close());

  let made = 0;
  const signedIn = async (email: string) => {
    const { body } = await gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
    return gateway.as((body as { token: string }).token);
  };
  const aPerson = async (details: object) => {
    const email = `citește.${(made += 1)}@firma.test`.normalize('NFD').replace(/\p{Mn}/gu, '');
    const { body } = await firm.admin('post', '/users', { name: 'Om', email, password: PASSWORD, ...details });
    return { id: (body as { user: { id: string } }).user.id, email, ask: await signedIn(email) };
  };
  type Person = Awaited<ReturnType<typeof aPerson>>;
  const aClient = async () => {
    const details = { societate: `Client ${(made += 1)} SRL`, cui: String(20_000_000 + made), firm_id: firm.firm.id };
    const { body } = await firm.admin('post', '/clients', details).expect(201);
    return (body as { client: { id: string } }).client.id;
  };

  /** Reads the beginning of an answer, and no more until `rest` is called. */
  const reading = async (url: string) => {
    let text = '';
    let bytes = 0;
    const socket = connect({ port, host: '127.0.0.1' });
    const closed = new Promise<void>((resolve) => socket.on('error', () => undefined).on('close', () => resolve()));
    const begun = new Promise<void>((resolve) =>
      socket.on('data', (data) => {
        if (text === '') text = data.toString('latin1');
        bytes += data.length;
        socket.pause();
        resolve();
      }),
    );
    socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await begun;
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    const end = ends.get(socket.localPort!)!;
    const cut = new Promise<number>((resolve) => end.once('close', () => resolve(performance.now())));
    const size = Number(/content-length: (\d+)/i.exec(text)![1]);
    const rest = async () => {
      socket.removeAllListeners('data');
      socket.on('data', (data) => (bytes += data.length)).resume();
      await closed;
      return { bytes, size };
    };
    return { socket, end, begins: text, cut, isCut: () => end.destroyed, rest };
  };

  type Documents = {
    readonly clientId: string;
    readonly large: string;
    readonly short: string;
    readonly folder: string;
  };
  const documentsOf = async (ask: Ask, clientId: string): Promise<Documents> => {
    const { id: folder } = await aFolder(ask, `Mari ${(made += 1)}`, { client_id: clientId });
    const large = await aFile(ask, 'mare.bmp', { client_id: clientId, folder_id: folder }, LARGE);
    const short = await aFile(ask, 'scurt.rtf', { client_id: clientId, folder_id: folder }, '{\\rtf1 Un text scurt.}');
    return { clientId, large: large.id, short: short.id, folder };
  };
  const urlOf = async (asked: PromiseLike<{ body: unknown }>) => ((await asked).body as { url: string }).url;
  const kinds: Readonly<Record<string, (ask: Ask, documents: Documents) => Promise<string>>> = {
    download: (ask, { large }) => urlOf(ask('get', `/files/${large}/download`)),
    preview: (ask, { large }) => urlOf(ask('get', `/files/${large}/preview`)),
    text: (ask, { short }) => urlOf(ask('get', `/files/${short}/preview`)),
    archive: (ask, { clientId, folder }) =>
      urlOf(ask('post', '/bulk/files/download', { client_id: clientId, folder_ids: [folder], file_ids: [] })),
  };

  let bakery: Documents;
  let mill: Documents;
  beforeAll(async () => {
    bakery = await documentsOf(firm.bakery.ask, firm.bakery.client.id);
    mill = await documentsOf(firm.mill.ask, firm.mill.client.id);
  });

  /** Answers under way are cut within a second, none stays open, and those of others continue. */
  const expectCut = async (ask: Ask, documents: Documents, lose: () => PromiseLike<unknown>) => {
    const others = await reading(await kinds['download']!(firm.mill.ask, mill!));
    const all = new Map<string, Awaited<ReturnType<typeof reading>>>();
    for (const [kind, linkOf] of Object.entries(kinds)) all.set(kind, await reading(await linkOf(ask, documents)));
    await lose();
    const since = performance.now();
    // a short answer was received completely before, and its connection stays
    const { socket, isCut } = all.get('text')!;
    all.delete('text');
    for (const [kind, { cut }] of all) expect([kind, (await cut) - since < 1_000]).toEqual([kind, true]);
    for (const [kind, { rest }] of all) {
      const { bytes, size } = await rest();
      expect([kind, bytes < size]).toEqual([kind, true]);
    }
    expect(isCut()).toBe(false);
    socket.destroy();
    expect(others.isCut()).toBe(false);
    others.socket.destroy();
    await becomes(() => opened.size, 0);
  };

  type Lose = (person: Person) => PromiseLike<unknown>;
  it.each<[string, Lose]>([
    ['who signs out', ({ ask }) => ask('post', '/auth/logout').expect(204)],
    [
      'of another client',
      ({ id }) => firm.admin('patch', `/users/${id}`, { client_id: firm.mill.client.id }).expect(200),
    ],
    ['who was deleted', ({ id }) => firm.admin('delete', `/users/${id}`).expect(204)],
  ])('cuts what is sent to somebody %s', async (_, lose) => {
    const person = await aPerson({ role: 'user', client_id: bakery!.clientId });
    await expectCut(person.ask, bakery!, () => lose(person));
  });

  const assigned = async () => {
    const clientId = await aClient();
    const { ask, id } = await aPerson({ role: 'accountant', firm_id: firm.firm.id });
    await firm.admin('post', `/clients/${clientId}/accountants`, { accountant_ids: [id] }).expect(200);
    return { ask, id, documents: await documentsOf(firm.admin, clientId) };
  };
  it('cuts what is sent to an accountant who is assigned no more', async () => {
    const { ask, id, documents } = await assigned();
    const place = `/clients/${documents.clientId}/accountants/${id}`;
    await expectCut(ask, documents, () => firm.admin('delete', place).expect(204));
  });

  it('cuts what is sent of a client that is deleted', async () => {
    const { ask, documents } = await assigned();
    await expectCut(ask, documents, () => firm.admin('delete', `/clients/${documents.clientId}`).expect(204));
  });

  it('cuts what is sent of a document that is deleted, and nothing else', async () => {
    const { ask } = firm.bakery;
    const documents = await documentsOf(ask, firm.bakery.client.id);
    const all = [];
    for (const kind of ['download', 'preview', 'archive']) all.push(await reading(await kinds[kind]!(ask, documents)));
    const others = await reading(await kinds['download']!(ask, bakery!));
    await ask('post', '/bulk/files/delete', { file_ids: [documents.large] }).expect(200);
    const since = performance.now();
    for (const { cut, rest } of all) {
      expect((await cut) - since).toBeLessThan(1_000);
      const { bytes, size } = await rest();
      expect(bytes).toBeLessThan(size);
    }
    expect(others.isCut()).toBe(false);
    others.socket.destroy();
  });

  it.each([
    ['it is all with the kernel', ''],
    ['something else was asked for by the same connection', 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('cuts what is sent but not read, when %s', async (_, more) => {
    const person = await aPerson({ role: 'user', client_id: bakery!.clientId });
    const { id } = await aFile(person.ask, 'mijlociu.bmp', {}, LARGE.subarray(0, 1_500_000));
    const { socket, end, cut, rest } = await reading(await urlOf(person.ask('get', `/files/${id}/download`)));
    await becomes(() => end.writableLength, 0);
    socket.write(more);
    if (more) await becomes(() => end.bytesWritten > 1_500_500, true);
    await firm.admin('delete', `/users/${person.id}`).expect(204);
    const since = performance.now();
    expect((await cut) - since).toBeLessThan(1_000);
    const { bytes, size } = await rest();
    expect(bytes).toBeLessThan(size);
  });

  it.each([
    ['nothing else was asked for since', ''],
    ['something else was asked for since', 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('leaves a connection alone by which all was read, when %s', async (_, more) => {
    const person = await aPerson({ role: 'user', client_id: bakery!.clientId });
    const { id } = await aFile(person.ask, 'citit.bmp', {}, LARGE.subarray(0, 1_500_000));
    const { socket, isCut } = await reading(await urlOf(person.ask('get', `/files/${id}/download`)));
    let bytes = 0;
    socket
      .removeAllListeners('data')
      .on('data', ({ length }) => (bytes += length))
      .resume();
    await becomes(() => bytes > 1_400_000, true);
    // a proxy's connections are shared by many people, of whom one may lose a right
    socket.write(more);
    await pause(100);
    await firm.admin('delete', `/users/${person.id}`).expect(204);
    await pause(600);
    expect(isCut()).toBe(false);
    socket.destroy();
  });

  it('leaves a connection alone by which all was read, while something is sent by it to somebody else', async () => {
    const person = await aPerson({ role: 'user', client_id: bakery!.clientId });
    const { id } = await aFile(person.ask, 'primul.bmp', {}, LARGE.subarray(0, 1_500_000));
    const { socket, end, isCut } = await reading(await urlOf(person.ask('get', `/files/${id}/download`)));
    let bytes = 0;
    socket
      .removeAllListeners('data')
      .on('data', ({ length }) => (bytes += length))
      .resume();
    await becomes(() => bytes > 1_400_000, true);
    socket.removeAllListeners('data').pause();
    const others = await kinds['download']!(firm.mill.ask, mill!);
    socket.write(`GET ${others} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await becomes(() => end.writableLength > 0, true);
    await firm.admin('delete', `/users/${person.id}`).expect(204);
    await pause(600);
    expect(isCut()).toBe(false);
    socket.destroy();
  });

  it('sends none of an archive that comes after what was deleted', async () => {
    const { ask } = firm.bakery;
    const { id: folder_id } = await aFolder(ask, 'Două');
    const both = [await aFile(ask, '1.bmp', { folder_id }, LARGE), await aFile(ask, '2.bmp', { folder_id }, LARGE)];
    const folder = { clientId: firm.bakery.client.id, large: '', short: '', folder: folder_id };
    const { begins, isCut, rest } = await reading(await kinds['archive']!(ask, folder));
    const later = both.find(({ name }) => !begins.includes(name!))!;
    await ask('post', '/bulk/files/delete', { file_ids: [later.id] }).expect(200);
    expect(isCut()).toBe(false);
    const { bytes, size } = await rest();
    expect(bytes).toBeGreaterThan(LARGE.length / 2);
    expect(bytes).toBeLessThan(size - LARGE.length + 1_000);
  });

  it('answers nothing that took its time to be read', async () => {
    const { ask, id } = await aPerson({ role: 'user', client_id: bakery!.clientId });
    const queries = gateway.app.get(QueryBus, { strict: false });
    const execute = queries.execute.bind(queries);
    queries.execute = async (query: never) => {
      const found = await execute(query);
      await firm.admin('delete', `/users/${id}`).expect(204);
      return found as never;
    };
    try {
      await ask('get', `/files/${bakery!.short}/thumbnail`).expect(401);
    } finally {
      queries.execute = execute;
    }
  });

  const reads = Object.values(api)
    .flatMap((calls) => Object.values(calls) as EndpointSpec[])
    .filter(({ method }) => method === 'GET');
  it('lets no call send bytes that nobody looks after', async () => {
    const queries = gateway.app.get(QueryBus, { strict: false });
    const execute = queries.execute.bind(queries);
    const made: Readable[] = [];
    queries.execute = async () => {
      const bytes = Readable.from(['nobody looks after these']);
      made.push(bytes);
      return Object.assign(bytes, { status: 200, headers: {}, bytes }) as never;
    };
    try {
      for (const { path } of reads) {
        const answer = await firm.admin('get', path.replace(/:\w+/g, bakery!.large)).buffer(true);
        expect([path, answer.text]).toEqual([path, expect.not.stringContaining('looks after')]);
      }
    } finally {
      queries.execute = execute;
    }
    // most reads are queries
    expect(made.length).toBeGreaterThan(reads.length / 2);
    expect(made.every(({ destroyed }) => destroyed)).toBe(true);
  });
});
