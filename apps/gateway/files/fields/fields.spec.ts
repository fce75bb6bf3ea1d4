import { NO_FIELDS, type File, type filesApi, type invoicesApi, type ReplyOf } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { aFile, aFirm, aGateway, aFolder, type Ask, type Gateway } from '../../testing/gateway';

describe('what a document says of itself, and the tags of the firm', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const say = async (id: string, fields: object, ask: Ask = firm.accountantAsk) =>
    ((await ask('patch', `/files/${id}/fields`, fields).expect(200)).body as { file: File }).file;
  const tag = async (id: string, tags: readonly string[]) =>
    ((await firm.accountantAsk('put', `/files/${id}/tags`, { tags }).expect(200)).body as { file: File }).file;
  const shown = async (id: string, query = '') =>
    ((await firm.bakery.ask('get', `/files/${id}${query}`).expect(200)).body as { file: File }).file;
  const NONE = NO_FIELDS;

  it('is set by the firm, seen by the client, and gone where it is emptied', async () => {
    const { id, fields, tags } = await aFile(firm.bakery.ask, 'factura.txt');
    expect([fields, tags]).toEqual([null, []]);
    const said = {
      number: ' FA 12 ',
      issuer: 'Alfa SRL',
      issuer_cui: 'RO 18547290',
      date: '2026-03-05',
      sum: 1190.5,
      currency: 'lei',
    };
    const all = { ...NONE, ...said, number: 'FA 12', issuer_cui: '18547290', currency: 'RON' };
    expect((await say(id, said)).fields).toEqual(all);
    expect((await say(id, { due: '2026-04-04', sum: null })).fields).toEqual({ ...all, due: '2026-04-04' });
    expect((await shown(id)).fields).toEqual({ ...all, due: '2026-04-04' });
    const emptied = Object.fromEntries(Object.keys(NONE).map((name) => [name, '']));
    expect((await say(id, emptied)).fields).toBeNull();
  });

  it.each([
    ['a number of 1,000 letters', { number: 'x'.repeat(1_000) }, 'number'],
    ['an issuer that cannot be seen', { issuer: 'Alfa\u202eSRL' }, 'issuer'],
    ['a day that is none', { date: '2026-02-30' }, 'date'],
    ['a sum in thousandths', { sum: 1.005 }, 'sum'],
    ['a sum that is a text', { sum: '12' }, 'sum'],
    ['a sum of a billion billions', { sum: 1e18 }, 'sum'],
    ['a currency that is a word', { currency: 'lei noi' }, 'currency'],
    ['VAT that is a text', { vat: '19' }, 'vat'],
    ['a field that is not there', { gross: 1 }, 'gross'],
  ])('is refused with %s', async (_, fields, name) => {
    const { id } = await aFile(firm.bakery.ask, 'refuz.txt');
    const { body } = await firm.accountantAsk('patch', `/files/${id}/fields`, fields).expect(422);
    expect(Object.keys((body as { fields: object }).fields)).toEqual([name]);
  });

  it('is refused as too large with a number of 10,000 letters', async () => {
    const { id } = await aFile(firm.bakery.ask, 'prea-mult.txt');
    const { body } = await firm.accountantAsk('patch', `/files/${id}/fields`, { number: 'x'.repeat(10_000) });
    expect(body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('is not for clients to change', async () => {
    const { id } = await aFile(firm.bakery.ask, 'al firmei.txt');
    await firm.bakery.ask('patch', `/files/${id}/fields`, { number: '1' }).expect(403);
    await firm.bakery.ask('put', `/files/${id}/tags`, { tags: ['x'] }).expect(403);
  });

  it('orders the list of a folder', async () => {
    const folder = await aFolder(firm.bakery.ask, 'De ordonat');
    const names = ['a.txt', 'b.txt', 'c.txt'];
    const [a, b, c] = await Promise.all(names.map((name) => aFile(firm.bakery.ask, name, { folder_id: folder.id })));
    await say(a!.id, { number: 'FA 10', sum: 20, date: '2026-03-02' });
    await say(b!.id, { number: 'FA 9', sum: -5.5, date: '2026-03-03' });
    await say(c!.id, { number: 'FA 11', sum: 3, date: '2026-03-01' });
    const order = async (by: string) => {
      const { body } = await firm.bakery.ask('get', `/files?folderId=${folder.id}&${by}`).expect(200);
      return (body as { files: File[] }).files.map(({ name }) => name![0]).join('');
    };
    expect(await order('sort=number')).toBe('bac');
    expect(await order('sort=sum')).toBe('bca');
    expect(await order('sort=date&order=desc')).toBe('bac');
  });

  it('has tags, each once, which are listed by how often they are used', async () => {
    const { mill } = firm;
    const one = await aFile(mill.ask, 'unu.txt');
    const two = await aFile(mill.ask, 'doi.txt');
    expect((await tag(one.id, [' de  plătit ', 'DE PLĂTIT', 'urgent'])).tags).toEqual(['de plătit', 'urgent']);
    await tag(two.id, ['urgent']);
    const listed = async () => (await mill.ask('get', '/files/tags').expect(200)).body as unknown;
    expect(await listed()).toEqual({
      tags: [
        { tag: 'urgent', count: 2 },
        { tag: 'de plătit', count: 1 },
      ],
    });
    expect((await tag(two.id, [])).tags).toEqual([]);
    await firm.accountantAsk('put', `/files/${two.id}/tags`, { tags: ['x'.repeat(10_000)] }).expect(422);
    await firm.accountantAsk('put', `/files/${two.id}/tags`, { tags: Array(21).fill('x') }).expect(422);
    expect(((await firm.bakery.ask('get', '/files/tags')).body as { tags: object[] }).tags).not.toContainEqual({
      tag: 'urgent',
      count: 1,
    });
  });

  it('is a month of invoices with sums, in which a document that is there twice counts once', async () => {
    const { mill } = firm;
    const make = async (name: string, fields: object) => say((await aFile(mill.ask, name)).id, fields);
    const one = { number: 'FA 100', issuer_cui: '18547290', date: '2025-11-01', sum: 0.1, net: 0.08, vat: 0.02 };
    await make('una.txt', one);
    await make('iar una.txt', { ...one, number: 'FA100' });
    await make('alta.txt', { ...one, number: 'FA 101', date: '2025-11-30', sum: 0.2, net: 0.2, vat: 0 });
    await make('storno.txt', { ...one, number: 'FA 102', date: '2025-11-15', sum: -5, net: '', currency: 'EUR' });
    await make('a noastra.txt', { ...one, number: 'B 1', issuer_cui: mill.client.cui, date: '2025-11-02', sum: 10 });
    await make('alta luna.txt', { ...one, number: 'FA 103', date: '2025-12-01' });
    const { body } = await firm.accountantAsk('get', `/files/invoices?client_id=${mill.client.id}&month=2025-11`);
    const { invoices, sums } = body as ReplyOf<typeof filesApi.invoices>;
    expect(invoices.map(({ fields: { number }, is_repeated }) => [number, is_repeated])).toEqual([
      ['FA 100', false],
      ['FA100', true],
      ['B 1', false],
      ['FA 102', false],
      ['FA 101', false],
    ]);
    expect(sums).toEqual([
      { kind: 'issued', currency: 'RON', count: 1, sum: 10, net: 0.08, vat: 0.02 },
      { kind: 'received', currency: 'EUR', count: 1, sum: -5, net: null, vat: 0.02 },
      { kind: 'received', currency: 'RON', count: 2, sum: 0.3, net: 0.28, vat: 0.02 },
    ]);
    await firm.accountantAsk('get', '/files/invoices?month=2025-13').expect(422);
  });

  it('is there more than once where the issuer, the number and the day are equal, and is named with where', async () => {
    const { mill } = firm;
    const folder = await aFolder(mill.ask, 'Dublate');
    const make = async (name: string, fields: object, place = {}) =>
      say((await aFile(mill.ask, name, place)).id, { issuer: 'Beta  SRL', date: '2025-10-01', ...fields });
    const one = await make('prima dublată.txt', { number: 'BT 5' });
    const again = await make('iar.txt', { number: 'bt-5', issuer: 'BETA SRL' }, { folder_id: folder.id });
    await make('alta zi.txt', { number: 'BT 5', date: '2025-10-02' }, { folder_id: folder.id });
    const emptied = await make('sters.txt', { number: 'BT 5' }, { folder_id: folder.id });
    const repeated = async (query = '', ask = mill.ask) =>
      ((await ask('get', `/files/repeated${query}`).expect(200)).body as ReplyOf<typeof invoicesApi.repeated>).repeated;
    await mill.ask('post', '/bulk/files/delete', { file_ids: [emptied.id] }).expect(200);
    const others = [{ id: one.id, name: 'prima dublată.txt', folder_id: null, issuer_by: 'name' }];
    expect(await repeated(`?folder_id=${folder.id}`)).toEqual([{ id: again.id, others }]);
    const ofOne = async () => (await repeated()).filter(({ id }) => id === one.id);
    expect(await ofOne()).toEqual([
      { id: one.id, others: [{ id: again.id, name: 'iar.txt', folder_id: folder.id, issuer_by: 'name' }] },
    ]);
    await say(again.id, { issuer: 'Beta S.R.L.', issuer_cui: 'RO 18547290' });
    expect((await ofOne())[0]?.others[0]).toMatchObject({ issuer_by: 'name' });
    await say(one.id, { issuer: 'Altfel scris', issuer_cui: '18547290' });
    expect((await ofOne())[0]?.others[0]).toMatchObject({ issuer_by: 'tax_id' });
    await say(one.id, { issuer: 'Beta SRL', issuer_cui: '14399840' });
    expect(await ofOne()).toEqual([]);
    await say(one.id, { issuer_cui: '' });
    expect(await ofOne()).toHaveLength(1);
    expect(await repeated('', firm.bakery.ask)).toEqual([]);
    await say(again.id, { number: 'BT 6' });
    expect(await ofOne()).toEqual([]);
  });

  it('is found by each of them, and no more by what it was', async () => {
    const { id } = await aFile(firm.bakery.ask, 'de gasit.txt');
    await say(id, { number: 'QX 771', issuer: 'Betonstal SRL', sum: 4321.07, vat: 690.84 });
    await say(id, { number: 'QX 772' });
    await tag(id, ['litigiu']);
    const finds = async (q: string) => {
      const { body } = await firm.accountantAsk('get', `/search?q=${encodeURIComponent(q)}&record=false`).expect(200);
      return (body as { results: { id: string }[] }).results.some((each) => each.id === id);
    };
    for (const q of ['QX 772', 'betonstal', '4321.07', '690,84', 'litigiu']) await until(() => finds(q));
    expect(await finds('"QX 771"')).toBe(false);
  });

  it('stands in the history, is shown as it was at an instant, and is undone', async () => {
    const { id } = await aFile(firm.bakery.ask, 'istorie.txt');
    await say(id, { number: 'FA 1' });
    const changed = await firm.accountantAsk('patch', `/files/${id}/fields`, { number: 'FA 2' }).expect(200);
    await tag(id, ['urgent']);
    const { body } = await firm.accountantAsk('get', `/files/${id}/history`).expect(200);
    const { events } = body as { events: { event_type: string; details: Record<string, unknown> }[] };
    expect(events.map(({ event_type }) => event_type).slice(0, 3)).toEqual([
      'FileTagsChanged',
      'FileFieldsChanged',
      'FileFieldsChanged',
    ]);
    expect(events[1]!.details).toMatchObject({ from: { number: 'FA 1' }, to: { number: 'FA 2' } });
    const moments = await firm.accountantAsk('get', `/audit/moments?resource_type=file&resource_id=${id}`).expect(200);
    const [, first, second] = (moments.body as { moments: { position: string }[] }).moments;
    expect([first, second].map((each) => each?.position)).not.toContain(undefined);
    expect((await shown(id, `?at=${first!.position}`)).fields).toEqual({ ...NONE, number: 'FA 1' });
    expect((await shown(id, `?at=${second!.position}`)).tags).toEqual([]);

    const correlation_id = changed.headers['x-correlation-id'];
    await firm.accountantAsk('post', '/audit/undo', { correlation_id }).expect(200);
    expect(await shown(id)).toMatchObject({ fields: { number: 'FA 1' }, tags: ['urgent'] });
  });
});
