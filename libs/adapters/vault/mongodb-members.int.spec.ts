import { keyring, masters, Unavailable, type Vault } from '@dosar/kernel/runtime';
import { engine, mongoMembers, type MongoMembers } from '../testing/mongo-members';
import { mongoVault } from './mongodb';

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

if (!engine) process.stdout.write('NOT RUN: what only stand-ins for the members of a replica set can be told to do\n');

(engine ? describe : describe.skip)('the vault on the members of a replica set (stand-ins)', () => {
  let members: MongoMembers;
  let vault: Vault;
  beforeEach(async () => {
    members = await mongoMembers(3);
    vault = await mongoVault(members.url, 'DOSAR_MONGODB_URL', '_vault');
  });
  afterEach(async () => {
    await vault.close();
    await members.end();
  });
  const under = async (prefix: string) => {
    const found: string[] = [];
    for await (const [key] of vault.all(prefix)) found.push(key);
    return found;
  };

  it('never says that there is nothing before a new primary knows what the majority has', async () => {
    const keys = Array.from({ length: 40 }, (_, at) => `key/${String(at).padStart(2, '0')}`);
    for (const key of keys) await vault.putIfAbsent(key, `value of ${key}`);
    for (let aimed = 0; aimed < 6; aimed += 1) {
      members.tell({ unsureMs: 1_000 });
      members.elect(members.ports[(aimed + 1) % 3]!);
      const asked = await Promise.all(keys.map((key) => vault.get(key)));
      expect(asked).toEqual(keys.map((key) => `value of ${key}`));
      members.elect(members.ports[aimed % 3]!);
      expect(await under('key/')).toEqual(keys);
    }
    expect(await vault.get('key/none')).toBeNull();
  });

  it('says that it does not know while it cannot be certain: that is neither nothing nor destroyed', async () => {
    const ring = keyring(vault, masters([Buffer.alloc(32, 7)]));
    for (const owner of ['user:kept/1', 'user:gone/1']) await ring.begin(owner);
    await ring.destroy('user:gone/1');
    members.tell({ unsureMs: 8_000 });
    members.elect(members.ports[1]!);
    const later = keyring(vault, masters([Buffer.alloc(32, 7)]));
    const asked = await Promise.allSettled([later.fetch(['user:kept/1']), vault.get('key/none'), under('key/')]);
    expect(asked.map((each) => each.status === 'rejected' && (each.reason as Error).name)).toEqual(
      Array(3).fill('Unavailable'),
    );
    await pause(5_000);
    await later.fetch(['user:kept/1', 'user:gone/1', 'user:never/1']);
    expect(later.key('user:kept/1')).toMatchObject({ owner: 'user:kept' });
    expect([later.key('user:gone/1'), later.key('user:never/1')]).toEqual(['destroyed', 'missing']);
  }, 60_000);

  it('keeps what was acknowledged when its primary is killed, and makes nothing come back', async () => {
    const kept = new Map<string, string>();
    const removed = new Set<string>();
    let ending = false;
    const writing = Array.from({ length: 6 }, async (_, writer) => {
      for (let at = 0; !ending; at += 1) {
        const key = `w/${writer}/${at}`;
        const value = `v ${at}`;
        try {
          await vault.putIfAbsent(key, value);
          kept.set(key, value);
          if (at % 3 === 0) {
            kept.delete(key);
            await vault.remove(key);
            removed.add(key);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(Unavailable);
          kept.delete(key);
          await pause(30);
        }
      }
    });
    members.tell({ unsureMs: 200 });
    for (const at of [0, 1, 2]) {
      await pause(600);
      await members.kill(members.ports[at]!);
      members.elect(members.ports[(at + 1) % 3]!);
      await pause(600);
      await members.start(members.ports[at]!);
    }
    ending = true;
    await Promise.all(writing);
    for (const [key, value] of kept) expect(await vault.get(key)).toBe(value);
    for (const key of removed) expect(await vault.get(key)).toBeNull();
    expect(kept.size).toBeGreaterThan(10);
  }, 60_000);
});
