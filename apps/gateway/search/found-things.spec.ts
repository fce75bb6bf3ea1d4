import type { Folder, ReplyOf, searchApi, SearchResult } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, type Ask, type Gateway } from '../testing/gateway';
import { tokenOf } from '../platform/access/call';

type Reply = ReplyOf<typeof searchApi.search>;

const YEAR = 2024;

/** What is asked with the newest consistency token finds what was written. */
const search = async (ask: Ask, q: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  (await ask('get', `/search?${new URLSearchParams({ record: 'false', q, ...more }).toString()}`).expect(200))
    .body as Reply;
const shown = ({ results }: Reply) => results.map(({ title, path }) => [title, path.join(' / ')]);

describe('a search', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let folders: readonly Folder[];
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    for (const { ask } of [firm.bakery, firm.mill]) {
      const made = await ask('post', '/folders/bulk-create-accounting-structure', { year: YEAR }).expect(201);
      if (ask === firm.bakery.ask) ({ folders } = made.body as { folders: Folder[] });
    }
  });
  afterAll(() => gateway.close());
  const month = (number: number) =>
    folders.find(({ category_key }) => category_key === `luna_${YEAR}-${String(number).padStart(2, '0')}`)!;
  const inside = (parent: Folder, key: string) =>
    folders.find(({ parent_folder_id, category_key }) => parent_folder_id === parent.id && category_key === key)!;

  it('says in which folders each thing lies', async () => {
    const { ask } = firm.bakery;
    const receipts = inside(month(9), 'bonuri');
    const own = await aFolder(ask, 'Papagal', { parent_folder_id: receipts.id });
    await aFile(ask, 'papagal.txt', { folder_id: own.id });
    await aFile(ask, 'papagal de sus.txt');
    const place = `${YEAR} / ${month(9).name} / ${receipts.name}`;
    const found = await search(ask, 'papagal', { types: 'files,folders', sort: 'name' });
    expect(shown(found)).toEqual([
      ['Papagal', place],
      ['papagal de sus.txt', ''],
      ['papagal.txt', `${place} / Papagal`],
    ]);
    await ask('put', `/folders/${own.id}`, { name: 'Canar' }).expect(200);
    expect(shown(await search(ask, '"papagal.txt"'))).toEqual([['papagal.txt', `${place} / Canar`]]);
  });

  it('tells folders of the accounting structure last, each once for all months', async () => {
    const { ask } = firm.bakery;
    const all = { types: 'files,messages,folders,clients' };
    await aFile(ask, 'bonuri de casă.txt');
    await aFolder(ask, 'Bonuri vechi');
    const found = await search(ask, 'bonuri', all);
    const names = ['08 Stocuri (NIR, avize, bonuri de consum)', '03 Bonuri fiscale și chitanțe'];
    expect(found.results.map(({ title }) => title).sort()).toEqual(
      ['bonuri de casă.txt', 'Bonuri vechi', ...names].sort(),
    );
    expect(found.total).toBe(4);
    const folded = (each: SearchResult) => (each.folded ?? 1) > 1;
    expect(found.results.map(folded)).toEqual([false, false, true, true]);
    const receipts = found.results.find(({ title }) => title === names[1])!;
    // of months that are over, the last
    expect(receipts).toMatchObject({ folded: 12, path: [String(YEAR), month(12).name] });
    expect(receipts.folder).toMatchObject({ id: receipts.id, category_key: 'bonuri' });
    // page by page
    const pages = await Promise.all(
      [1, 2, 3].map((page) => search(ask, 'bonuri', { ...all, page: `${page}`, pageSize: '3' })),
    );
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(found.results.map(({ id }) => id));
    // of one month there is one, and each client has its own
    const ofMonth = await search(ask, 'bonuri fiscale luna:septembrie-2024', all);
    expect(shown(ofMonth)).toEqual([[names[1], `${YEAR} / ${month(9).name}`]]);
    expect(ofMonth.results[0]!.folded).toBeUndefined();
    const ofFirm = await search(firm.accountantAsk, 'bonuri fiscale', { types: 'folders' });
    expect(ofFirm.results.map(({ client, folded: count }) => [client?.name, count]).sort()).toEqual([
      ['Brutăria Țărănească SRL', 12],
      ['Moara Bănățeană SA', 12],
    ]);
    // one that somebody has called otherwise is none of them
    await ask('put', `/folders/${inside(month(3), 'bonuri').id}`, { name: 'Bonuri fiscale martie' }).expect(200);
    const renamed = await search(ask, 'bonuri fiscale', { types: 'folders' });
    expect(renamed.results.map(({ title, folded: count }) => [title, count])).toEqual([
      ['Bonuri fiscale martie', undefined],
      [names[1], 11],
    ]);
  });

  it('tells them among all else, each of them, where another order is asked for', async () => {
    const { ask } = firm.bakery;
    const all = { types: 'files,folders', sort: 'name' };
    const found = await search(ask, 'bonuri', { ...all, pageSize: '100' });
    const times = (count: number, title: string) => Array.from({ length: count }, () => title);
    expect(found.results.map(({ title }) => title)).toEqual([
      ...times(11, '03 Bonuri fiscale și chitanțe'),
      ...times(12, '08 Stocuri (NIR, avize, bonuri de consum)'),
      'bonuri de casă.txt',
      'Bonuri fiscale martie',
      'Bonuri vechi',
    ]);
    expect(found.results.filter((each) => each.folded !== undefined)).toEqual([]);
    const last = await search(ask, 'bonuri', { ...all, pageSize: '12', page: '3' });
    expect([last.total, last.results.map(({ title }) => title)]).toEqual([
      26,
      ['Bonuri fiscale martie', 'Bonuri vechi'],
    ]);
    const turned = await search(ask, 'bonuri', { ...all, order: 'desc', pageSize: '1' });
    expect(turned.results.map(({ title }) => title)).toEqual(['Bonuri vechi']);
  });

  it('takes the month of the folder for that of a document, or else that of its arrival', async () => {
    const { ask } = firm.bakery;
    const own = await aFolder(ask, 'Luate laolaltă');
    const { id } = await aFile(ask, 'cocor.txt', { folder_id: own.id });
    const now = new Date().toISOString().slice(0, 7);
    const total = async (q: string) => (await search(ask, `cocor ${q}`)).total;
    expect(await total(`luna:${now}`)).toBe(1);
    expect(await total(`luna:septembrie-${YEAR}`)).toBe(0);
    const move = (to: Folder) =>
      ask('post', '/bulk/files/move', {
        file_ids: [],
        folder_ids: [own.id],
        client_id: own.client_id,
        target_folder_id: to.id,
      }).expect(200);
    await move(inside(month(9), 'extrase'));
    expect([await total(`luna:septembrie-${YEAR}`), await total(`luna:${now}`)]).toEqual([1, 0]);
    expect(await total(`month:"september ${YEAR}"`)).toBe(1);
    await move(month(10));
    expect([await total(`luna:09.${YEAR}`), await total(`luna:${YEAR}-10`)]).toEqual([0, 1]);
    await ask('post', '/bulk/files/move', {
      file_ids: [id],
      folder_ids: [],
      client_id: own.client_id,
      target_folder_id: month(11).id,
    }).expect(200);
    expect(await total(`luna:nov ${YEAR}`)).toBe(1);
  });

  it('takes the words of the screen, tags and sums, and says what it does not understand', async () => {
    const { client } = firm.mill;
    const ask = firm.accountantAsk;
    const bought = await aFile(ask, 'lebada unu.txt', { client_id: client.id });
    const sold = await aFile(ask, 'lebada doi.txt', { client_id: client.id });
    await ask('put', `/files/${bought.id}/tags`, { tags: ['De plătit', 'urgent'] }).expect(200);
    await ask('patch', `/files/${bought.id}/fields`, { number: 'A 1', sum: 1190.5 }).expect(200);
    await ask('patch', `/files/${sold.id}/fields`, { number: 'A 2', sum: 20 }).expect(200);
    const states = { file_ids: [sold.id], client_id: client.id, accounting_status: 'accounting_completed' };
    await ask('post', '/bulk/files/status', states).expect(200);
    const asked = async (q: string) =>
      (await search(ask, `lebada ${q}`)).results.map(({ title }) => title.slice(7, -4));
    for (const q of ['eticheta:urgent', 'etichetă:"de platit" tag:urgent', 'suma:1.190,50', 'suma:>1000', 'status:nou'])
      expect([q, await asked(q)]).toEqual([q, ['unu']]);
    for (const q of [
      'suma:10-50 lei',
      'status:contabilizat',
      'state:booked',
      'status:Contabilizate',
      'stare:prelucrat',
    ])
      expect([q, await asked(q)]).toEqual([q, ['doi']]);
    expect(await asked('eticheta:urgent eticheta:altfel')).toEqual([]);
    const { unknown, total } = await search(ask, 'lebada status:albastru luna:');
    expect({ unknown, total }).toEqual({ unknown: ['status:albastru', 'luna:'], total: 0 });
    expect((await search(ask, 'lebada "status:albastru"')).unknown).toEqual([]);
  });

  it('has what its caller has written, or says that it may not have it', async () => {
    const { ask } = firm.mill;
    const early = { prefer: 'respond-async' };
    for (let at = 0; at < 12; at += 1) {
      const name = `barza${at}`;
      const made = await ask('post', '/folders', { name }, early).expect(201);
      const found = await ask('get', `/search?record=false&types=folders&q=${name}`).expect(200);
      const isThere = (found.body as Reply).results.some(({ title }) => title === name);
      expect([at, isThere, found.headers['x-stale']]).toEqual([at, true, undefined]);
      expect(made.headers['x-consistency-token']).toBeDefined();
    }
    const future = { 'x-consistency-token': tokenOf(9_000_000n) };
    const asked = jest.spyOn(gateway.installation.ports.search, 'search');
    const late = await ask('get', '/search?record=false&q=barza&types=folders', undefined, future).expect(200);
    expect([late.headers['x-stale'], (late.body as Reply).total]).toEqual(['true', 12]);
    // while it waits it asks how far the index is, and for nothing in it
    expect(asked.mock.calls.filter(([{ kinds, least }]) => kinds.length > 0 && least !== undefined)).toHaveLength(2);
    asked.mockRestore();
  });
});
