import type { File, Folder, StoodAt } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { aFile, aFirm, aFolder, aGateway, type Ask, type Gateway } from '../../testing/gateway';

type Body = { readonly at: StoodAt; readonly files: File[]; readonly folders: Folder[] };

describe('files and folders as of an instant', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const now = async () => String((await gateway.ports.events.head())!);
  const read = async (ask: Ask, path: string) => (await ask('get', path).expect(200)).body as Body;
  const sentence = async (path: string, accept = 'ro') => {
    const { body } = await firm.bakery.ask('get', path, undefined, { 'accept-language': accept }).expect(422);
    return (body as { fields: object }).fields;
  };

  it('are what was answered then, whatever became of them', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'Martie');
    const file = await aFile(ask, 'bon.txt', { folder_id: folder.id });
    await ask('post', `/files/${file.id}/notes`, { text: 'Plătit' }).expect(201);
    const paths = [
      '/folders/tree',
      '/folders?sort=created',
      `/files?folderId=${folder.id}&page=1&pageSize=10`,
      `/folders/${folder.id}`,
      `/folders/${folder.id}/path`,
      `/files/${file.id}`,
      `/files/${file.id}/notes`,
    ];
    const before = await Promise.all(paths.map((path) => read(ask, path)));
    const at = await now();
    await ask('put', `/folders/${folder.id}`, { name: 'Aprilie' }).expect(200);
    await ask('patch', `/files/${file.id}`, { name: 'alt.txt' }).expect(200);
    await ask('post', `/files/${file.id}/notes`, { text: 'Încă una' }).expect(201);
    await aFolder(ask, 'Mai');
    await ask('post', '/bulk/files/delete', { file_ids: [], folder_ids: [folder.id] }).expect(200);
    for (const [nth, path] of paths.entries()) {
      const { at: stood, ...body } = await read(ask, `${path}${path.includes('?') ? '&' : '?'}at=${at}`);
      expect({ path, body }).toEqual({ path, body: before[nth] });
      expect(stood).toEqual({ position: at, time: expect.stringMatching(/Z$/) });
      const byTime = await read(ask, `${path}${path.includes('?') ? '&' : '?'}at=${stood.time}`);
      expect({ path, at: byTime.at.time }).toEqual({ path, at: stood.time });
    }
    await ask('get', `/folders/${folder.id}`).expect(404);
  });

  it('are there only since they were made', async () => {
    const at = await now();
    const folder = await aFolder(firm.bakery.ask, 'Iunie');
    await firm.bakery.ask('get', `/folders/${folder.id}?at=${at}`).expect(404);
    const { folders } = await read(firm.bakery.ask, `/folders?at=${at}`);
    expect(folders.map(({ id }) => id)).not.toContain(folder.id);
  });

  it('are nobody else’s then, either', async () => {
    const folder = await aFolder(firm.bakery.ask, 'Iulie');
    const at = await now();
    await firm.mill.ask('get', `/folders/${folder.id}?at=${at}`).expect(404);
    await firm.mill.ask('get', `/folders/tree?client_id=${firm.bakery.client.id}&at=${at}`).expect(404);
  });

  it('bear a tag by which it is known that they say the same', async () => {
    const path = `/folders/tree?at=${await now()}`;
    const { headers } = await firm.bakery.ask('get', path).expect(200);
    await aFolder(firm.bakery.ask, 'August');
    const { etag } = headers as { etag: string };
    await firm.bakery.ask('get', path, undefined, { 'if-none-match': etag }).expect(304);
  });

  it('of no instant that there was are refused in a sentence', async () => {
    const head = BigInt(await now());
    const inFuture = new Date(Date.now() + 60_000).toISOString();
    for (const at of [head + 1n, 10n ** 18n, inFuture])
      expect(await sentence(`/folders/tree?at=${at}`)).toEqual({ at: 'Încă nu a fost' });
    for (const at of [0, '1999-12-31T23:59:59%2B02:00'])
      expect(await sentence(`/folders/tree?at=${at}`, 'en')).toEqual({ at: 'Before the first event' });
    // in autumn only an offset says which of two equal hours is meant
    for (const at of ['2026-10-25T03:30:00', '2026-10-25', '-1', 'ieri', '99999999999999999999'])
      expect(await sentence(`/folders/tree?at=${encodeURIComponent(at)}`)).toEqual({ at: 'Valoare nepermisă' });
  });

  it('of a time are as of the last event that was not later', async () => {
    const { ask } = firm.bakery;
    const folder = await aFolder(ask, 'Septembrie');
    const { at } = await read(ask, `/folders/${folder.id}?at=${await now()}`);
    await until(() => Date.now() > Date.parse(at.time) + 2);
    await aFolder(ask, 'Octombrie');
    const later = new Date(Date.parse(at.time) + 1).toISOString().replace('Z', '+00:00');
    expect((await read(ask, `/folders/tree?at=${encodeURIComponent(later)}`)).at.time).toBe(at.time);
  });
});
