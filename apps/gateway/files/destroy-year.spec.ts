import type { AuditEvent } from '@dosar/contracts';
import { aFile, aFirm, aGateway, later } from '../testing/gateway';
import { destroyYear, StillThere } from './destroy-year';

describe('the documents of a client that began in a year', () => {
  it('are not destroyed while one of them is there; then with all that was said of them, and nothing else', async () => {
    const gateway = await aGateway();
    const { bakery, mill } = await aFirm(gateway);
    const [year, clientId] = [new Date().getUTCFullYear(), bakery.client.id];
    const file = await aFile(bakery.ask, 'Canar.txt');
    const kept = await aFile(mill.ask, 'Rămâne.txt');
    const { installation } = gateway;
    await expect(destroyYear(installation, clientId, year)).rejects.toThrow(StillThere);
    // a year later it is renamed and deleted, which is said under the year in which it began
    await later(370 * 24 * 60 * 60_000, async () => {
      const ask = await gateway.signIn(bakery.user.email!);
      await ask('patch', `/files/${file.id}`, { name: 'Canar nou.txt' }).expect(200);
      const deleted = await ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200);
      const newest = { 'x-consistency-token': deleted.headers['x-consistency-token']! };
      /** What the log says of it. */
      const said = async (id: string) => {
        const query = `/audit/events?resource_id=${id}&limit=200`;
        const { body } = await (await gateway.admin())('get', query, undefined, newest).expect(200);
        return (body as { events: AuditEvent[] }).events.map(({ details }) => details);
      };
      expect(JSON.stringify(await said(file.id))).toContain('Canar nou');
      const gone = await destroyYear(installation, clientId, year);
      expect(gone.files).toBeGreaterThanOrEqual(1);
      expect(JSON.stringify(await said(file.id))).not.toContain('Canar');
      expect(JSON.stringify(await said(kept.id))).toContain('Rămâne');
      // what begins now is of another year
      await aFile(ask, 'Nou.txt');
    });
    await gateway.close();
  }, 30_000);
});
