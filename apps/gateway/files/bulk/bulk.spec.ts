import { randomUUID } from 'node:crypto';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { memorySignals } from '@dosar/kernel/memory/signals';
import type { Folder } from '@dosar/contracts';
import { projectors } from '@dosar/domain/registry';
import {
  aFile,
  aFirm,
  aFolder,
  aGateway,
  operationOf,
  projectHere,
  type Ask,
  type Gateway,
} from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('folders in folders', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const make = (ask: Ask, name: string, parent_folder_id: string | null) =>
    ask('post', '/folders', { name, ...(parent_folder_id && { parent_folder_id }) });
  const idOf = ({ body }: { body: unknown }) => (body as { folder: Folder }).folder.id;

  it('go down thirty-two levels, and paths are two thousand bytes', async () => {
    const { ask } = firm.bakery;
    const levels: string[] = [];
    for (let level = 0; level < 32; level += 1)
      levels.push(idOf(await make(ask, 'a', levels.at(-1) ?? null).expect(201)));
    expect(codeOf(await make(ask, 'a', levels[31]!).expect(409))).toBe('TOO_DEEP');
    const two = idOf(await make(ask, 'două', null).expect(201));
    await make(ask, 'în ele', two).expect(201);
    const move = (target: string) => ask('post', '/bulk/files/move', { folder_ids: [two], target_folder_id: target });
    expect(codeOf(await move(levels[30]!).expect(409))).toBe('TOO_DEEP');
    await move(levels[29]!).expect(200);
    await ask('put', `/folders/${levels[0]}`, { name: 'b' }).expect(200);
    const structure = { parent_folder_id: levels[29] };
    expect(codeOf(await ask('post', '/folders/bulk-create-accounting-structure', structure).expect(409))).toBe(
      'TOO_DEEP',
    );

    const long: string[] = [];
    for (let level = 0; level < 8; level += 1)
      long.push(idOf(await make(ask, `${level}`.repeat(250), long.at(-1) ?? null).expect(201)));
    expect(codeOf(await make(ask, 'x'.repeat(250), long[7]!).expect(409))).toBe('TOO_DEEP');
    expect(codeOf(await ask('put', `/folders/${two}`, { name: 'x'.repeat(255) }).expect(200))).toBeUndefined();
    const shorter = await ask('put', `/folders/${long[0]}`, { name: 'scurt' }).expect(200);
    expect(idOf(shorter)).toBe(long[0]);
    await make(ask, 'x'.repeat(230), long[7]!).expect(201);
    expect(codeOf(await ask('put', `/folders/${long[0]}`, { name: 'y'.repeat(250) }).expect(409))).toBe('TOO_DEEP');
  });

  it('that several calls of one deed delete bear one deletion, those of another another', async () => {
    const { ask } = firm.bakery;
    const made: string[] = [];
    for (const name of ['doi', 'trei', 'patru', 'cinci']) made.push(idOf(await make(ask, name, null).expect(201)));
    const one = { 'x-correlation-id': randomUUID() };
    const remove = (id: string, deed: Record<string, string>) =>
      ask('post', '/bulk/files/delete', { folder_ids: [id] }, deed).expect(200);
    const inTrash = async () => {
      const { folders } = (await ask('get', '/files/trash').expect(200)).body as { folders: Folder[] };
      return made.map((id) => folders.find((each) => each.id === id)?.deletion ?? null);
    };
    for (const id of made.slice(0, 2)) await remove(id, one);
    await remove(made[2]!, { 'x-correlation-id': randomUUID() });
    await remove(made[3]!, {});
    const [first, second, third, fourth] = await inTrash();
    expect(second).toBe(first);
    expect(new Set([first, third, fourth]).size).toBe(3);

    await ask('post', '/bulk/files/restore', { folder_ids: [made[0]] }).expect(200);
    expect(await inTrash()).toEqual([null, first, third, fourth]);
    // and once more under the same
    await remove(made[0]!, one);
    expect(await inTrash()).toEqual([first, first, third, fourth]);
  });

  it('and files take both states at once, as many as one may select', async () => {
    const files = [];
    for (let at = 0; at < 120; at += 1) files.push((await aFile(firm.bakery.ask, `stare ${at}.txt`)).id);
    const asked = {
      file_ids: files,
      client_id: firm.bakery.client.id,
      process_state: 'processed',
      accounting_status: 'accounting_completed',
    };
    const done = await firm.accountantAsk('post', '/bulk/files/status', asked).expect(200);
    expect(operationOf(done)).toMatchObject({ status: 'completed', done: 120 });
    const found = await firm.accountantAsk('get', `/files/${files[119]}`).expect(200);
    expect(found.body).toMatchObject({
      file: { process_state: 'processed', accounting_status: 'accounting_completed' },
    });
  });

  it('with more in them than ten appends hold are deleted whole', async () => {
    const { accountantAsk: ask, bakery } = await aFirm(gateway);
    const about = { client_id: bakery.client.id };
    const roots: string[] = [];
    let made = 0;
    for (let year = 2020; made <= 1_100; year += 1) {
      const { body } = await ask('post', '/folders/bulk-create-accounting-structure', { ...about, year }).expect(201);
      const { folders, created_count } = body as { folders: Folder[]; created_count: number };
      roots.push(...folders.filter((each) => each.parent_folder_id === null).map(({ id }) => id));
      made += created_count;
    }
    const done = await ask('post', '/bulk/files/delete', { ...about, folder_ids: roots }).expect(200);
    expect(operationOf(done)).toMatchObject({ status: 'completed' });
    // so many events may reach the view late: the answer then says so without waiting
    const left = async () =>
      ((await bakery.ask('get', '/folders/tree').expect(200)).body as { tree: unknown[] }).tree.length;
    await until(async () => (await left()) === 0);
  });

  it('that the firm fills are read by a client’s user, and not changed', async () => {
    const { ask, client } = firm.mill;
    const about = { client_id: client.id };
    const structure = await ask('post', '/folders/bulk-create-accounting-structure', { year: 2026 }).expect(201);
    const all = (structure.body as { folders: Folder[] }).folders;
    const declarations = all.find(({ category_key }) => category_key === 'declaratii')!;
    const month = all.find(({ id }) => id === declarations.parent_folder_id)!;
    expect([declarations.firm_only, month.firm_only]).toEqual([true, false]);
    const inside = await aFolder(firm.accountantAsk, 'Recipise', { ...about, parent_folder_id: declarations.id });
    expect(inside.firm_only).toBe(true);
    const file = await aFile(firm.accountantAsk, 'd300.txt', { ...about, folder_id: inside.id });
    const own = await aFile(ask, 'al meu.txt');
    const refused = [
      ask('post', '/folders', { name: 'x', parent_folder_id: inside.id }),
      ask('put', `/folders/${inside.id}`, { name: 'x' }),
      ask('put', `/folders/${declarations.id}`, { name: 'x' }),
      ask('put', `/folders/${month.id}`, { name: 'x' }),
      ask('patch', `/files/${file.id}`, { name: 'x.txt' }),
      ask('post', '/files/upload').field('folder_id', inside.id).attach('file', Buffer.from('x'), 'x.txt'),
      ask('post', '/bulk/files/move', { file_ids: [own.id], target_folder_id: inside.id }),
      ask('post', '/bulk/files/move', { file_ids: [file.id] }),
      ask('post', '/bulk/files/move', { folder_ids: [month.id] }),
      ask('post', '/bulk/files/delete', { folder_ids: [month.id] }),
      ask('post', '/bulk/files/delete', { file_ids: [file.id] }),
      ask('post', '/folders/bulk-create-accounting-structure', { parent_folder_id: inside.id }),
    ];
    for (const each of refused) expect(codeOf(await each.expect(403))).toBe('ACCESS_DENIED');
    await firm.accountantAsk('post', '/bulk/files/delete', { ...about, file_ids: [file.id] }).expect(200);
    await ask('post', '/bulk/files/restore', { file_ids: [file.id] }).expect(403);
    await firm.accountantAsk('post', '/bulk/files/move', { ...about, folder_ids: [inside.id] }).expect(200);
    expect((await ask('get', `/folders/${inside.id}`).expect(200)).body).toMatchObject({
      folder: { firm_only: false },
    });
    await ask('put', `/folders/${inside.id}`, { name: 'Acum al tuturor' }).expect(200);
  });
});

describe('answers to operations', () => {
  let gateway: Gateway;
  let slow: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  /** The same installation through a gateway whose views do not move. */
  let ask: Ask;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    const ports = { ...gateway.ports, reads: memoryReadStore(), signals: memorySignals() };
    await ports.reads.open(projectors);
    const starting = new AbortController();
    const filling = projectHere(ports, starting.signal);
    slow = await aGateway({}, ports, { isBeside: true });
    const login = { email: firm.bakery.user.email!, password: 'Parola-Lunga-1' };
    const { body } = await gateway.anonymous('post', '/auth/login', login).expect(200);
    ask = slow.as((body as { token: string }).token);
    await ask('get', '/folders').expect(200);
    starting.abort();
    await filling;
  });
  afterAll(async () => {
    await slow.close();
    await gateway.close();
  });
  const later = { prefer: 'respond-async' };

  it('say what was done, also when nobody waits for the view', async () => {
    const folder = await aFolder(firm.bakery.ask, 'De șters');
    const about = { folder_ids: [folder.id] };
    const done = await ask('post', '/bulk/files/delete', about, later).expect(200);
    expect(operationOf(done)).toMatchObject({ status: 'completed', total: 1, done: 1 });
    const back = await ask('post', '/bulk/files/restore', about).expect(200);
    expect([operationOf(back).status, back.headers['x-stale']]).toEqual(['completed', 'true']);
  });

  it('of an operation that was asked for before are not that there is none', async () => {
    const folder = await aFolder(firm.bakery.ask, 'De șters o dată');
    const about = { folder_ids: [folder.id] };
    const key = { ...later, 'idempotency-key': 'mutat-o-singura-data' };
    await ask('post', '/bulk/files/delete', about, key).expect(200);
    expect(codeOf(await ask('post', '/bulk/files/delete', about, key).expect(503))).toBe('UNAVAILABLE');
    const { body } = await firm.bakery.ask('post', '/bulk/files/delete', about, key).expect(200);
    expect(body).toMatchObject({ operation: { status: 'completed' } });
  });

  it('count what was decided, not what a late view shows', async () => {
    const structure = (headers: Record<string, string>) =>
      ask('post', '/folders/bulk-create-accounting-structure', { year: 2031 }, headers).expect(201);
    const first = (await structure(later)).body as { created_count: number; existing_count: number };
    expect(first).toMatchObject({ existing_count: 0 });
    const again = await structure(later);
    expect(again.body).toMatchObject({ created_count: 0, existing_count: first.created_count });
    expect(again.headers['x-stale']).toBe('true');
  });
});
