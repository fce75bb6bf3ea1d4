import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { FILE_LIMITS, type File } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import * as tus from 'tus-js-client';
import { aFirm, aFolder, aGateway, aFile, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';
import { UnfinishedUploads } from './unfinished-uploads.job';
import { PartialUploads } from './partial-uploads';
import { until } from '@dosar/kernel/testing/waiting';

const V = { 'tus-resumable': '1.0.0' };
const MiB = 1024 ** 2;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',');
/** A text of that many bytes that does not repeat itself. */
const textOf = (bytes: number) =>
  Buffer.from(
    randomBytes(Math.ceil(bytes / 2))
      .toString('hex')
      .slice(0, bytes),
  );

describe('resumable uploads', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let ask: Ask;
  let port: number;
  let token: string;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    ask = firm.bakery.ask;
    await gateway.app.listen(0, '127.0.0.1');
    port = (gateway.server.address() as AddressInfo).port;
    const login = { email: firm.bakery.user.email!, password: 'Parola-Lunga-1' };
    token = ((await gateway.anonymous('post', '/auth/login', login)).body as { token: string }).token;
  });
  afterAll(() => gateway.close());

  const begin = (length: number, fields: Record<string, string> = { filename: 'registru.txt' }, more = {}) =>
    ask('post', '/uploads', undefined, {
      ...V,
      'upload-length': String(length),
      'upload-metadata': metadata(fields),
      ...more,
    });
  const placeOf = async (...given: Parameters<typeof begin>) =>
    (await begin(...given).expect(201)).headers['location']!;
  const bring = (place: string, offset: number, bytes: Buffer, more: Record<string, string> = {}) =>
    ask('patch', place, undefined, {
      ...V,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...more,
    }).send(bytes);
  const offsetOf = async (place: string) =>
    Number((await ask('head', place, undefined, V).expect(200)).headers['upload-offset']);
  const contentOf = async (id: string) => {
    const { url } = (await ask('get', `/files/${id}/download`)).body as { url: string };
    return ask('get', url)
      .buffer(true)
      .parse((answer, done) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => void parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
      });
  };
  const blobs = async () => {
    let count = 0;
    for await (const _ of gateway.ports.blobs.all()) count += 1;
    return count;
  };

  it('say what of the protocol is spoken', async () => {
    const { headers } = await gateway.anonymous('options', '/uploads').expect(204);
    expect(headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,termination,expiration,checksum',
      'tus-max-size': String(FILE_LIMITS.zip),
      'tus-checksum-algorithm': 'sha1,sha256',
    });
  });

  it('become a file with the last byte, and leave nothing beside it', async () => {
    const bytes = textOf(25_000);
    const before = await blobs();
    const folder = await aFolder(ask, 'Registre');
    const place = await placeOf(25_000, {
      filename: 'C:\\acte\\Registrul caselor ș.txt',
      folder_id: folder.id,
      type: 'x',
    });
    expect((await bring(place, 0, bytes.subarray(0, 10_000)).expect(204)).headers['upload-offset']).toBe('10000');
    expect(await offsetOf(place)).toBe(10_000);
    const { headers } = await bring(place, 10_000, bytes.subarray(10_000)).expect(204);
    expect(headers).toMatchObject({ 'upload-offset': '25000', 'tus-resumable': '1.0.0' });
    const id = headers['x-file-id']!;
    expect((await ask('get', `/files/${id}`)).body).toMatchObject({
      file: { name: 'Registrul caselor ș.txt', size: 25_000, folder_id: folder.id, owner: { id: firm.bakery.user.id } },
    });
    expect((await contentOf(id)).body).toEqual(bytes);
    expect((await ask('head', place, undefined, V).expect(200)).headers).toMatchObject({
      'upload-offset': '25000',
      'x-file-id': id,
    });
    expect(await blobs()).toBe(before + 1);
  });

  it('tell of another file with the same content', async () => {
    const there = await aFile(ask, 'la fel.txt', {}, 'același conținut');
    const place = await placeOf(Buffer.byteLength('același conținut'), { filename: 'altfel.txt' });
    const { headers } = await bring(place, 0, Buffer.from('același conținut')).expect(204);
    expect(headers['x-duplicate-of']).toBe(there.id);
  });

  it('for a conversation go into its folder, each under a name of its own, and with a message', async () => {
    const uploaded = async (text: string) => {
      const place = await placeOf(text.length, { filename: 'bon.txt', from_chat: 'true' });
      const { headers } = await bring(place, 0, Buffer.from(text)).expect(204);
      return ((await ask('get', `/files/${headers['x-file-id']}`).expect(200)).body as { file: File }).file;
    };
    const first = await uploaded('unu');
    const second = await uploaded('doi');
    expect([first.name, second.name, second.folder_id]).toEqual(['bon.txt', 'bon (1).txt', first.folder_id]);
    const folder = await ask('get', `/folders/${first.folder_id}`).expect(200);
    expect(folder.body).toMatchObject({ folder: { name: 'Din conversații' } });
    const message = { attachment_tokens: [first.id] };
    const sent = await ask('post', `/conversations/${firm.bakery.client.id}/messages`, message).expect(201);
    expect(sent.body).toMatchObject({ data: { attachments: [{ file_id: first.id, name: 'bon.txt' }] } });
    const refused = await begin(3, { filename: 'bon.txt', from_chat: 'maybe' }).expect(422);
    expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { from_chat: expect.any(String) } });
  });

  it('are told as they were begun, and whoever speaks another version is told which is spoken', async () => {
    const said = metadata({ filename: 'C:\\acte\\bon.txt', client_id: firm.bakery.client.id });
    const { headers } = await begin(3, undefined, { 'upload-metadata': `${said},is_confidential` }).expect(201);
    const state = await ask('head', headers['location']!.replace('/api', ''), undefined, V).expect(200);
    expect(state.headers['upload-metadata']).toBe(`${said},is_confidential`);
    for (const [method, path] of [
      ['post', '/uploads'],
      ['head', '/uploads/x'],
      ['delete', '/uploads/x'],
    ] as const) {
      const refused = await ask(method, path, undefined, { 'tus-resumable': '0.2.2' }).expect(412);
      expect(refused.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-resumable': '1.0.0' });
    }
  });

  it('an empty one is there at once', async () => {
    const { headers } = await begin(0, { filename: 'gol.txt' }).expect(201);
    expect((await ask('get', `/files/${headers['x-file-id']}`).expect(200)).body).toMatchObject({ file: { size: 0 } });
  });

  it.each([
    ['another version', { 'tus-resumable': '0.2.2' }, 412, 'UPLOAD_VERSION_UNSUPPORTED'],
    ['no length', { 'upload-length': 'x' }, 422, 'VALIDATION_FAILED'],
    ['no name', { 'upload-metadata': 'type dGV4dA==' }, 422, 'VALIDATION_FAILED'],
    ['a program by its name', { 'upload-metadata': metadata({ filename: 'a.exe.txt' }) }, 415, 'INVALID_FILE_TYPE'],
    ['more than a file may have', { 'upload-length': String(FILE_LIMITS.file + 1) }, 413, 'FILE_TOO_LARGE'],
    ['a folder of nobody', { 'upload-metadata': metadata({ filename: 'a.txt', folder_id: 'x' }) }, 404, 'NOT_FOUND'],
  ])('are not begun with %s', async (_, headers, status, code) => {
    expect((await begin(10, undefined, headers).expect(status)).body).toMatchObject({ code });
  });

  it('are not gone on with elsewhere than where they are, nor with more than was said', async () => {
    const place = await placeOf(100);
    await bring(place, 0, textOf(40)).expect(204);
    expect((await bring(place, 10, textOf(40)).expect(409)).body).toMatchObject({ code: 'CONFLICT' });
    expect((await bring(place, 40, textOf(61)).expect(413)).body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await bring(place, 40, textOf(60), { 'content-type': 'application/octet-stream' }).expect(415);
    expect(await offsetOf(place)).toBe(40);
  });

  it('the last bytes may be brought again when what became of them could not be noted', async () => {
    const { vault } = gateway.ports;
    const replaceIf = vault.replaceIf.bind(vault);
    const place = await placeOf(200);
    const bytes = textOf(200);
    await bring(place, 0, bytes.subarray(0, 150)).expect(204);
    vault.replaceIf = async (key, ...values) => {
      if (key.startsWith('upload/')) throw new Unavailable('the vault is away');
      return replaceIf(key, ...values);
    };
    const first = await bring(place, 150, bytes.subarray(150));
    vault.replaceIf = replaceIf;
    expect(first.status).toBe(204);
    expect(await offsetOf(place)).toBe(150);
    const again = await bring(place, 150, bytes.subarray(150)).expect(204);
    expect(again.headers['x-file-id']).toBe(first.headers['x-file-id']);
    expect(bytes.equals((await contentOf(again.headers['x-file-id']!)).body as Buffer)).toBe(true);
  });

  it('two requests for the same bytes are one', async () => {
    const place = await placeOf(50_000);
    const before = await blobs();
    const answers = await Promise.all([0, 1, 2].map(() => bring(place, 0, textOf(20_000))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect([await offsetOf(place), await blobs()]).toEqual([20_000, before + 1]);
  });

  it('bytes that are not what their hash says are not taken', async () => {
    const place = await placeOf(200);
    const bytes = textOf(100);
    const hash = (algorithm: string, of: Buffer) => ({
      'upload-checksum': `${algorithm} ${createHash(algorithm).update(of).digest('base64')}`,
    });
    expect((await bring(place, 0, bytes, hash('sha1', textOf(100))).expect(460)).body).toMatchObject({
      code: 'CHECKSUM_MISMATCH',
    });
    expect(await offsetOf(place)).toBe(0);
    await bring(place, 0, bytes, { 'upload-checksum': 'md4 abc' }).expect(422);
    await bring(place, 0, bytes, hash('sha1', bytes)).expect(204);
    expect((await bring(place, 100, bytes, hash('sha256', bytes)).expect(204)).headers['x-file-id']).toBeDefined();
  });

  it('what is not what its name says is refused when it is whole, and forgotten', async () => {
    const before = await blobs();
    const place = await placeOf(3_000, { filename: 'factura.pdf' });
    await bring(place, 0, textOf(1_000)).expect(204);
    expect((await bring(place, 1_000, textOf(2_000)).expect(415)).body).toMatchObject({ code: 'INVALID_FILE_TYPE' });
    await ask('head', place, undefined, V).expect(404);
    expect(await blobs()).toBe(before);
  });

  it('are ended by whoever began them, and nobody else sees them', async () => {
    const before = await blobs();
    const place = await placeOf(3_000);
    await bring(place, 0, textOf(1_000)).expect(204);
    for (const other of [firm.mill.ask, firm.accountantAsk])
      for (const method of ['head', 'delete'] as const) await other(method, place, undefined, V).expect(404);
    await ask('delete', place, undefined, V).expect(204);
    await ask('head', place, undefined, V).expect(404);
    await bring(place, 1_000, textOf(1_000)).expect(404);
    expect(await blobs()).toBe(before);
  });

  it('whose parts are gone, as after a restore, are forgotten, and begun anew', async () => {
    const bytes = textOf(10_000);
    const before = new Set<string>();
    for await (const { id } of gateway.ports.blobs.all()) before.add(id);
    const place = await placeOf(bytes.length);
    await bring(place, 0, bytes.subarray(0, 4_000)).expect(204);
    for await (const { id } of gateway.ports.blobs.all()) if (!before.has(id)) await gateway.ports.blobs.remove(id);
    await bring(place, 4_000, bytes.subarray(4_000)).expect(404);
    await ask('head', place, undefined, V).expect(404);
    const again = await placeOf(bytes.length);
    await bring(again, 0, bytes).expect(204);
  });

  it('are forgotten after a day', async () => {
    const sweep = () => gateway.app.get(PartialUploads).sweep(new Date(Date.now() + 25 * 3_600_000));
    await sweep();
    const before = await blobs();
    const place = await placeOf(3_000);
    await bring(place, 0, textOf(1_000)).expect(204);
    await gateway.app.get(UnfinishedUploads).run();
    expect(await offsetOf(place)).toBe(1_000);
    await sweep();
    await ask('head', place, undefined, V).expect(404);
    expect(await blobs()).toBe(before);
  });

  it('a line that breaks costs the piece that was coming, and no other', async () => {
    const bytes = textOf(13 * MiB);
    const place = await placeOf(bytes.length);
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `PATCH ${place} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
            `Content-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
        );
        socket.write(bytes.subarray(0, 7 * MiB), () => setTimeout(() => socket.destroy(), 300));
      });
      socket.on('close', () => resolve());
      socket.on('error', () => undefined);
    });
    await until(async () => (await offsetOf(place)) === FILE_LIMITS.chunk);
    const { headers } = await bring(place, FILE_LIMITS.chunk, bytes.subarray(FILE_LIMITS.chunk)).expect(204);
    expect(bytes.equals((await contentOf(headers['x-file-id']!)).body as Buffer)).toBe(true);
  }, 30_000);

  it('tus-js-client, unchanged: a pause, and 12 MB gone on with after a new start', async () => {
    const bytes = textOf(12 * MiB);
    const options = (more: Partial<tus.UploadOptions>): tus.UploadOptions => ({
      endpoint: `http://127.0.0.1:${port}/api/uploads`,
      chunkSize: FILE_LIMITS.chunk,
      metadata: { filename: 'arhiva.txt' },
      headers: { authorization: `Bearer ${token}` },
      ...more,
    });
    const first = await new Promise<string>((resolve, reject) => {
      const upload = new tus.Upload(
        bytes,
        options({
          onError: reject,
          onChunkComplete: () => void upload.abort().then(() => resolve(upload.url!)),
        }),
      );
      upload.start();
    });
    expect(await offsetOf(new URL(first).pathname)).toBe(FILE_LIMITS.chunk);
    const sent: number[] = [];
    const last = await new Promise<tus.OnSuccessPayload>((resolve, reject) => {
      const upload = new tus.Upload(
        bytes,
        options({
          uploadUrl: first,
          onError: reject,
          onSuccess: resolve,
          onChunkComplete: (size) => void sent.push(size),
        }),
      );
      upload.start();
    });
    expect(sent).toEqual([FILE_LIMITS.chunk, 2 * MiB]);
    const id = last.lastResponse.getHeader('x-file-id')!;
    const { file } = (await ask('get', `/files/${id}`)).body as { file: File };
    expect([file.size, file.sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
  }, 30_000);
});

describe('uploads of one person that are begun at once', () => {
  it('are no more than there is room for, at however many gateways, and one that is ended makes room', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const other = await aGateway({ DOSAR_LIMITS: 'on' }, gateway.ports, { isBeside: true });
    const { bakery } = await aFirm(gateway);
    const { body } = await gateway.anonymous('post', '/auth/login', { email: bakery.user.email, password: PASSWORD });
    const { token } = body as { token: string };
    const begin = (at: number) =>
      [gateway, other][at % 2]!.as(token)('post', '/uploads', undefined, {
        ...V,
        'upload-length': String(50 * MiB),
        'upload-metadata': metadata({ filename: `${at}.zip` }),
      });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => begin(at)));
    const begun = answers.filter(({ status }) => status === 201);
    // 2 GiB
    expect([begun.length, answers.filter(({ status }) => status === 429).length]).toEqual([40, 20]);
    await begin(60).expect(429);
    await gateway.as(token)('delete', begun[0]!.headers['location']!, undefined, V).expect(204);
    await begin(61).expect(201);
    await begin(62).expect(429);
    await other.close();
    await gateway.close();
  });
});
