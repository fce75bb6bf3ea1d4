import { connect, type AddressInfo } from 'node:net';
import type { File, Operation } from '@dosar/contracts';
import { operations } from '@dosar/domain/files/operations.projector';
import { aFile, aFirm, aFolder, aGateway, operationOf, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

const NEXT = 'Parola-Nouă-7';

describe('a right that is lost while something is under way', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let port: number;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    await gateway.app.listen(0, '127.0.0.1');
    port = (gateway.server.address() as AddressInfo).port;
  });
  afterAll(() => gateway.close());

  let made = 0;
  const aUser = async () => {
    const email = `pe-drum.${(made += 1)}@firma.test`;
    const details = { role: 'user', name: 'Om', email, password: PASSWORD, client_id: firm.bakery.client.id };
    const { body } = await firm.admin('post', '/users', details).expect(201);
    const signedIn = await gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
    const { token } = signedIn.body as { token: string };
    return { id: (body as { user: { id: string } }).user.id, token, ask: gateway.as(token) };
  };
  const blobs = async () => {
    let count = 0;
    for await (const _ of gateway.ports.blobs.all()) count += 1;
    return count;
  };

  /** The server's answer once it accepts a call. */
  const GOES_ON = 'HTTP/1.1 100 Continue\r\n\r\n';

  /** Half of an upload, then something else, then the other half. */
  const uploading = async (token: string, meanwhile: () => PromiseLike<unknown>): Promise<string> => {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="lent.txt"\r\n\r\n${'a'.repeat(70_000)}`;
    const rest = `${'b'.repeat(70_000)}\r\n--b--\r\n`;
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const closed = new Promise<void>((resolve, reject) => {
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
    socket.write(
      `POST /api/files/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        'Expect: 100-continue\r\n' +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${head.length + rest.length}\r\n\r\n${head}`,
    );
    await until(() => answer.startsWith(GOES_ON));
    await meanwhile();
    socket.write(rest);
    await closed;
    return answer.slice(GOES_ON.length + 9, GOES_ON.length + 12);
  };

  type Person = Awaited<ReturnType<typeof aUser>>;
  const patched = (body: object) => (person: Person) => firm.admin('patch', `/users/${person.id}`, body).expect(200);
  it.each([
    ['signed out everywhere', '401', (person: Person) => person.ask('post', '/auth/logout-all').expect(204)],
    ['signed out', '401', (person: Person) => person.ask('post', '/auth/logout').expect(204)],
    ['with a new password', '401', patched({ password: NEXT })],
    ['inactive', '401', patched({ status: 'inactive' })],
    ['deleted', '401', ({ id }: Person) => firm.admin('delete', `/users/${id}`).expect(204)],
    ['in another role', '401', (person: Person) => patched({ role: 'accountant', firm_id: firm.firm.id })(person)],
    ['of another client', '404', (person: Person) => patched({ client_id: firm.mill.client.id })(person)],
  ])('keeps nothing of an upload of somebody who is %s', async (_, status, lose) => {
    const person = await aUser();
    const before = await blobs();
    const files = (await firm.bakery.ask('get', '/files')).body as unknown;
    expect(await uploading(person.token, () => lose(person))).toBe(status);
    expect([await blobs(), (await firm.bakery.ask('get', '/files')).body]).toEqual([before, files]);
  });

  it('keeps an upload whose sender has lost nothing', async () => {
    const { token } = await aUser();
    expect(await uploading(token, () => Promise.resolve())).toBe('201');
  });

  it('keeps what was decided before, and decides nothing more, of an operation of several parts', async () => {
    const { ask, id } = await aUser();
    const folder = await aFolder(ask, 'Mult');
    const many: File[] = [];
    for (let at = 0; at < 150; at += 1) many.push(await aFile(ask, `f${at}.txt`, { folder_id: folder.id }));
    const deleting = ask('post', '/bulk/files/delete', { file_ids: many.map((file) => file.id), folder_ids: [] });
    // the first batch is stored, the second not yet
    const { events } = gateway.ports;
    const append = events.append.bind(events);
    let batches = 0;
    events.append = async (...asked) => {
      const [stream, , records] = asked;
      if (stream.startsWith('drive-') && records[0]?.type === 'FileDeleted' && (batches += 1) === 1) {
        const done = await append(...asked);
        await firm.admin('delete', `/users/${id}`).expect(204);
        return done;
      }
      return append(...asked);
    };
    try {
      const { operation } = (await deleting.expect(200)).body as { operation: Operation };
      expect(operation).toMatchObject({ status: 'partial', done: 50 });
      expect(new Set(operation.failed.map(({ code }) => code))).toEqual(new Set(['SESSION_EXPIRED']));
    } finally {
      events.append = append;
    }
    const left = (await firm.bakery.ask('get', `/files?folderId=${folder.id}`)).body as { files: File[] };
    expect(left.files).toHaveLength(100);
    const rows = await gateway.ports.reads.find(operations, { where: {} });
    const newest = rows.map(({ json }) => JSON.parse(json) as { user_id: string; status: string; failed: unknown[] });
    expect(newest.find((row) => row.user_id === id)).toMatchObject({ status: 'partial', done: 50 });
  });

  it('takes nothing back of an operation that was done, and is answered so', async () => {
    const { ask, id } = await aUser();
    const folder = await aFolder(ask, 'Unul');
    const file = await aFile(ask, 'unul.txt', { folder_id: folder.id });
    const { events } = gateway.ports;
    const append = events.append.bind(events);
    events.append = async (...asked) => {
      const done = await append(...asked);
      const [, , records] = asked;
      if (records[0]?.type === 'FileDeleted') await firm.admin('delete', `/users/${id}`).expect(204);
      return done;
    };
    try {
      const { body } = await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200);
      expect(body).toMatchObject({ operation: { status: 'completed', done: 1 } });
    } finally {
      events.append = append;
    }
  });

  it('takes nothing back of what was done either when somebody else takes the thing away at once', async () => {
    const { ask } = await aUser();
    const target = await aFolder(ask, 'Aici');
    const file = await aFile(ask, 'doi.txt');
    const other = await aGateway({}, gateway.ports, { isBeside: true });
    const admin = await other.admin();
    const { events } = gateway.ports;
    const append = events.append.bind(events);
    events.append = async (...asked) => {
      const done = await append(...asked);
      const about = { file_ids: [file.id], client_id: firm.bakery.client.id };
      if (asked[2][0]?.type === 'FileMoved') await admin('post', '/bulk/files/delete', about).expect(200);
      return done;
    };
    try {
      const about = { file_ids: [file.id], target_folder_id: target.id };
      const { body } = await ask('post', '/bulk/files/move', about).expect(200);
      expect(body).toMatchObject({ operation: { status: 'completed', done: 1 } });
    } finally {
      events.append = append;
      await other.close();
    }
  });

  it('is asked about again when a command has waited for its turn', async () => {
    const { ask, id } = await aUser();
    const waiting: Promise<number>[] = [];
    const { events } = gateway.ports;
    const append = events.append.bind(events);
    events.append = async (...asked) => {
      if (asked[0] === `user-${id}`) await new Promise((go) => setTimeout(go, 50));
      return append(...asked);
    };
    try {
      const deleted = firm.admin('delete', `/users/${id}`).expect(204);
      for (let at = 0; at < 20; at += 1) waiting.push(folderBy(ask, `În cursă ${at}`).then(({ status }) => status));
      await deleted;
      waiting.push(folderBy(ask, 'După').then(({ status }) => status));
    } finally {
      events.append = append;
    }
    expect((await Promise.all(waiting)).at(-1)).toBe(401);
  });

  const folderBy = (ask: Ask, name: string) => Promise.resolve(ask('post', '/folders', { name }));

  it('is told of nothing in an operation that was another client’s', async () => {
    const { ask, id } = await aUser();
    const folder = await aFolder(ask, 'De șters');
    const operation = operationOf(
      await ask('post', '/bulk/files/delete', { file_ids: [], folder_ids: [folder.id] }).expect(200),
    );
    await ask('get', `/bulk/operations/${operation.id}`).expect(200);
    await firm.admin('patch', `/users/${id}`, { client_id: firm.mill.client.id }).expect(200);
    await ask('get', `/bulk/operations/${operation.id}`).expect(404);
  });
});
