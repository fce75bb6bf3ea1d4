import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { rights } from '@dosar/domain/identity/rights.projector';
import { placeAt } from '@dosar/adapters/testing/places';
import { PastRights } from './rights-then';

type Given = ConstructorParameters<typeof PastRights>[0];

describe('the rights of an instant', () => {
  it('are charged to whoever has them read, and to nobody once they are known', async () => {
    const reads = memoryReadStore();
    await reads.open([rights]);
    const writes = Array.from({ length: 1_200 }, (_, at) => {
      const id = `firm-${String(at).padStart(4, '0')}`;
      const json = JSON.stringify({ kind: 'firm', id, name: 'Contab', scope: 'firm' });
      return { id, json, columns: {}, subjects: [], terms: [], position: 1n };
    });
    await reads.apply([{ view: rights, writes, audiences: new Map() }], placeAt(1n));
    const past = new PastRights({ ports: { reads } as Given['ports'] });
    let spent = 0;
    const spend = (ms: number) => void (spent += ms);
    expect((await past.at(1n, spend)).firm('firm-1199')).not.toBeNull();
    expect(spent).toBeGreaterThan(50);
    spent = 0;
    await past.at(1n, spend);
    expect(spent).toBe(0);
  });
});
