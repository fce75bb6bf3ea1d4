import { verifyConsistency } from '../log/merkle';
import { countHead } from '../log/log-head';
import { readRefusal } from '../log/log-refusal';
import { masters } from '../keys/masters';
import { memoryEventStore } from '../memory/event-store';
import { memoryLedger } from '../memory/ledger';
import { memoryVault } from '../memory/vault';
import type { EncodedRecord, Vault } from '../ports';
import { seededRandom } from '../testing/random';
import { until } from '../testing/waiting';
import type { Ledger, SignedHead } from './ledger';
import { parseCheckpoint, parseNote, publicKeyOf, signedBy, verifierKey } from './note';
import { keepSealing } from './sealer';
import { renameLog, rotateSigningKey, rotationText, signingKeys } from './signing-keys';
import { proveConsistency } from './tree';

const TIMERS = ['nextTick', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const;
const keys = masters([Buffer.alloc(32, 3)]);
const ORIGIN = 'portal.firma.test/audit';

const recordAt = (at: number, says = ''): EncodedRecord => ({
  id: `id-${at}`,
  type: 'Happened',
  text: JSON.stringify({ at, says }),
});

const aLog = async (count: number, says: (at: number) => string = () => '') => {
  const events = memoryEventStore();
  const add = async (more: number) => {
    for (let each = 0; each < more; each += 1) {
      const at = Number((await events.head()) ?? 0n);
      await events.append(`s-${at}`, -1, [recordAt(at, says(at))]);
    }
  };
  await add(count);
  return { events, add };
};

/** A log with its vault and ledger, and a sealer that can be ended. */
const aWorld = async (count: number) => {
  const log = await aLog(count);
  const world = { ...log, vault: memoryVault(), ledger: memoryLedger(), now: () => new Date() };
  const seal = (more: Partial<typeof world> & { readonly sealer?: string } = {}) => {
    const stop = new AbortController();
    const ports = { ...world, masters: keys, host: 'portal.firma.test', sealer: null, ...more };
    const ended = keepSealing(ports, stop.signal);
    return { end: () => (stop.abort(), ended), ended };
  };
  const newest = (origin = ORIGIN) => world.ledger.newest(origin);
  const reached = (size: number, number = 1) =>
    until(async () => {
      jest.advanceTimersByTime(5_000);
      const head = await newest();
      return head?.size === size && head.number >= number;
    });
  return { ...world, world, seal, newest, reached };
};

const allHeads = (ledger: Ledger, origin = ORIGIN) => ledger.heads(origin, null, 100_000);
/** Sizes for which there are several roots. */
const split = (heads: readonly SignedHead[]) =>
  heads.filter((one) => heads.some((other) => other.size === one.size && other.root !== one.root));

describe('heads of the log', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: [...TIMERS, 'Date', 'performance', 'queueMicrotask'] });
  });
  afterEach(() => jest.useRealTimers());

  it('are over all records that there were before the first one, also of a long log', async () => {
    const { seal, newest, reached, events } = await aWorld(1_700);
    const { end } = seal();
    await reached(1_700);
    await end();
    const known = (await countHead(events))!;
    expect(await newest()).toMatchObject({ size: 1_700, root: known.root, number: 2, position: 1_700n });
  });

  it('are signed by a key that anybody can check, with the time', async () => {
    const { seal, newest, vault } = await aWorld(3);
    await seal().end();
    const { note, at, root } = (await newest())!;
    const [{ publicKey }] = (await signingKeys({ vault })) as unknown as [{ publicKey: string }];
    const parsed = parseNote(note)!;
    const signed = signedBy(parsed, ORIGIN, Buffer.from(publicKey, 'base64'))!;
    expect(parseCheckpoint(parsed.text)).toEqual({ origin: ORIGIN, size: 3, root: Buffer.from(root, 'base64') });
    expect(signed.isPlain).toBe(true);
    expect(signed.at!.getTime()).toBe(Math.floor(Date.parse(at) / 1000) * 1000);
    expect(signedBy(parseNote(note.replace('\n3\n', '\n4\n'))!, ORIGIN, Buffer.from(publicKey, 'base64'))).toBeNull();
    expect(publicKeyOf(Buffer.from(publicKey, 'base64')).asymmetricKeyType).toBe('ed25519');
  });

  it('come after 100 records at once, after fewer in 5 s, and at the end', async () => {
    const { seal, reached, add, newest } = await aWorld(0);
    const { end } = seal();
    await add(100);
    await until(async () => (await newest())?.size === 100);
    await add(3);
    await reached(103);
    await add(2);
    await end();
    expect((await newest())!.size).toBe(105);
  });

  it('come hourly while nothing happens', async () => {
    const world = await aWorld(5);
    let now = Date.now();
    const { end } = world.seal({ now: () => new Date(now) });
    await world.reached(5);
    now += 60 * 60 * 1000;
    await world.reached(5, 2);
    await end();
    const [second, first] = await allHeads(world.ledger);
    expect([second!.size, second!.root]).toEqual([first!.size, first!.root]);
    expect(Date.parse(second!.at) - Date.parse(first!.at)).toBe(60 * 60 * 1000);
  });

  it('go on from the last one, of which each is consistent with it', async () => {
    const { seal, add, ledger } = await aWorld(130);
    for (let each = 0; each < 6; each += 1) {
      await seal().end();
      await add(1 + 97 * each);
    }
    const heads = (await allHeads(ledger)).toReversed();
    const read = (names: readonly string[]) => ledger.tiles(ORIGIN, names);
    const asTree = ({ size, root }: SignedHead) => ({ size, root: Buffer.from(root, 'base64') });
    for (const [at, head] of heads.slice(1).entries()) {
      const before = heads[at]!;
      const proof = await proveConsistency(read, before.size, head.size);
      expect(verifyConsistency(asTree(before), asTree(head), proof)).toBe(true);
    }
    expect(heads.length).toBeGreaterThan(4);
  });

  it('are not signed over another log: it becomes read-only', async () => {
    for (const [name, says] of [
      ['its newest record is another one', (at: number) => (at === 119 ? 'changed' : '')],
      ['a record in its middle is another one, and the newest', (at: number) => (at >= 60 ? 'changed' : '')],
    ] as const) {
      const { seal, reached, vault, ledger } = await aWorld(120);
      const first = seal();
      await reached(120);
      await first.end();
      const { events } = await aLog(130, says);
      const second = seal({ events });
      await until(async () => (await readRefusal(vault)) !== null);
      expect([name, await readRefusal(vault)]).toEqual([name, expect.stringMatching(/the log was rewritten; /)]);
      await second.end();
      expect((await allHeads(ledger))[0]!.size).toBe(120);
    }
  });

  it('notice a log that was cut, and a ledger that was set back or lost', async () => {
    const { seal, vault, world } = await aWorld(40);
    await seal().end();
    const shorter = await aLog(30);
    const cut = seal({ events: shorter.events });
    await until(async () => (await readRefusal(vault)) !== null);
    expect(await readRefusal(vault)).toMatch(/ends at position 30, but a head was signed over 40 records/);
    await cut.end();

    const other = await aWorld(40);
    await other.seal().end();
    const ledger = memoryLedger();
    const rewrittenLog = await aLog(50, (at) => (at === 3 ? 'changed' : ''));
    const lost = other.seal({ ledger, events: rewrittenLog.events });
    await until(async () => (await readRefusal(other.vault)) !== null);
    await lost.end();
    expect(await ledger.newest(ORIGIN)).toBeNull();
    expect(world.events).not.toBe(shorter.events);
  });

  it('are found again where the ledger was lost, since all hashes follow from the log', async () => {
    const { seal, add, newest } = await aWorld(600);
    await seal().end();
    const before = (await newest())!;
    const ledger = memoryLedger();
    await seal({ ledger }).end();
    expect(await ledger.newest(ORIGIN)).toMatchObject({ size: 600, root: before.root });
    await add(1);
    await ledger.putTiles(ORIGIN, [{ name: 'tile/0/000', hashes: Buffer.alloc(32 * 256), positions: null }]);
    await seal({ ledger }).end();
    expect(await ledger.newest(ORIGIN)).toMatchObject({ size: 601 });
    const proof = await proveConsistency((names) => ledger.tiles(ORIGIN, names), 600, 601);
    const second = (await ledger.newest(ORIGIN))!;
    const asTree = ({ size, root }: SignedHead) => ({ size, root: Buffer.from(root, 'base64') });
    expect(verifyConsistency(asTree(before), asTree(second), proof)).toBe(true);
  });

  it('have another name after the log was accepted or restored', async () => {
    const { seal, vault, ledger } = await aWorld(5);
    await seal().end();
    await renameLog(vault, new Date('2026-11-27T05:30:00.000Z'));
    await renameLog(vault, new Date('2026-11-27T05:40:00.000Z'));
    await seal().end();
    expect(await ledger.newest(`${ORIGIN}/20261127T054000000Z`)).toMatchObject({ number: 1, size: 5 });
  });

  it('are signed by the next key once the old one has signed it', async () => {
    const { seal, add, vault, newest } = await aWorld(5);
    await seal().end();
    const old = (await newest())!;
    const { note } = (await rotateSigningKey(vault, keys, new Date()))!;
    await add(1);
    await seal().end();
    const [first, second] = (await signingKeys({ vault })).map(({ publicKey }) => Buffer.from(publicKey, 'base64'));
    const handed = parseNote(note)!;
    expect(handed.text).toBe(rotationText(ORIGIN, first!, second!));
    expect(handed.text).toContain(verifierKey(ORIGIN, second!));
    for (const key of [first!, second!]) expect(signedBy(handed, ORIGIN, key)).toMatchObject({ isPlain: true });
    expect(signedBy(parseNote(old.note)!, ORIGIN, first!)).not.toBeNull();
    const head = parseNote((await newest())!.note)!;
    expect([signedBy(head, ORIGIN, first!), signedBy(head, ORIGIN, second!)]).toEqual([null, expect.anything()]);
    expect(await vault.get('purpose/ledger/1')).toBeNull();
  });

  it('have one root for a size, however often the sealer is killed and whoever else signs', async () => {
    const random = seededRandom(Number(process.env['SEED'] ?? 18));
    const kills = Number(process.env['KILLS'] ?? 40);
    const { seal, add, ledger, vault, events } = await aWorld(10);
    // a killed process does not do what it would have done next
    const killable = (after: number) => {
      let left = after;
      const orDie =
        <A extends unknown[], T>(work: (...of: A) => Promise<T>) =>
        async (...of: A): Promise<T> => {
          if ((left -= 1) < 0) return new Promise(() => {});
          return work(...of);
        };
      return {
        ledger: {
          ...ledger,
          putTiles: orDie((...of: Parameters<Ledger['putTiles']>) => ledger.putTiles(...of)),
          release: orDie((...of: Parameters<Ledger['release']>) => ledger.release(...of)),
        },
        vault: {
          ...vault,
          putIfAbsent: orDie((...of: Parameters<Vault['putIfAbsent']>) => vault.putIfAbsent(...of)),
          replaceIf: orDie((...of: Parameters<Vault['replaceIf']>) => vault.replaceIf(...of)),
        },
      };
    };
    for (let each = 0; each < kills; each += 1) {
      void seal(killable(Math.floor(random() * 6))).ended.catch(() => undefined);
      await add(Math.floor(random() * 130));
      jest.advanceTimersByTime(5_000);
      await new Promise((go) => setImmediate(go));
    }
    await vault.remove('ledger/sealer');
    await seal().end();
    const heads = await allHeads(ledger);
    expect(split(heads)).toEqual([]);
    expect(heads[0]!.root).toBe((await countHead(events))!.root);
    expect(heads.length).toBeGreaterThan(kills / 4);
  });

  it('are signed by one of several processes, and by another one once that has ended', async () => {
    const { seal, reached, add, ledger } = await aWorld(100);
    const one = seal({ sealer: 'one' });
    const two = seal({ sealer: 'two' });
    await reached(100);
    await add(100);
    await reached(200);
    await one.end();
    await add(100);
    await reached(300);
    await two.end();
    expect(split(await allHeads(ledger))).toEqual([]);
  });
});
