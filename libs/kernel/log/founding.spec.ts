import { Readable } from 'node:stream';
import { acceptLog } from './accept-log';
import { CannotStart } from '../model/damage';
import { masters } from '../keys/masters';
import { memoryBlobStore } from '../memory/blob-store';
import { memoryEventStore } from '../memory/event-store';
import { memoryVault } from '../memory/vault';
import { openLog, type LogPorts } from './open-log';
import { aCommandHandler } from '../testing/account';

const GROUP = { name: 'spec', reactors: [], isWaitedFor: true };
const keys = masters([Buffer.alloc(32, 1)]);
const open = (ports: LogPorts) => openLog(ports, keys, [GROUP]);
const nothing = () => ({ events: memoryEventStore(), vault: memoryVault(), blobs: memoryBlobStore() });
const aDocument = ({ blobs }: ReturnType<typeof nothing>) => blobs.put(Readable.from([Buffer.from('factură')]));

/** A crash right before or right after the n-th call of the stores. */
const crashingAt = (ports: ReturnType<typeof nothing>, n: number, isBehind: boolean) => {
  let asked = 0;
  const crashing = <T extends object>(store: T): T =>
    new Proxy(store, {
      get: (target, name) => {
        const method = (target as Record<string | symbol, unknown>)[name];
        if (typeof method !== 'function' || name === 'read' || name === 'all' || name === 'follow') return method;
        return async (...given: unknown[]) => {
          asked += 1;
          if (asked > n || (asked === n && !isBehind)) throw new Error('crash');
          const answer: unknown = await (method as (...given: unknown[]) => unknown).apply(target, given);
          if (asked === n) throw new Error('crash');
          return answer;
        };
      },
    });
  const asking = { ...ports, events: crashing(ports.events), vault: crashing(ports.vault) };
  return { asking, asked: () => asked };
};

describe('an installation', () => {
  it('is founded where nothing lies', async () => {
    const ports = nothing();
    const { refusal, findings } = await open(ports);
    expect([refusal, findings, await ports.events.head()]).toEqual([null, [], 1n]);
  });

  it('is not founded where a document lies, and nothing is changed there', async () => {
    const ports = nothing();
    const { id } = await aDocument(ports);
    const refused = open(ports);
    await expect(refused).rejects.toThrow(CannotStart);
    await expect(refused).rejects.toThrow(
      'there is no log, but documents lie here: restore the log and the vault that were backed up with them. A new installation is founded only where neither documents nor keys are',
    );
    await expect(acceptLog(ports)).rejects.toThrow('there is no log, but documents lie here');
    expect(await ports.events.head()).toBeNull();
    for await (const [key] of ports.vault.all('')) throw new Error(`${key} was put into the vault`);
    expect(await ports.blobs.open(id)).not.toBeNull();
  });

  it.each([
    ['with all that was known of the log', []],
    ['that has lost what was known of the log', ['log/head', 'checkpoints']],
  ])('is not founded beside a vault with keys, %s', async (_, lost) => {
    const { vault, ...rest } = nothing();
    const before = { ...rest, vault };
    await open(before);
    await aCommandHandler(before).handle('a', { type: 'Open', data: { owner: 'Ana' } });
    for (const row of lost) await vault.remove(row);
    const ports = { ...nothing(), vault };
    await expect(open(ports)).rejects.toThrow('there is no log, but a vault with keys lies here: ');
    await expect(acceptLog(ports)).rejects.toThrow('there is no log, but a vault with keys lies here: ');
    await aDocument(ports);
    await expect(open(ports)).rejects.toThrow('there is no log, but documents and a vault with keys lie here: ');
    expect(await ports.events.head()).toBeNull();
  });

  it('goes on with a first start that crashed, wherever it did', async () => {
    for (const isBehind of [false, true])
      for (let n = 1; ; n += 1) {
        const ports = nothing();
        const { asking, asked } = crashingAt(ports, n, isBehind);
        const crash = await open(asking).catch((error: unknown) => error as Error);
        if (asked() < n) break;
        expect((crash as Error).message).toBe('crash');
        const { refusal, findings } = await open(ports);
        expect([n, refusal, findings, await ports.events.head()]).toEqual([n, null, [], 1n]);
      }
  });

  it('that another process founds meanwhile is opened by both', async () => {
    const ports = nothing();
    const both = await Promise.all([open(ports), open(ports), open(ports)]);
    expect(new Set(both.map(({ installationId }) => installationId)).size).toBe(1);
    // another process has written more before this one checks whether it may
    const late = nothing();
    let isAsked = false;
    const head = async () => {
      if (isAsked) return late.events.head();
      isAsked = true;
      await open(late);
      await aDocument(late);
      return null;
    };
    expect((await open({ ...late, events: { ...late.events, head } })).refusal).toBeNull();
  });
});
