import type { File, Folder, Operation, UndoPlan } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, type Ask, type Gateway } from '../../testing/gateway';

type Restored = { readonly plan: UndoPlan; readonly operation?: Operation };
const codeOf = ({ body }: { readonly body: unknown }) => (body as { code?: string }).code;

describe('what was', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let ask: Ask;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    ({ ask } = firm.bakery);
  });
  afterAll(() => gateway.close());

  const now = async () => String((await gateway.ports.events.head())!);
  const asked = (at: string, body: object, by: Ask = firm.accountantAsk) =>
    by('post', '/audit/restore', { client_id: firm.bakery.client.id, at, ...body });
  const restore = async (at: string, body: object, by?: Ask) =>
    (await asked(at, body, by).expect(200)).body as Restored;
  const bulk = (what: string, body: object) =>
    firm.accountantAsk('post', `/bulk/files/${what}`, { client_id: firm.bakery.client.id, ...body }).expect(200);
  const rename = (id: string, name: string) => ask('patch', `/files/${id}`, { name }).expect(200);
  /** Names, places and states of all that is in a folder. */
  const inside = async (id: string) => {
    const { files } = (await ask('get', `/files?folderId=${id}`)).body as { files: File[] };
    const { folders } = (await ask('get', `/folders?parentFolderId=${id}`)).body as { folders: Folder[] };
    return [...files, ...folders].map((each) => [each.id, each.name, 'size' in each && each.process_state]).sort();
  };

  it('is again: what was deleted, moved, renamed or marked since, with what was in it', async () => {
    const top = await aFolder(ask, 'An');
    const month = await aFolder(ask, 'Luna', { parent_folder_id: top.id });
    const other = await aFolder(ask, 'Altundeva');
    const files: string[] = [];
    for (const name of ['șters.txt', 'mutat.txt', 'redenumit.txt', 'marcat.txt', 'rămas.txt'])
      files.push((await aFile(ask, name, { folder_id: month.id })).id);
    const [deleted, moved, renamed, marked] = files as [string, string, string, string];
    const before = await now();
    const was = await inside(month.id);

    await bulk('delete', { file_ids: [deleted] });
    await bulk('move', { file_ids: [moved], target_folder_id: other.id });
    await rename(renamed, 'altfel.txt');
    await bulk('status', { file_ids: [marked], process_state: 'processed' });
    const since = await aFile(ask, 'de atunci.txt', { folder_id: month.id });
    await bulk('delete', { folder_ids: [top.id] });

    const { plan } = await restore(before, { folder_ids: [month.id], dry_run: true });
    expect(plan).toMatchObject({ correlation_id: null, total: 7, conflicts: 0, nothing: [] });
    const wills = new Map(plan.steps.map(({ resource_id, will }) => [resource_id, will]));
    expect([top.id, month.id, deleted, moved, renamed].map((id) => wills.get(id))).toEqual([
      'restore',
      'restore',
      'restore',
      'move',
      'restore',
    ]);
    const { operation } = await restore(before, { folder_ids: [month.id] });
    expect(operation).toMatchObject({ kind: 'restore_past', status: 'completed', done: 7, failed: [] });
    expect(await inside(month.id)).toEqual(was);
    expect((await ask('get', `/files/${since.id}`)).status).toBe(404);
    // it stands so already
    expect(await restore(before, { folder_ids: [month.id] })).toEqual({
      plan: { correlation_id: null, steps: [], total: 0, conflicts: 0, nothing: [] },
    });
  });

  it('is not restored over what is there now, but without that', async () => {
    const folder = await aFolder(ask, 'Ocupat');
    const lost = await aFile(ask, 'unul.txt', { folder_id: folder.id });
    const free = await aFile(ask, 'altul.txt', { folder_id: folder.id });
    const before = await now();
    await bulk('delete', { file_ids: [lost.id, free.id] });
    await aFile(ask, 'UNUL.txt', { folder_id: folder.id });
    const selected = { file_ids: [lost.id, free.id] };
    const { plan } = await restore(before, { ...selected, dry_run: true });
    expect(plan.steps.map(({ name, conflict }) => [name, conflict])).toEqual([
      ['unul.txt', 'name_taken'],
      ['altul.txt', null],
    ]);
    expect(codeOf(await asked(before, selected).expect(409))).toBe('UNDO_CONFLICTS');
    expect((await inside(folder.id)).map(([, name]) => name)).toEqual(['UNUL.txt']);
    const { operation } = await restore(before, { ...selected, leave_out_conflicts: true });
    expect(operation).toMatchObject({ status: 'partial', done: 1, failed: [{ id: lost.id, code: 'NAME_TAKEN' }] });
  });

  it('is asked for of a moment, of what was there then, and by whoever may', async () => {
    const { id } = await aFile(ask, 'al meu.txt');
    const before = await now();
    await bulk('status', { file_ids: [id], process_state: 'processing' });
    const { plan } = await restore(before, { file_ids: [id], dry_run: true }, ask);
    expect(plan.steps).toMatchObject([{ will: 'state', conflict: 'locked' }]);
    const selected = { file_ids: [id] };
    for (const at of ['1970-01-01T00:00:00Z', '2999-01-01T00:00:00Z', '999999999', 'ieri'])
      expect([at, (await asked(at, selected)).status]).toEqual([at, 422]);
    expect(codeOf(await asked('1', selected).expect(422))).toBe('BULK_INVALID_SELECTION');
    expect(codeOf(await asked(before, {}).expect(422))).toBe('BULK_EMPTY');
    await asked(before, selected, firm.mill.ask).expect(404);
    // of the time as well as of the position
    const time = new Date().toISOString();
    expect((await restore(time, { ...selected, dry_run: true })).plan.total).toBe(0);
  });
});
