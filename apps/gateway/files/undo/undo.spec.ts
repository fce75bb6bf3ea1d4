import { randomUUID } from 'node:crypto';
import type { File, Folder, Message, Operation, UndoPlan } from '@dosar/contracts';
import { aFile, aFirm, aFolder, aGateway, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

type Undone = { readonly plan: UndoPlan; readonly operation?: Operation };
type Response = { readonly headers: Readonly<Record<string, string>>; readonly body: unknown };

const deedOf = ({ headers }: Response): string => headers['x-correlation-id']!;
const codeOf = ({ body }: { readonly body: unknown }) => (body as { code?: string }).code;

describe('a deed', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let ask: Ask;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    ({ ask } = firm.bakery);
  });
  afterAll(() => gateway.close());

  const asked = (by: Ask, deed: string, more: object = {}, headers = {}) =>
    by('post', '/audit/undo', { correlation_id: deed, ...more }, headers);
  /** Undoes it. @returns the plan, and the deed of the undo itself */
  const undo = async (by: Ask, deed: string, more: object = {}) => {
    const response = await asked(by, deed, more).expect(200);
    return { ...(response.body as Undone), deed: deedOf(response) };
  };
  const dry = async (by: Ask, deed: string) => (await undo(by, deed, { dry_run: true })).plan;
  const file = async (id: string): Promise<File | null> => {
    const { status, body } = await firm.accountantAsk('get', `/files/${id}`);
    return status === 404 ? null : (body as { file: File }).file;
  };
  const folder = async (id: string): Promise<Folder | null> => {
    const { status, body } = await firm.accountantAsk('get', `/folders/${id}`);
    return status === 404 ? null : (body as { folder: Folder }).folder;
  };
  const rename = async (by: Ask, id: string, name: string) =>
    deedOf(await by('patch', `/files/${id}`, { name }).expect(200));
  const bulk = async (by: Ask, what: string, body: object) =>
    deedOf(await by('post', `/bulk/files/${what}`, { client_id: firm.bakery.client.id, ...body }).expect(200));

  it('that gave a name is undone, and what undid it is undone', async () => {
    const { id } = await aFile(ask, 'întâi.txt');
    const deed = await rename(ask, id, 'apoi.txt');
    expect(await dry(ask, deed)).toMatchObject({
      correlation_id: deed,
      steps: [
        {
          event_type: 'FileRenamed',
          resource_type: 'file',
          resource_id: id,
          name: 'apoi.txt',
          will: 'rename',
          from: { name: 'apoi.txt' },
          to: { name: 'întâi.txt' },
          conflict: null,
        },
      ],
      total: 1,
      conflicts: 0,
      nothing: [],
    });
    expect((await file(id))!.name).toBe('apoi.txt');

    const undone = await undo(ask, deed);
    expect(undone.operation).toMatchObject({ kind: 'undo', status: 'completed', total: 1, done: 1 });
    expect((await file(id))!.name).toBe('întâi.txt');
    await undo(ask, undone.deed);
    expect((await file(id))!.name).toBe('apoi.txt');
  });

  it('of several calls, as a console cuts what is more than one takes, is undone at once', async () => {
    const ids = [await aFile(ask, 'unu.txt'), await aFile(ask, 'doi.txt')].map(({ id }) => id);
    const given = { 'x-correlation-id': randomUUID() };
    const deeds = new Set<string>();
    for (const id of ids) {
      const body = { client_id: firm.bakery.client.id, file_ids: [id] };
      deeds.add(deedOf(await ask('post', '/bulk/files/delete', body, given).expect(200)));
    }
    expect(deeds.size).toBe(1);
    const { plan } = await undo(ask, [...deeds][0]!);
    expect(plan).toMatchObject({ total: 2, conflicts: 0 });
    expect((await Promise.all(ids.map(file))).map((each) => each!.name)).toEqual(['unu.txt', 'doi.txt']);
  });

  it('that moved, deleted, restored or made something is undone', async () => {
    const from = await aFolder(ask, 'De aici');
    const to = await aFolder(ask, 'Acolo');
    const { id } = await aFile(ask, 'mutat.txt', { folder_id: from.id });
    const moved = await bulk(ask, 'move', { file_ids: [id], target_folder_id: to.id });
    await undo(ask, moved);
    expect((await file(id))!.folder_id).toBe(from.id);

    const deleted = await bulk(ask, 'delete', { folder_ids: [from.id] });
    expect(await file(id)).toBeNull();
    const restored = await undo(ask, deleted);
    expect(restored.plan.steps.map(({ will, conflict }) => [will, conflict])).toEqual([
      ['restore', null],
      ['restore', null],
    ]);
    expect((await file(id))!.folder_id).toBe(from.id);
    await undo(ask, restored.deed);
    expect([await file(id), await folder(from.id)]).toEqual([null, null]);

    const made = deedOf(await ask('post', '/folders', { name: 'Făcut' }).expect(201));
    const { plan } = await undo(ask, made);
    expect(plan.steps).toMatchObject([{ event_type: 'FolderCreated', will: 'delete', name: 'Făcut' }]);
    expect(await folder(plan.steps[0]!.resource_id)).toBeNull();
  });

  it('that set two states is undone as one, also back to what no call sets', async () => {
    const { id } = await aFile(ask, 'contabilizat.txt');
    const states = { process_state: 'processed', accounting_status: 'accounting_completed' };
    const deed = await bulk(firm.accountantAsk, 'status', { file_ids: [id], ...states });
    const { plan } = await undo(firm.accountantAsk, deed);
    expect(plan.steps).toMatchObject([
      { will: 'state', from: states, to: { process_state: 'new', accounting_status: null } },
    ]);
    expect(await file(id)).toMatchObject({ process_state: 'new', accounting_status: null });
  });

  it('of six hundred things is undone as one', async () => {
    const { id } = await aFolder(ask, 'Multe');
    const files: string[] = [];
    for (let at = 0; at < 130; at += 1) files.push((await aFile(ask, `${at}.txt`, { folder_id: id })).id);
    const deed = await bulk(ask, 'delete', { folder_ids: [id] });
    const { plan, operation } = await undo(ask, deed);
    expect(plan).toMatchObject({ total: 131, conflicts: 0 });
    expect(operation).toMatchObject({ status: 'completed', total: 131, done: 131, failed: [] });
    expect((await folder(id))!.direct_files_count).toBe(130);
  });

  it('of which something was changed since is undone whole, or not at all, or without that', async () => {
    const files = [await aFile(ask, 'rămâne.txt'), await aFile(ask, 'schimbat.txt'), await aFile(ask, 'luat.txt')];
    const target = await aFolder(ask, 'Ținta');
    const ids = files.map(({ id }) => id);
    const deed = await bulk(ask, 'move', { file_ids: ids, target_folder_id: target.id });
    const other = await aFolder(ask, 'Alta');
    await bulk(ask, 'move', { file_ids: [ids[1]!], target_folder_id: other.id });
    await aFile(ask, 'luat.txt');
    const plan = await dry(ask, deed);
    expect(plan).toMatchObject({ total: 3, conflicts: 2 });
    expect(plan.steps.map(({ resource_id, conflict }) => [resource_id, conflict])).toEqual([
      [ids[1], 'changed_since'],
      [ids[2], 'name_taken'],
      [ids[0], null],
    ]);

    expect(codeOf(await asked(ask, deed).expect(409))).toBe('UNDO_CONFLICTS');
    expect((await file(ids[0]!))!.folder_id).toBe(target.id);
    const { operation } = await undo(ask, deed, { leave_out_conflicts: true });
    expect(operation).toMatchObject({ status: 'partial', total: 3, done: 1 });
    expect(operation!.failed.map(({ id, code }) => [id, code]).sort()).toEqual(
      [
        [ids[1], 'CONFLICT'],
        [ids[2], 'NAME_TAKEN'],
      ].sort(),
    );
    expect((await file(ids[0]!))!.folder_id).toBeNull();
    // nothing of it is left that can be undone
    expect(await undo(ask, deed, { leave_out_conflicts: true })).not.toHaveProperty('operation');
  });

  it('that made a folder which others have filled is not undone', async () => {
    const response = await ask('post', '/folders', { name: 'Se umple' }).expect(201);
    const { id } = (response.body as { folder: Folder }).folder;
    await aFile(ask, 'în el.txt', { folder_id: id });
    expect((await dry(ask, deedOf(response))).steps).toMatchObject([{ conflict: 'not_empty' }]);
  });

  it('is undone once under a key', async () => {
    const { id } = await aFile(ask, 'o dată.txt');
    const deed = await rename(ask, id, 'de două ori.txt');
    const key = { 'idempotency-key': randomUUID() };
    const first = await asked(ask, deed, {}, key).expect(200);
    const second = await asked(ask, deed, {}, key).expect(200);
    expect((second.body as Undone).operation!.id).toBe((first.body as Undone).operation!.id);
    expect((await file(id))!.name).toBe('o dată.txt');
  });

  it('is undone by whoever may do the reverse', async () => {
    const { id } = await aFile(ask, 'al lor.txt');
    const theirs = await rename(ask, id, 'al lor 2.txt');
    await asked(firm.mill.ask, theirs).expect(404);
    await undo(firm.accountantAsk, theirs);
    const firms = await rename(firm.accountantAsk, id, 'al firmei.txt');
    await asked(ask, firms).expect(404);
    await asked(ask, 'nimic').expect(404);

    const again = await rename(ask, id, 'al lor 3.txt');
    await bulk(firm.accountantAsk, 'status', { file_ids: [id], process_state: 'processing' });
    expect((await dry(ask, again)).steps).toMatchObject([{ conflict: 'locked' }]);
    await undo(firm.accountantAsk, again);
  });

  it('that wrote, changed or deleted a message is undone by whoever did it', async () => {
    const talk = firm.bakery.client.id;
    const sent = await ask('post', `/conversations/${talk}/messages`, { text: 'Bună ziua, aveți factura' }).expect(201);
    const { id } = (sent.body as { data: Message }).data;
    const shown = async () => {
      const { messages } = (await firm.accountantAsk('get', `/conversations/${talk}/messages`)).body as {
        messages: Message[];
      };
      const { text, deleted, edits_count } = messages.find((each) => each.id === id)!;
      return [text, deleted, edits_count];
    };
    const edited = deedOf(await ask('put', `/messages/${id}`, { text: 'Altceva' }).expect(200));
    expect(await dry(ask, edited)).toMatchObject({
      steps: [
        { resource_type: 'message', will: 'edit', from: { text: 'Altceva' }, to: { text: 'Bună ziua, aveți factura' } },
      ],
    });
    // what it said was changed since
    expect((await dry(ask, deedOf(sent))).steps).toMatchObject([{ will: 'delete', conflict: 'changed_since' }]);
    expect(codeOf(await asked(ask, deedOf(sent)).expect(409))).toBe('UNDO_CONFLICTS');
    await undo(ask, edited);
    expect(await shown()).toEqual(['Bună ziua, aveți factura', false, 2]);

    const undone = await undo(ask, deedOf(sent));
    expect(await shown()).toEqual(['', true, 2]);
    await undo(ask, undone.deed);
    expect(await shown()).toEqual(['Bună ziua, aveți factura', false, 2]);
    const found = async () =>
      ((await ask('get', '/search?q=aveti&types=messages&record=false')).body as { results: { id: string }[] }).results;
    await until(async () => (await found()).some((each) => each.id === id));

    await asked(firm.mill.ask, deedOf(sent)).expect(404);
    expect(await dry(firm.accountantAsk, deedOf(sent))).toMatchObject({
      total: 0,
      nothing: [{ event_type: 'MessageSent', count: 1, why: 'not_yours' }],
    });
    const byAdmin = deedOf(await firm.admin('delete', `/messages/${id}`).expect(204));
    await asked(ask, byAdmin).expect(404);
    await undo(firm.admin, byAdmin);
    expect(await shown()).toEqual(['Bună ziua, aveți factura', false, 2]);
  });

  it('that nothing undoes says why', async () => {
    const { email } = firm.bakery.user;
    const signedIn = await gateway.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
    expect(await dry(ask, deedOf(signedIn))).toMatchObject({
      steps: [],
      total: 0,
      nothing: [{ event_type: 'SignedIn', count: 1, why: 'access' }],
    });
    expect(await undo(ask, deedOf(signedIn))).not.toHaveProperty('operation');
  });
});
