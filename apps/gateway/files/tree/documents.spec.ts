import type { Dashboard, FoundDocument } from '@dosar/contracts';
import { today } from '../../platform/hosting/time';
import { aFile, aFirm, aFolder, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { becomes } from '../../testing/sockets';

let gateway: Gateway;
let firm: Awaited<ReturnType<typeof aFirm>>;
beforeAll(async () => {
  gateway = await aGateway();
  firm = await aFirm(gateway);
});
afterAll(() => gateway.close());

type Page = { readonly files: readonly FoundDocument[]; readonly total: number };
const list = async (ask: Ask, query = ''): Promise<Page> =>
  (await ask('get', `/documents?${query}`).expect(200)).body as Page;
const named = async (ask: Ask, query = ''): Promise<readonly (string | null)[]> =>
  (await list(ask, query)).files.map(({ name }) => name);
const set = (file_ids: readonly string[], change: object, client_id: string = firm.bakery.client.id) =>
  firm.accountantAsk('post', '/bulk/files/status', { file_ids, client_id, ...change }).expect(200);

describe('documents of all clients', () => {
  it('are listed from whatever folder they are in, the newest first, with client and path', async () => {
    const { ask } = firm.bakery;
    const year = await aFolder(ask, '2026');
    const month = await aFolder(ask, 'Septembrie', { parent_folder_id: year.id });
    const deep = await aFile(ask, 'adânc.txt', { folder_id: month.id });
    const top = await aFile(ask, 'sus.txt');
    const foreign = await aFile(firm.accountantAsk, 'flori.txt', { client_id: firm.mill.client.id });

    const { files, total } = await list(firm.accountantAsk);
    expect([total, files.map(({ id }) => id)]).toEqual([3, [foreign.id, top.id, deep.id]]);
    expect(files[2]).toMatchObject({
      client: { id: firm.bakery.client.id, name: firm.bakery.client.societate },
      path: [
        { id: year.id, name: '2026' },
        { id: month.id, name: 'Septembrie' },
      ],
    });
    expect(files[0]!.client.name).toBe(firm.mill.client.societate);
    expect(await named(firm.accountantAsk, 'order=asc&pageSize=2')).toEqual(['adânc.txt', 'sus.txt']);
    expect(await named(firm.accountantAsk, 'order=asc&pageSize=2&page=2')).toEqual(['flori.txt']);

    // of others nothing is seen
    expect(await named(ask)).toEqual(['sus.txt', 'adânc.txt']);
    expect(await named(firm.accountantAsk, `client_id=${firm.mill.client.id}`)).toEqual(['flori.txt']);
    await ask('get', `/documents?client_id=${firm.mill.client.id}`).expect(404);
    expect(await named(firm.accountantAsk, 'assigned_only=true')).toEqual([]);
    await firm.admin('post', `/clients/${firm.mill.client.id}/accountants`, { accountant_ids: [firm.accountant.id] });
    expect(await named(firm.accountantAsk, 'assigned_only=true')).toEqual(['flori.txt']);

    // who uploaded them
    expect(await named(ask, 'mine=true')).toEqual(['sus.txt', 'adânc.txt']);
    expect(await named(firm.accountantAsk, 'mine=true')).toEqual(['flori.txt']);
  });

  it('are as many as each figure counts', async () => {
    const { ask } = firm.bakery;
    const working = await aFile(ask, 'în lucru.txt');
    const done = await aFile(ask, 'gata.txt');
    const booked = await aFile(ask, 'contabilizat.txt');
    const gone = await aFile(ask, 'șters.txt');
    await set([working.id], { process_state: 'processing', accounting_status: 'accounting_pending' });
    await set([done.id], { process_state: 'processed' });
    await set([booked.id], { accounting_status: 'accounting_completed' });
    await ask('post', '/bulk/files/delete', { file_ids: [gone.id], client_id: firm.bakery.client.id }).expect(200);

    const figures = async () => (await firm.accountantAsk('get', '/dashboard').expect(200)).body as Dashboard;
    const counted = (query: string) => async () => (await list(firm.accountantAsk, query)).total;
    await becomes(async () => (await figures()).by_status.accounting_status.accounting_completed, 1);
    await becomes(async () => (await figures()).statistics.total_files, 6);
    const { statistics, by_status, uploads_by_day } = await figures();
    expect(await counted('')()).toBe(statistics.total_files);
    expect(await counted('process_state=pending')()).toBe(statistics.pending_files);
    for (const [state, count] of Object.entries(by_status.process_state))
      expect([state, await counted(`process_state=${state}`)()]).toEqual([state, count]);
    for (const [state, count] of Object.entries(by_status.accounting_status))
      expect([state, await counted(`accounting_status=${state}`)()]).toEqual([state, count]);
    for (const { day, count } of uploads_by_day.slice(-2))
      expect([day, await counted(`uploaded_on=${day}`)()]).toEqual([day, count]);
    expect(await counted(`uploaded_on=${today()}`)()).toBe(6);
    expect(await named(firm.accountantAsk, 'process_state=processing&accounting_status=accounting_pending')).toEqual([
      'în lucru.txt',
    ]);
  });

  it('are those of one line of the recent activity, and nothing else', async () => {
    const { mill, bakery, accountantAsk } = await aFirm(gateway, 'Alta');
    const month = await aFolder(mill.ask, 'Octombrie');
    const sent = [
      await aFile(mill.ask, 'unu.txt'),
      await aFile(mill.ask, 'doi.txt', { folder_id: month.id }),
      await aFile(mill.ask, 'trei.txt'),
    ].map(({ id }) => id);
    const client_id = mill.client.id;
    const own = await aFile(accountantAsk, 'al firmei.txt', { client_id });
    const give = (file_ids: readonly string[], process_state: string) =>
      accountantAsk('post', '/bulk/files/status', { file_ids, client_id, process_state }).expect(200);
    // what is done between is of another line
    await give([sent[0]!], 'processing');
    await give([own.id], 'processed');
    await give([sent[1]!], 'processing');

    const acts = async () =>
      ((await mill.ask('get', '/dashboard').expect(200)).body as Dashboard).recent_activity.filter(
        ({ resource }) => resource.type === 'file',
      );
    await becomes(async () => (await acts())[0]?.count, 2);
    const shown: unknown[] = [];
    for (const { id, first_id, to, user, count } of await acts()) {
      const names = await named(mill.ask, `act=${id}&act_from=${first_id}&order=asc`);
      shown.push([to ?? user!.role, count, names]);
    }
    expect(shown).toEqual([
      ['processing', 2, ['unu.txt', 'doi.txt']],
      ['processed', 1, ['al firmei.txt']],
      ['accountant', 1, ['al firmei.txt']],
      ['user', 3, ['unu.txt', 'doi.txt', 'trei.txt']],
    ]);
    const { id, first_id } = (await acts())[0]!;
    // nobody else sees what it is about, and what is no event of a document is no line
    await bakery.ask('get', `/documents?act=${id}&act_from=${first_id}`).expect(404);
    await mill.ask('get', '/documents?act=nothing').expect(404);
  });

  it('are refused where they are asked for wrongly', async () => {
    for (const query of ['process_state=booked', 'uploaded_on=ieri', 'page=51', 'pageSize=101', 'mine=perhaps'])
      await firm.accountantAsk('get', `/documents?${query}`).expect(422);
    expect(await list(firm.accountantAsk, 'page=50&pageSize=100')).toMatchObject({ files: [] });
  });
});
