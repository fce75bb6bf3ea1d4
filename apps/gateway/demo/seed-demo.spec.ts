import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable, type StoredRecord } from '@dosar/kernel/runtime';
import { aGateway, memoryPorts } from '../testing/gateway';
import { seedDemo } from './seed-demo';

const NOBODY = { DOSAR_ADMIN_EMAIL: '', DOSAR_ADMIN_PASSWORD: '' };

/** Events by type; each start makes one session. */
const madeIn = async (ports: ReturnType<typeof memoryPorts>) => {
  const counts = new Map<string, number>();
  const reading = new AbortController();
  const head = await ports.events.head();
  const count = (record: StoredRecord) => {
    const { type, stream } = JSON.parse(record.text) as { type: string; stream: string };
    if (!/^(session|reads)-/.test(stream)) counts.set(type, (counts.get(type) ?? 0) + 1);
  };
  for await (const batch of ports.events.follow(null, reading.signal)) {
    for (const record of batch) count(record);
    if (batch.at(-1)!.position === head) reading.abort();
  }
  return Object.fromEntries([...counts].sort());
};

describe('the demo', () => {
  it('is gone on with when it was interrupted, and nothing of it is made twice', async () => {
    const undisturbed = memoryPorts();
    await (await aGateway({ ...NOBODY, DOSAR_DEMO: 'on' }, undisturbed)).close();
    const wanted = await madeIn(undisturbed);
    expect(wanted['FileUploaded']).toBeGreaterThan(10);

    const ports = memoryPorts();
    const append = ports.events.append.bind(ports.events);
    let left = Infinity;
    const interrupted: typeof append = async (...of) => {
      if ((left -= 1) < 0) throw new Unavailable('the log is out of reach');
      return append(...of);
    };
    const { app, installation, close } = await aGateway(
      { ...NOBODY, DOSAR_DEMO: 'off' },
      { ...ports, events: { ...ports.events, append: interrupted } },
    );
    const begun = { ...installation, config: { ...installation.config, demo: true } };
    for (const most of [1, 3, 9, 27, 60]) {
      left = most;
      await expect(seedDemo(app, begun, true)).rejects.toThrow(Unavailable);
    }
    left = Infinity;
    const accounts = await seedDemo(app, begun, false);
    expect(await madeIn(ports)).toEqual(wanted);
    expect(await seedDemo(app, begun, false)).toEqual(accounts);
    expect(await madeIn(ports)).toEqual(wanted);
    await close();
  }, 180_000);

  it('leaves others their turn while what it waits for does not come, as in an installation that is being closed', async () => {
    const { app, installation, close } = await aGateway({ ...NOBODY, DOSAR_DEMO: 'off' }, memoryPorts());
    installation.views.close();
    void seedDemo(app, { ...installation, config: { ...installation.config, demo: true } }, true).catch(
      () => undefined,
    );
    const began = performance.now();
    await pause(500);
    expect(performance.now() - began).toBeLessThan(10_000);
    await close();
  }, 100_000);
});
