import type { Health } from '@dosar/contracts';
import { aFirm, aFolder, aGateway, memoryPorts } from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

const NEWER = { version: '9.0.0', level: 9 } as const;

const readyOf = async (gateway: Awaited<ReturnType<typeof aGateway>>) => {
  const { status, body } = await (await gateway.admin())('get', '/health/ready');
  return { status, log: (body as { components: { log: { detail?: string } } }).components.log };
};

describe('two levels at one log', () => {
  it('the lower one stops writing as soon as the higher one begins, and reads on', async () => {
    const ports = memoryPorts();
    const older = await aGateway({}, ports);
    const { bakery } = await aFirm(older);
    const { id } = await aFolder(bakery.ask, 'Facturi');
    const admin = await older.admin();
    const well = await admin('get', '/health/ready').expect(200);
    expect((well.body as Health).software).toEqual({ version: '0.1.0', commit: null, level: 1 });

    const newer = await aGateway({}, ports, { isBeside: true, software: NEWER });
    const sentence =
      'a newer Dosar (9.0.0, level 9) writes to this log: this one (0.1.0, level 1) writes nothing any more, and shows what there is until it is ended';
    await until(() => older.installation.log.outgrown !== null);
    const refused = await bakery.ask('post', '/folders', { name: 'Bonuri' });
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    const ready = await admin('get', '/health/ready');
    expect([ready.status, (ready.body as { components: { log: object } }).components.log]).toEqual([
      503,
      { status: 'unavailable', detail: sentence },
    ]);
    await bakery.ask('get', `/folders/${id}`).expect(200);

    expect((await readyOf(newer)).status).toBe(200);
    const { email } = bakery.user;
    await aFolder(await newer.signIn(email!), 'Bonuri');
    const { body } = await bakery.ask('get', '/folders').expect(200);
    expect((body as { folders: { name: string }[] }).folders.map(({ name }) => name)).toContain('Bonuri');
    await newer.close();
    await older.close();

    // an older software opens and changes nothing
    await expect(aGateway({}, ports)).rejects.toThrow(
      'this log was written by a newer Dosar (9.0.0, level 9) than this one (0.1.0, level 1): start the newer one',
    );
    await (await aGateway({}, ports, { software: NEWER })).close();
  });

  it('a release of the same level can be taken back', async () => {
    const ports = memoryPorts();
    await (await aGateway({}, ports, { software: { version: '0.2.0', commit: 'abc' } })).close();
    const former = await aGateway({}, ports);
    await aFirm(former);
    const { body } = await (await former.admin())('get', '/audit/events?event_type=SoftwareStarted').expect(200);
    expect((body as { events: { details: { version: string } }[] }).events.map(({ details }) => details)).toMatchObject(
      [{ version: '0.2.0', commit: 'abc', level: 1, time_zone: 'Europe/Bucharest' }],
    );
    await former.close();
  });
});
