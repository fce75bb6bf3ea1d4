import { recentRecords } from './recent';

describe('the newest records that are kept in memory', () => {
  const record = (position: bigint) => ({ position, stream: 's', revision: Number(position), text: 'a record' });
  const kept = recentRecords();
  for (const position of [5n, 6n, 7n]) kept.add(record(position));

  it('are told to whoever has read up to them, and to nobody who lacks some before', () => {
    expect(kept.after(4n, 10)).toEqual([5n, 6n, 7n].map(record));
    expect(kept.after(5n, 1)).toEqual([record(6n)]);
    expect(kept.after(7n, 10)).toEqual([]);
    expect(kept.after(3n, 10)).toBeNull();
  });
});
