import { Readable } from 'node:stream';
import { aFile, aFirm, aGateway, type Gateway } from '../testing/gateway';
import { Leftovers } from './leftovers.job';

describe('bytes in the store', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await aGateway()));
  afterAll(() => gateway.close());
  const kept = async () => {
    const ids: string[] = [];
    for await (const { id } of gateway.ports.blobs.all()) ids.push(id);
    return ids;
  };

  it('that no event names go after a day, and those of files stay', async () => {
    const { bakery } = await aFirm(gateway);
    await aFile(bakery.ask, 'bon.txt');
    const named = await kept();
    const { id } = await gateway.ports.blobs.put(Readable.from([Buffer.from('of a crash')]));
    const sweep = (hours: number) => gateway.app.get(Leftovers).sweep(new Date(Date.now() + hours * 3_600_000));
    await sweep(23);
    expect(await kept()).toEqual([...named, id]);
    await sweep(25);
    expect(await kept()).toEqual(named);
  });
});
