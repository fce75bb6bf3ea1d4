import type { File, Folder, Problem } from '@dosar/contracts';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import type { ReadStore } from '@dosar/kernel/runtime';
import {
  aFile,
  aFirm,
  aFolder,
  aGateway,
  later,
  memoryPorts,
  PASSWORD,
  type Ask,
  type Gateway,
} from '../../testing/gateway';
import { ACCESS_TOKEN_MS } from '../access/tokens';

/** A store that counts read rows; whether it counts writes is configurable. */
const watched = (reads: ReadStore, isCounting: boolean) => {
  let read = 0;
  let hold: (() => Promise<void>) | null = null;
  const noting =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      read += 1;
      const found = await work(...given);
      const holding = hold;
      hold = null;
      await holding?.();
      return found;
    };
  /** Holds back the next row until the test releases it. */
  const holdNextRow = () => {
    let goOn = () => {};
    const goes = new Promise<void>((resolve) => (goOn = resolve));
    const isRead = new Promise<void>((resolve) => {
      hold = () => {
        resolve();
        return goes;
      };
    });
    return { isRead, goOn };
  };
  const own = {
    get: noting((...given: Parameters<ReadStore['get']>) => reads.get(...given)) as ReadStore['get'],
    find: noting((...given: Parameters<ReadStore['find']>) => reads.find(...given)) as ReadStore['find'],
    count: noting((...given: Parameters<ReadStore['count']>) => reads.count(...given)),
  };
  return { reads: { ...reads, ...own, ...(!isCounting && { commits: () => null }) }, read: () => read, holdNextRow };
};

describe.each([
  ['where writes are counted', true],
  ['where others write, too', false],
])('an answer that was given before, %s', (_, isCounting) => {
  /** The rows read for a cached answer: where writes are not counted nothing is cached. */
  const most = isCounting ? 0 : Infinity;
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let watch: ReturnType<typeof watched>;
  beforeAll(async () => {
    const ports = memoryPorts();
    watch = watched(ports.reads, isCounting);
    gateway = await aGateway({}, { ...ports, reads: watch.reads });
    firm = await aFirm(gateway, 'Contab Expert', 'assigned');
    await assign(true);
  });
  afterAll(() => gateway.close());

  const assign = async (isTheirs: boolean) => {
    const path = `/clients/${firm.bakery.client.id}/accountants`;
    if (isTheirs) await firm.admin('post', path, { accountant_ids: [firm.accountant.id] }).expect(200);
    else await firm.admin('delete', `${path}/${firm.accountant.id}`).expect(204);
  };

  /** Repeats a request until its answer is cached. */
  const asked = async (ask: Ask, path: string) => {
    await ask('get', path).expect(200);
    await ask('get', path).expect(200);
    const before = watch.read();
    const answer = await ask('get', path).expect(200);
    expect(watch.read() - before).toBeLessThanOrEqual(most);
    const { body, headers } = answer as { body: unknown; headers: Record<string, string> };
    return { body, headers, tag: { 'if-none-match': headers['etag']! } };
  };

  let made = 0;
  const aDrive = async () => {
    const folder = await aFolder(firm.bakery.ask, `Păstrat ${(made += 1)}`);
    const file = await aFile(firm.bakery.ask, `păstrat ${made}.txt`, { folder_id: folder.id });
    const ofFile = `/files/${file.id}`;
    const ofFolder = `/folders/${folder.id}`;
    const paths = [ofFile, ofFolder, `/files?folderId=${folder.id}`, `/folders?parentFolderId=${folder.id}`];
    return { folder, file, ofFile, ofFolder, paths };
  };
  const aUser = async () => {
    const email = `păstrat.${(made += 1)}@firma.test`.replace('ă', 'a');
    const details = { role: 'user', name: 'Om', email, password: PASSWORD, client_id: firm.bakery.client.id };
    const { user } = (await firm.admin('post', '/users', details).expect(201)).body as { user: { id: string } };
    return { id: user.id, ask: await gateway.signIn(email) };
  };
  const codeOf = (answer: { readonly body: unknown }) => (answer.body as Problem).code;

  it('is given again, where writes are counted without a row being read, and says the same', async () => {
    const { paths } = await aDrive();
    for (const path of paths) {
      const first = await firm.bakery.ask('get', path).expect(200);
      const { body, headers, tag } = await asked(firm.bakery.ask, path);
      const told = (of: Record<string, unknown>) => ({ ...of, date: null, 'x-correlation-id': null });
      expect([body, told(headers)]).toEqual([first.body, told(first.headers as Record<string, unknown>)]);
      const before = watch.read();
      const unchanged = await firm.bakery.ask('get', path, undefined, tag).expect(304);
      expect(unchanged.text).toBe('');
      expect(watch.read() - before).toBeLessThanOrEqual(most);
      expect(unchanged.headers).toMatchObject({
        etag: tag['if-none-match'],
        'cache-control': 'private, no-cache',
        vary: 'accept-encoding',
        'x-correlation-id': expect.any(String) as string,
      });
      for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
        expect([name, unchanged.headers[name]]).toEqual([name, first.headers[name]]);
    }
  });

  it('is given again though others have written', async () => {
    const { paths } = await aDrive();
    for (const path of paths) {
      const { body, tag } = await asked(firm.bakery.ask, path);
      await aFolder(firm.mill.ask, `La moară ${(made += 1)}`);
      const before = watch.read();
      expect((await firm.bakery.ask('get', path).expect(200)).body).toEqual(body);
      await firm.bakery.ask('get', path, undefined, tag).expect(304);
      expect(watch.read() - before).toBeLessThanOrEqual(most);
    }
  });

  it('is known though it was only said that nothing has changed', async () => {
    const { ofFile } = await aDrive();
    const first = await firm.bakery.ask('get', ofFile).expect(200);
    const another = await gateway.signIn(firm.bakery.user.email!);
    const tag = { 'if-none-match': first.headers['etag'] as string };
    for (let time = 0; time < 3; time += 1) await another('get', ofFile, undefined, tag).expect(304);
    expect((await another('get', ofFile).expect(200)).body).toEqual(first.body);
  });

  it('is another one as soon as what it says has changed, for everybody', async () => {
    const { file, folder, paths, ofFile, ofFolder } = await aDrive();
    const tags = new Map<string, object>();
    for (const path of paths) tags.set(path, (await asked(firm.accountantAsk, path)).tag);
    await firm.bakery.ask('patch', ofFile, { name: 'altul.txt' }).expect(200);
    const isNew = async (path: string) =>
      (await firm.accountantAsk('get', path, undefined, tags.get(path) as Record<string, string>).expect(200))
        .body as object;
    expect(await isNew(ofFile)).toMatchObject({ file: { id: file.id, name: 'altul.txt' } satisfies Partial<File> });
    expect(await isNew(`/files?folderId=${folder.id}`)).toMatchObject({ files: [{ name: 'altul.txt' }] });
    await firm.bakery.ask('put', ofFolder, { name: `Altul ${made}` }).expect(200);
    expect(await isNew(ofFolder)).toMatchObject({ folder: { name: `Altul ${made}` } satisfies Partial<Folder> });
  });

  it('says what is there when some of it is there no more', async () => {
    const { folder, file } = await aDrive();
    const list = `/files?folderId=${folder.id}`;
    const { tag } = await asked(firm.accountantAsk, list);
    await firm.bakery.ask('post', '/bulk/files/delete', { file_ids: [file.id], folder_ids: [] }).expect(200);
    const { body } = await firm.accountantAsk('get', list, undefined, tag).expect(200);
    expect(body).toMatchObject({ files: [] });
  });

  it('is given to nobody who has lost the right to it', async () => {
    const { ofFile, paths } = await aDrive();
    for (const path of paths) await asked(firm.accountantAsk, path);
    const { tag } = await asked(firm.accountantAsk, ofFile);
    await assign(false);
    for (const path of paths)
      expect(codeOf(await firm.accountantAsk('get', path, undefined, tag).expect(404))).toBe('NOT_FOUND');
    await assign(true);
    await firm.accountantAsk('get', ofFile).expect(200);
  });

  it.each([
    ['signed out', 'SESSION_EXPIRED', (ask: Ask) => ask('post', '/auth/logout').expect(204)],
    [
      'inactive',
      'SESSION_EXPIRED',
      (_ask: Ask, id: string) => firm.admin('patch', `/users/${id}`, { status: 'inactive' }).expect(200),
    ],
    ['deleted', 'SESSION_EXPIRED', (_ask: Ask, id: string) => firm.admin('delete', `/users/${id}`).expect(204)],
  ])('is given to nobody who is %s', async (_name, code, lose) => {
    const { ofFile } = await aDrive();
    const { ask, id } = await aUser();
    const { tag } = await asked(ask, ofFile);
    await lose(ask, id);
    expect(codeOf(await ask('get', ofFile, undefined, tag).expect(401))).toBe(code);
    expect(codeOf(await ask('get', ofFile).expect(401))).toBe(code);
  });

  it('is not given when the caller’s token has run out', async () => {
    const { ofFile } = await aDrive();
    const { ask } = await aUser();
    const { tag } = await asked(ask, ofFile);
    await later(ACCESS_TOKEN_MS + 1_000, async () => {
      expect(codeOf(await ask('get', ofFile, undefined, tag).expect(401))).toBe('SESSION_EXPIRED');
    });
  });

  it('is each session’s own', async () => {
    const { ofFile } = await aDrive();
    await asked(firm.bakery.ask, ofFile);
    await firm.mill.ask('get', ofFile).expect(404);
    await gateway.anonymous('get', ofFile).expect(401);
  });

  it('waits for what its caller has written', async () => {
    const { ofFile } = await aDrive();
    await asked(firm.bakery.ask, ofFile);
    const future = Buffer.from('p1.999999999').toString('base64url');
    const answer = await firm.bakery.ask('get', ofFile, undefined, { 'x-consistency-token': future }).expect(200);
    expect(answer.headers['x-stale']).toBe('true');
  });

  it('is marked as old when its view has stopped', async () => {
    const { ofFile, ofFolder } = await aDrive();
    await asked(firm.bakery.ask, ofFile);
    await asked(firm.bakery.ask, ofFolder);
    const { signals } = gateway.ports;
    const stop = { eventId: ofFile.slice(7), eventType: 'FileRenamed', reason: 'a defect' };
    signals.send({ kind: 'stopped', view: files.view, ...stop });
    signals.send({ kind: 'stopped', view: folders.view, ...stop });
    for (const path of [ofFile, ofFolder])
      expect((await firm.bakery.ask('get', path).expect(200)).headers['x-stale']).toBe('true');
    await firm.bakery.ask('patch', ofFile, { name: `goes on ${made}.txt` }).expect(200);
  });

  it.each([
    ['before', (ask: Ask, path: string) => ask('get', path).expect(200), () => Promise.resolve()],
    ['meanwhile', () => Promise.resolve(), (ask: Ask, path: string) => ask('get', path).expect(200)],
  ])(
    'is not the one that was being made while something was written, if another was made %s',
    async (_when, first, then) => {
      const { ofFile } = await aDrive();
      const another = await gateway.signIn(firm.bakery.user.email!);
      await another('get', '/users/me').expect(200);
      await first(another, ofFile);
      const { isRead, goOn } = watch.holdNextRow();
      const old = another('get', ofFile).then(({ body }) => body as object);
      await isRead;
      await firm.bakery.ask('patch', ofFile, { name: `scris între timp ${made}.txt` }).expect(200);
      await then(another, ofFile);
      goOn();
      expect(await old).toMatchObject({ file: { name: `păstrat ${made}.txt` } });
      const { body } = await another('get', ofFile).expect(200);
      expect(body).toMatchObject({ file: { name: `scris între timp ${made}.txt` } });
    },
  );

  it('is never older than what was answered to a write, however many ask meanwhile', async () => {
    const { ofFile } = await aDrive();
    let isOver = false;
    const asking = Array.from({ length: 6 }, async (_each, at) => {
      const ask = at % 2 === 0 ? firm.bakery.ask : firm.accountantAsk;
      while (!isOver) await ask('get', ofFile).expect(200);
    });
    for (let time = 0; time < 60; time += 1) {
      const name = `a ${time}-a oară.txt`;
      await firm.bakery.ask('patch', ofFile, { name }).expect(200);
      for (const ask of [firm.bakery.ask, firm.accountantAsk, firm.bakery.ask, firm.bakery.ask])
        expect((await ask('get', ofFile).expect(200)).body).toMatchObject({ file: { name } });
    }
    isOver = true;
    await Promise.all(asking);
  });

  it('is marked as old while its view is filled anew, though nothing was in it', async () => {
    await asked(firm.mill.ask, '/folders');
    await gateway.ports.reads.drop(folders);
    expect((await firm.mill.ask('get', '/folders').expect(200)).headers['x-stale']).toBe('true');
  });
});
