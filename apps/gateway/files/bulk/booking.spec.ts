import type { Dashboard, File, Notification } from '@dosar/contracts';
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
