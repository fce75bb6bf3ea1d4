import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { parseRecord } from '@dosar/kernel/runtime';
import { memoryBlobStore } from '@dosar/kernel/memory/blob-store';
import { aFile, aFirm, aFolder, aGateway, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';

/** Folders and files of an archive, with the contents of files. */
const unpacked = async (bytes: Buffer): Promise<Record<string, string>> => {
  const zip = await fromBufferPromise(bytes);
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    found[entry.fileName] = entry.fileName.endsWith('/')
      ? ''
      : (await buffer(await zip.openReadStreamPromise(entry))).toString();
  return found;
};

describe('an archive of documents', () => {
  const opened = new Set<Readable>();
  /** The ids of what was stored, and of what was opened. */
  const stored: string[] = [];
  const begun: string[] = [];
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let ask: Ask;
  beforeAll(async () => {
    const blobs = memoryBlobStore();
    const watched: typeof blobs = {
      ...blobs,
      async put(...given) {
        const put = await blobs.put(...given);
        stored.push(put.id);
        return put;
      },
      async open(id, range) {
        const stream = await blobs.open(id, range);
        begun.push(id);
        if (stream) opened.add(stream.on('close', () => opened.delete(stream)));
        return stream;
      },
    };
    gateway = await aGateway({}, { ...memoryPorts(), blobs: watched });
    firm = await aFirm(gateway);
    ask = firm.bakery.ask;
  });
  afterAll(() => gateway.close());

  const linkTo = async (body: object, as = ask) =>
    ((await as('post', '/bulk/files/download', body).expect(200)).body as { url: string }).url;
  const open = (url: string) =>
    gateway
      .anonymous('get', url)
      .buffer(true)
      .parse((answer, done) => {
        void buffer(answer as unknown as Readable).then(
          (bytes) => done(null, bytes),
          (error: Error) => done(error, null),
        );
      });
  const events = async () => {
    const { events } = gateway.ports;
    const head = Number((await events.head()) ?? 0n);
    const records = await events.at(Array.from({ length: head }, (_, at) => BigInt(at + 1)));
    return records
      .flatMap((record) => (record ? [parseRecord(record)] : []))
      .filter(({ type }) => type === 'FileDownloaded');
  };

  it('has folders as they are, empty ones as well, and names in Romanian', async () => {
    const year = await aFolder(ask, 'Anul 2026');
    const month = await aFolder(ask, '03 Martie', { parent_folder_id: year.id });
    await aFolder(ask, 'Încă gol', { parent_folder_id: year.id });
    const invoice = await aFile(ask, 'Factură știri țară.txt', { folder_id: month.id }, 'ăîșț');
    await aFile(ask, 'gol.txt', { folder_id: year.id }, '');
    const gone = await aFile(ask, 'ștearsă.txt', { folder_id: month.id });
    await ask('post', '/bulk/files/delete', { file_ids: [gone.id] }).expect(200);
    const alone = await aFile(ask, 'Lângă.txt', {}, 'x');

    const url = await linkTo({ folder_ids: [year.id], file_ids: [alone.id] });
    const answer = await open(url).expect(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' });
    expect(Number(answer.headers['content-length'])).toBe((answer.body as Buffer).length);
    expect(await unpacked(answer.body as Buffer)).toEqual({
      'Anul 2026/03 Martie/Factură știri țară.txt': 'ăîșț',
      'Anul 2026/gol.txt': '',
      'Anul 2026/Încă gol/': '',
      'Lângă.txt': 'x',
    });

    // one event for the link and its user, with each file
    const clientId = firm.bakery.client.id;
    const noted = await events();
    expect(noted).toHaveLength(3);
    expect(noted).toContainEqual(
      expect.objectContaining({
        resource: { type: 'file', id: invoice.id },
        data: expect.objectContaining({ clientId, fileId: invoice.id, version: 1, archiveId: expect.any(String) }),
      }),
    );
    expect(new Set(noted.map(({ data }) => (data as { archiveId: string }).archiveId)).size).toBe(1);
    expect(new Set(noted.map(({ correlationId }) => correlationId)).size).toBe(1);
    // the file's history says who has it
    const { body: history } = await ask('get', `/files/${invoice.id}/history`).expect(200);
    expect((history as { events: unknown[] }).events[0]).toMatchObject({
      event_type: 'FileDownloaded',
      user: { id: firm.bakery.user.id },
    });
    await open(url).expect(200);
    await gateway.anonymous('head', url).expect(200);
    expect(await events()).toHaveLength(3);
  });

  it('without folders numbers the names that clash', async () => {
    const one = await aFolder(ask, 'Unu');
    const two = await aFolder(ask, 'Doi');
    await aFile(ask, 'bon.txt', { folder_id: one.id }, '1');
    await aFile(ask, 'BON.txt', { folder_id: two.id }, '2');
    const { body } = await open(await linkTo({ folder_ids: [one.id, two.id], include_folders: false })).expect(200);
    expect(await unpacked(body as Buffer)).toEqual({ 'bon.txt': '1', 'BON (1).txt': '2' });
  });

  it('P17: has only names that Windows takes, each its own', async () => {
    const top = await aFolder(ask, 'Ce lipsește?');
    const folder = await aFolder(ask, 'Rate 1:2', { parent_folder_id: top.id });
    for (const name of ['12:30.txt', '12_30.txt', 'CON.txt', 'con.2026.txt', 'Consum.txt', 'COM1 .txt', 'a<b>|*.txt'])
      await aFile(ask, name, { folder_id: folder.id }, name);
    await aFolder(ask, 'aux', { parent_folder_id: top.id });
    const alone = await aFile(ask, 'De plată?.txt', {}, 'x');
    const names = async (body: object) =>
      Object.keys(await unpacked((await open(await linkTo(body)).expect(200)).body as Buffer)).sort();
    const found = await names({ folder_ids: [top.id], file_ids: [alone.id] });
    expect(found.filter((path) => !path.includes('12_30'))).toEqual(
      [
        'Ce lipsește_/Rate 1_2/COM1_ .txt',
        'Ce lipsește_/Rate 1_2/CON_.txt',
        'Ce lipsește_/Rate 1_2/Consum.txt',
        'Ce lipsește_/Rate 1_2/a_b___.txt',
        'Ce lipsește_/Rate 1_2/con_.2026.txt',
        'Ce lipsește_/aux_/',
        'De plată_.txt',
      ].sort(),
    );
    expect(found.filter((path) => path.includes('12_30'))).toEqual([
      'Ce lipsește_/Rate 1_2/12_30 (1).txt',
      'Ce lipsește_/Rate 1_2/12_30.txt',
    ]);
    expect(await names({ folder_ids: [top.id], include_folders: false })).toContain('CON_.txt');
    // here the names stay
    const { files } = (await ask('get', `/files?folderId=${folder.id}`)).body as { files: { name: string }[] };
    expect(files.map(({ name }) => name)).toContain('12:30.txt');
  });

  it('is called like its folder', async () => {
    const folder = await aFolder(ask, 'Acte țară');
    const { headers } = await open(await linkTo({ folder_ids: [folder.id] })).expect(200);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Acte tara.zip"; filename*=UTF-8''Acte%20%C8%9Bar%C4%83.zip`,
    );
  });

  it('is of what is there, and of one client that may be seen', async () => {
    const file = await aFile(ask, 'a ei.txt');
    const other = await aFile(firm.mill.ask, 'a lui.txt');
    const code = async (body: object, as = ask) => {
      const { status, body: said } = await as('post', '/bulk/files/download', body);
      return [status, (said as { code: string }).code];
    };
    const refused = [422, 'BULK_INVALID_SELECTION'];
    expect(await code({ file_ids: [file.id, other.id] })).toEqual(refused);
    expect(await code({ file_ids: [other.id] })).toEqual(refused);
    expect(await code({ file_ids: ['x'] })).toEqual(refused);
    expect(await code({ file_ids: [file.id, other.id] }, firm.accountantAsk)).toEqual(refused);
    expect(await code({})).toEqual([422, 'BULK_EMPTY']);
    expect(await code({ file_ids: Array.from({ length: 501 }, (_, at) => `${at}`) })).toEqual([422, 'BULK_TOO_MANY']);
    await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200);
    expect(await code({ file_ids: [file.id] })).toEqual(refused);
  });

  it('is not there any more when it was deleted, or its user has left', async () => {
    const file = await aFile(ask, 'pleacă.txt');
    const leaving = await gateway.signIn(firm.bakery.user.email!);
    const url = await linkTo({ file_ids: [file.id] });
    const mine = await linkTo({ file_ids: [file.id] }, leaving);
    await leaving('post', '/auth/logout').expect(204);
    await gateway.anonymous('get', mine).expect(404);
    await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200);
    await gateway.anonymous('get', url).expect(404);
    await gateway.anonymous('get', `${url}x`).expect(404);
  });

  it('whoever hangs up leaves nothing open, and no more is read, or said to be taken, than they took', async () => {
    const folder = await aFolder(ask, 'Multe');
    // pictures, since the search would read other documents meanwhile; and of others it may still be reading some
    const others = new Set(stored);
    const big = Buffer.concat([Buffer.from('BM'), Buffer.alloc(8 * 1024 ** 2)]);
    for (let at = 0; at < 6; at += 1) await aFile(ask, `${at}.bmp`, { folder_id: folder.id }, big);
    const some = await aFolder(ask, 'Câteva', { parent_folder_id: folder.id });
    for (let at = 0; at < 10; at += 1) await aFile(ask, `${at}.bmp`, { folder_id: some.id }, big.subarray(0, 100));
    const copying = { folder_ids: [some.id], target_folder_id: folder.id };
    for (let at = 0; at < 9; at += 1) await ask('post', '/bulk/files/copy', copying).expect(200);
    const told = (await events()).length;
    const url = await linkTo({ folder_ids: [folder.id] });
    await gateway.app.listen(0, '127.0.0.1');
    const { port } = gateway.server.address() as AddressInfo;
    const before = begun.length;
    await new Promise<void>((resolve) => {
      const asked = httpRequest({ port, path: url }, (answer) => {
        answer.once('data', () => {
          answer.pause();
          setTimeout(() => resolve(void asked.destroy()), 300);
        });
      });
      asked.on('error', () => undefined).end();
    });
    await new Promise((go) => setTimeout(go, 300));
    // the reader did not read, so the following files were not opened
    expect(begun.slice(before).filter((id) => !others.has(id)).length).toBeLessThan(4);
    expect(opened.size).toBe(0);
    // of 106 files the part that was begun
    expect((await events()).length - told).toBe(50);
  }, 30_000);

  it('is as long as it says, however long its directory is', async () => {
    const long = (name: string) => name.padEnd(200, '-');
    const outer = await aFolder(ask, long('Dosar cu multe dosare'));
    const inner = await aFolder(ask, long('În el'), { parent_folder_id: outer.id });
    await aFile(ask, `${long('Factură')}.txt`, { folder_id: inner.id }, 'ăîșț');
    for (let at = 0; at < 105; at += 1) await aFolder(ask, long(`${at}`), { parent_folder_id: inner.id });
    const answer = await open(await linkTo({ folder_ids: [outer.id] })).expect(200);
    const bytes = answer.body as Buffer;
    expect(bytes.length).toBeGreaterThan(0xffff);
    expect(Number(answer.headers['content-length'])).toBe(bytes.length);
    expect(Object.keys(await unpacked(bytes))).toHaveLength(106);
  });
});
