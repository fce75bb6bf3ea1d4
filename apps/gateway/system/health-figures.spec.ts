import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Health } from '@dosar/contracts';
import { noteBackup, Unavailable } from '@dosar/kernel/runtime';
import { aFirm, aGateway, memoryPorts, type Gateway } from '../testing/gateway';

describe('what an administrator looks after', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let isOut = false;
  beforeAll(async () => {
    const ports = memoryPorts();
    const all: typeof ports.vault.all = (prefix) => {
      if (isOut) throw new Unavailable('the vault is out of reach');
      return ports.vault.all(prefix);
    };
    const environment = { DOSAR_DATA_DIR: mkdtempSync(join(tmpdir(), 'dosar-figures-')) };
    gateway = await aGateway(environment, { ...ports, vault: { ...ports.vault, all } });
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const health = async (ask = firm.admin) => (await ask('get', '/health/details').expect(200)).body as Health;

  it('is the room on the disk, letters that do not leave, and that no backup was made', async () => {
    const { figures } = await health();
    expect(figures).toMatchObject({
      is_in_folder: true,
      letters: { leave: false, waiting: 0, given_up: 0 },
      backup: null,
    });
    expect(figures!.disk!.free).toBeGreaterThan(0);
    expect(figures!.disk!.total).toBeGreaterThan(figures!.disk!.free);
  });

  it('is the last backup, and how much was written since', async () => {
    const { ports } = gateway;
    const head = (await ports.events.head())!;
    await noteBackup(ports.vault, { madeAt: '2026-09-14T00:15:00.000Z', position: String(head - 2n) });
    expect((await health()).figures!.backup).toEqual({
      made_at: '2026-09-14T00:15:00.000Z',
      records_since: Number((await ports.events.head())! - head) + 2,
    });
  });

  it('is not known where it cannot be read', async () => {
    isOut = true;
    const { figures } = await health();
    isOut = false;
    expect(figures!.letters).toEqual({ leave: false, waiting: null, given_up: null });
  });

  it('is nobody else’s to see', async () => {
    for (const ask of [firm.accountantAsk, firm.bakery.ask]) {
      const { body } = await ask('get', '/health/details');
      expect(body).not.toHaveProperty('figures');
    }
  });

  it('says of each account whether letters leave', async () => {
    const { body } = await firm.admin('get', '/users/me').expect(200);
    expect((body as { user: { mail_server: boolean } }).user.mail_server).toBe(false);
  });
});
