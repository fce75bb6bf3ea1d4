import { memoryLedger } from '@dosar/kernel/memory/ledger';
import { until } from '@dosar/kernel/testing/waiting';
import type { Health } from '@dosar/contracts';
import { aFirm, aGateway, memoryPorts } from '../testing/gateway';

const seals = async (ask: Awaited<ReturnType<typeof aFirm>>['admin']) =>
  ((await ask('get', '/health/details').expect(200)).body as Health).components!['seals']!;

describe('heads of the log, in health', () => {
  it('are over the newest records within seconds, and late ones are said', async () => {
    const ports = memoryPorts();
    const kept = memoryLedger();
    const sick = { isSick: false };
    const ledger: typeof kept = {
      ...kept,
      release: async (head) => (sick.isSick ? Promise.reject(new Error('the disk is full')) : kept.release(head)),
    };
    const gateway = await aGateway({}, { ...ports, ledger });
    const { admin } = await aFirm(gateway);
    await until(async () => (await seals(admin)).detail?.startsWith('the newest head is of') ?? false);
    expect((await seals(admin)).status).toBe('ok');
    sick.isSick = true;
    await admin('post', '/firms', { name: 'Alta', cui: '1234567' }).expect(201);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + 60_000);
    try {
      expect(await seals(admin)).toMatchObject({ status: 'degraded', detail: expect.stringContaining('under none') });
    } finally {
      jest.restoreAllMocks();
    }
    sick.isSick = false;
    await until(async () => (await seals(admin)).status === 'ok');
    await gateway.close();
  });
});
