import { keyPlace, keyring } from './keyring';
import { masters } from './masters';
import { memoryVault } from '../memory/vault';
import type { Vault } from '../ports';

const MASTER = Buffer.alloc(32, 1);
const CLIENTS = 3_000;
const YEARS = 6;
const RECORDS = 100_000;
const BATCH = 500;

describe('the keys of a log', () => {
  it('of 100,000 records of 3,000 clients and six years are read once each while it is followed', async () => {
    const keys = masters([MASTER]);
    const wrapped = keys.wrap(keyPlace('any'), MASTER);
    const read = new Map<string, number>();
    const vault: Vault = {
      ...memoryVault(),
      async get(place) {
        read.set(place, (read.get(place) ?? 0) + 1);
        return wrapped;
      },
    };
    const ring = keyring(vault, { ...keys, unwrap: () => MASTER });
    let missing = 0;
    for (let from = 0; from < RECORDS; from += BATCH) {
      const names = Array.from({ length: BATCH }, (_, at) => {
        const client = ((from + at) * 7_919) % CLIENTS;
        const year = 2026 + Math.floor(((from + at) * YEARS) / RECORDS);
        return [`files:${client}/${year}`, `origin:${client}/${year}`, `client:${client}/1`, `user:${client}/1`];
      }).flat();
      await ring.fetch(names);
      missing += names.filter((name) => ring.key(name) === 'missing').length;
    }
    expect(missing).toBe(0);
    expect(read.size).toBe(2 * CLIENTS * YEARS + 2 * CLIENTS);
    expect(new Set(read.values())).toEqual(new Set([1]));
  });
});
