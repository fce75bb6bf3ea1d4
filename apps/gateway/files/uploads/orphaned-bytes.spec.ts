import { Readable } from 'node:stream';
import { acceptLog } from '@dosar/kernel/runtime';
import { orphanedBytesIn } from '../../operator/orphaned-bytes';
import { copyOf } from '../../testing/copies';
import { aFile, aFirm, aGateway, later, memoryPorts, type Gateway } from '../../testing/gateway';
import { OrphanedBytes } from './orphaned-bytes.job';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
type Stores = ReturnType<typeof memoryPorts>;

const documentsIn = async ({ blobs }: Stores) => {
  const ids: string[] = [];
  for await (const { id } of blobs.all()) ids.push(id);
  return ids;
};
const putInto = ({ blobs }: Stores) => blobs.put(Readable.from([Buffer.from('of a crash')]));
const sweepIn = ({ app }: Gateway, hours: number) => app.get(OrphanedBytes).sweep(inHours(hours));
const saidIn = ({ installation }: Gateway) => installation.findings.of('leftovers').join();

/** An installation with a backed-up document, and with more documents uploaded later. */
const aHistory = async () => {
  const ports = memoryPorts();
  const gateway = await aGateway({}, ports);
  const { bakery } = await aFirm(gateway);
  await aFile(bakery.ask, 'bon.txt');
  const backup = await copyOf(ports);
  for (const name of ['bon 1.txt', 'bon 2.txt', 'bon 3.txt']) await aFile(bakery.ask, name);
  await gateway.close();
  return { ports, backup, ids: await documentsIn(ports) };
};
const restored = (blobs: Stores['blobs'], backup: Partial<Stores>) => ({ ...memoryPorts(), ...backup, blobs });

describe('bytes in the store', () => {
  it('that no event names go after a day, and those of files stay', async () => {
    const gateway = await aGateway();
    const { bakery } = await aFirm(gateway);
    await aFile(bakery.ask, 'bon.txt');
    const named = await documentsIn(gateway.ports);
    const { id } = await putInto(gateway.ports);
    await sweepIn(gateway, 23);
    expect(await documentsIn(gateway.ports)).toEqual([...named, id]);
    await sweepIn(gateway, 25);
    expect(await documentsIn(gateway.ports)).toEqual(named);
    await gateway.close();
  });

  it('that an event names stay, also when the view of them has lost it', async () => {
    const gateway = await aGateway();
    const { bakery } = await aFirm(gateway);
    await aFile(bakery.ask, 'bon.txt');
    const named = await documentsIn(gateway.ports);
    gateway.ports.reads.count = async () => 0;
    await sweepIn(gateway, 25);
    expect(await documentsIn(gateway.ports)).toEqual(named);
    await gateway.close();
  });

  it('all stay where an older log was accepted; they are said, and the operator alone takes them away after a month', async () => {
    const { ports, backup, ids } = await aHistory();
    const after = restored(ports.blobs, { events: backup.events, vault: ports.vault });
    const refused = await aGateway({}, after);
    expect(refused.installation.log.refusal).toMatch(/older than what was computed from it/);
    await sweepIn(refused, 25);
    await expect(orphanedBytesIn(after, inHours(25))).rejects.toThrow('which documents belong to nothing is not known');
    await refused.close();
    await acceptLog(after);

    const gateway = await aGateway({}, after);
    await sweepIn(gateway, 25);
    expect(await documentsIn(after)).toEqual(ids);
    expect(saidIn(gateway)).toMatch(
      /^3 documents of \d+ bytes lie in the store that no event names: .*"dosar leftovers"/,
    );
    const { body } = await (await gateway.admin())('get', '/health/ready').expect(200);
    expect((body as { components: object }).components).toMatchObject({ documents: { status: 'degraded' } });
    await sweepIn(gateway, 24 * 365);
    expect(await documentsIn(after)).toEqual(ids);

    expect(await orphanedBytesIn(after, inHours(25))).toMatchObject({ left: { length: 3 }, due: { length: 0 } });
    expect(await orphanedBytesIn(after, inHours(24 * 29))).toMatchObject({ left: { length: 3 }, due: { length: 0 } });
    expect(await orphanedBytesIn(after, inHours(24 * 31))).toMatchObject({ left: { length: 3 }, due: { length: 3 } });
    await gateway.close();
  });

  it('all stay where log and vault are those of an older backup, which nothing else tells', async () => {
    const { ports, backup, ids } = await aHistory();
    const after = restored(ports.blobs, backup);
    // the restore happens later: writes from then on are known again
    let gateway!: Gateway;
    await later(2 * HOUR_MS, async () => (gateway = await aGateway({}, after)));
    expect(gateway.installation.log.refusal).toBeNull();
    await sweepIn(gateway, 50);
    expect(await documentsIn(after)).toEqual(ids);
    expect(saidIn(gateway)).toMatch(/^3 documents of /);
    expect(await orphanedBytesIn(after, inHours(24 * 31))).toMatchObject({ due: { length: 3 } });
    await gateway.close();
  });

  it('of former runs go as well, but for what came after all that the log says', async () => {
    const ports = memoryPorts();
    const before = await aGateway({}, ports);
    await putInto(ports);
    await later(2 * HOUR_MS, () => before.admin());
    await before.close();
    await later(3 * HOUR_MS, async () => (await aGateway({}, ports)).close());
    const { id } = await putInto(ports);
    const blobs = {
      ...ports.blobs,
      all: async function* () {
        for await (const each of ports.blobs.all()) yield each.id === id ? { ...each, writtenAt: inHours(2.5) } : each;
      },
    };
    const gateway = await aGateway({}, { ...ports, blobs });
    await sweepIn(gateway, 30);
    expect(await documentsIn(ports)).toEqual([id]);
    expect(saidIn(gateway)).toMatch(/^1 documents of 10 bytes/);
    await gateway.close();
  });
});
