import { randomUUID } from 'node:crypto';
import type { Dashboard, File, Folder, Notification } from '@dosar/contracts';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { becomes } from '../../testing/sockets';

let gateway: Gateway;
let firm: Awaited<ReturnType<typeof aFirm>>;
beforeAll(async () => {
  gateway = await aGateway();
  firm = await aFirm(gateway);
});
afterAll(() => gateway.close());

const statesOf = async (id: string) => {
  const { file } = (await firm.accountantAsk('get', `/files/${id}`).expect(200)).body as { file: File };
  return [file.process_state, file.accounting_status];
};
/** What was set, by the id of the deed. */
const set = async (file_ids: readonly string[], change: object): Promise<string> => {
  const body = { file_ids, client_id: firm.bakery.client.id, ...change };
  return (await firm.accountantAsk('post', '/bulk/files/status', body).expect(200)).headers['x-correlation-id']!;
};
const undo = (correlation_id: string) =>
  firm.accountantAsk('post', '/audit/undo', { correlation_id }).expect(200) as PromiseLike<unknown>;
const pending = async () =>
  ((await firm.accountantAsk('get', '/dashboard').expect(200)).body as Dashboard).statistics.pending_files;
const told = async (ask: Ask): Promise<number> => {
  const { notifications } = (await ask('get', '/notifications').expect(200)).body as { notifications: Notification[] };
  return notifications.filter(({ type }) => type === 'file_processed').reduce((sum, { count }) => sum + count, 0);
};

describe('what is booked', () => {
  it('does not wait any more, is told its client, and is taken back by one undo', async () => {
    const { ask } = firm.bakery;
    const one = await aFile(ask, 'factura.txt');
    const two = await aFile(ask, 'bon.txt', {});
    await becomes(pending, 2);
    await set([two.id], { process_state: 'processing' });

    const deed = await set([one.id, two.id], { accounting_status: 'accounting_completed' });
    const booked = ['processed', 'accounting_completed'];
    expect([await statesOf(one.id), await statesOf(two.id)]).toEqual([booked, booked]);
    await becomes(pending, 0);
    await becomes(() => told(ask), 2);

    await undo(deed);
    expect(await statesOf(one.id)).toEqual(['new', null]);
    expect(await statesOf(two.id)).toEqual(['processing', null]);
    await becomes(pending, 2);
  });

  it('is told once, when it was processed before', async () => {
    const { ask } = firm.bakery;
    const { id } = await aFile(ask, 'extras.txt');
    await set([id], { process_state: 'processed' });
    const before = await told(ask);
    await set([id], { accounting_status: 'accounting_completed' });
    expect(await statesOf(id)).toEqual(['processed', 'accounting_completed']);
    expect(await told(ask)).toBe(before);
    await set([id], { process_state: 'processing' });
    expect(await statesOf(id)).toEqual(['processing', null]);
  });
});

describe('a document of a month without folders', () => {
  it('is moved into those of its year, which are made for it; one undo takes back both', async () => {
    const { client } = firm.bakery;
    const { id } = await aFile(firm.bakery.ask, 'din 2019.txt');
    const asDeed = { 'x-correlation-id': randomUUID() };
    const make = { client_id: client.id, year: 2019 };
    const path = '/folders/bulk-create-accounting-structure';
    const made = await firm.accountantAsk('post', path, make, asDeed).expect(201);
    const { folders } = made.body as { folders: Folder[] };
    const month = folders.find(({ category_key: key }) => key === 'luna_2019-03')!;
    const target = folders.find(
      ({ parent_folder_id: parent, category_key: key }) => parent === month.id && key === 'facturi_primite',
    )!;
    const move = { file_ids: [id], client_id: client.id, target_folder_id: target.id };
    const moved = await firm.accountantAsk('post', '/bulk/files/move', move, asDeed).expect(200);
    const placeOf = async () =>
      ((await firm.accountantAsk('get', `/files/${id}`).expect(200)).body as { file: File }).file.folder_id;
    expect(await placeOf()).toBe(target.id);
    await undo(moved.headers['x-correlation-id']!);
    expect(await placeOf()).toBeNull();
    await firm.accountantAsk('get', `/folders/${month.id}`).expect(404);
  });
});
