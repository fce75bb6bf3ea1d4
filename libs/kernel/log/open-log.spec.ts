import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRequested } from '../keys/requested-destructions';
import { checkpoints, endOf } from './checkpoints';
import { Damaged } from '../model/damage';
import { keepHead, readHead } from './log-head';
import { keyring } from '../keys/keyring';
import { masters } from '../keys/masters';
import { memoryBlobStore } from '../memory/blob-store';
import { memoryEventStore } from '../memory/event-store';
import { memoryVault } from '../memory/vault';
import { acceptLog } from './accept-log';
import { memoryReadStore } from '../memory/read-store';
import { refusing } from './log-refusal';
import { dropForeignViews, openLog } from './open-log';
import type { EventStore, Place, Vault, ViewSpec } from '../ports';
import { leaveAct, takeActs } from './operator-acts';
import { parseRecord } from './record';
import { aCommandHandler } from '../testing/account';
import { endable } from './vault-age';
import { until } from '../testing/waiting';

const GROUP = { name: 'spec', reactors: [], isWaitedFor: true };
const keys = masters([Buffer.alloc(32, 1)]);
const blobs = memoryBlobStore();

/** A log with its vault, used by another process as well. */
const anInstallation = async () => {
  const events = memoryEventStore();
  const vault = memoryVault();
  await openLog({ blobs, events, vault }, keys, [GROUP]);
  const { handle } = aCommandHandler({ events, vault });
  let made = 0;
  /** The other process writes something, and its reactors are done with it. */
  const work = async () => {
    await handle(`a-${(made += 1)}`, { type: 'Open', data: { owner: 'Ana' } });
    await checkpoints(vault).move(GROUP.name, (await endOf(events))!);
  };
  return { events, vault, work };
};

describe('a log that is founded', () => {
  it('says its forms, and by which page they are read', async () => {
    const { events } = await anInstallation();
    const [first] = await events.at([1n]);
    const page = createHash('sha256')
      .update(readFileSync(join(__dirname, '../FORMAT.md')))
      .digest('hex');
    expect(parseRecord(first!).data).toMatchObject({ formats: { record: 'dosar-record 2', page } });
  });
});

describe('a log that is opened', () => {
  it('while another process writes to it is not taken for one that was set back', async () => {
    const { events, vault, work } = await anInstallation();
    const growing = {
      ...events,
      head: async () => {
        const end = await events.head();
        await work();
        return end;
      },
    };
    const opened = await openLog({ blobs, events: growing, vault }, keys, [GROUP]);
    expect(opened.refusal).toBeNull();
    expect(opened.findings).toEqual([]);
    expect(await checkpoints(vault).at(GROUP.name)).toBe(await events.head());
  });

  it('with a vault from before keys were destroyed has them destroyed again before anything is served', async () => {
    const { events, vault, work } = await anInstallation();
    await work();
    const name = 'account:a-1/1';
    const before = (await vault.get(`key/${name}`))!;
    await leaveAct(vault, 'destruction', { about: name });
    await takeActs({ events, vault });
    await keyring(vault, keys).destroy(name);
    expect((await openLog({ blobs, events, vault }, keys, [GROUP])).findings).toEqual([]);

    await vault.replaceIf(`key/${name}`, 'destroyed', before);
    const count = await vault.get('keys/destroyed');
    const { findings, refusal } = await openLog({ blobs, events, vault }, keys, [GROUP]);
    expect([await vault.get(`key/${name}`), refusal]).toEqual(['destroyed', null]);
    // the number of destructions rises, so that every process evicts the key
    expect(await vault.get('keys/destroyed')).toBe(String(Number(count) + 1));
    // and the destruction is requested again, to remove what was derived
    expect(await readRequested(vault)).toMatchObject({ [name]: { step: 'destroy' } });
    expect(findings).toEqual([
      `the vault is from before keys were destroyed, as the log tells: they are destroyed again (${name})`,
    ]);
  });

  describe('with a vault that has lost where its reactors were', () => {
    const OTHER = { ...GROUP, name: 'other' };
    const NEW = { ...GROUP, name: 'new' };
    const lost = (name: string) =>
      `the vault has lost the checkpoint of the reactors "${name}": what follows from events by them waits, and all else goes on; restore the vault from its newest backup, or let them begin anew with "dosar accept-log", by which nothing is done twice`;
    const aLoss = async (...rows: readonly string[]) => {
      const { events, vault, work } = await anInstallation();
      await openLog({ blobs, events, vault }, keys, [GROUP, OTHER]);
      await work();
      for (const row of rows) await vault.remove(row);
      const findings = async (...groups: readonly (typeof GROUP)[]) =>
        (await openLog({ blobs, events, vault }, keys, groups)).findings;
      return { events, vault, findings };
    };

    it.each([
      ['of one group', ['checkpoint/spec'], ['spec']],
      ['of one, and which there were', ['checkpoint/spec', 'checkpoints'], ['spec']],
      ['of all, and which there were', ['checkpoint/spec', 'checkpoint/other', 'checkpoints'], ['spec', 'other']],
    ])('%s, says so at each start until it is accepted, and loses nothing', async (_, rows, groups) => {
      const { events, vault, findings } = await aLoss(...rows);
      expect(await findings(GROUP, OTHER)).toEqual(groups.map(lost));
      expect(await findings(GROUP, OTHER)).toEqual(groups.map(lost));
      for (const group of groups)
        await expect(checkpoints(vault).begin(group, events, await endOf(events))).rejects.toThrow(Damaged);
      await acceptLog({ blobs, events, vault });
      expect(await findings(GROUP, OTHER)).toEqual([]);
      for (const group of groups) expect(await checkpoints(vault).at(group)).toBeNull();
    });

    it('but for which there were, keeps their places and begins a new group behind what is there', async () => {
      const { events, vault, findings } = await aLoss('checkpoints');
      expect(await findings(GROUP, OTHER)).toEqual([]);
      expect(await findings(GROUP, OTHER, NEW)).toEqual([]);
      expect(await checkpoints(vault).at('new')).toBe(await events.head());
      await vault.remove('checkpoint/spec');
      expect(await findings(GROUP, OTHER, NEW)).toEqual([lost('spec')]);
    });

    it('has lost nothing when it was stopped between the first record and the first place', async () => {
      const { events, vault } = await anInstallation();
      for (const row of ['checkpoint/spec', 'checkpoints']) await vault.remove(row);
      expect((await openLog({ blobs, events, vault }, keys, [GROUP])).findings).toEqual([]);
      expect(await checkpoints(vault).at(GROUP.name)).toBe(await events.head());
    });
  });

  it('beside reactors that had come to the same place in another log lets them wait until it is accepted', async () => {
    const { events, vault, work } = await anInstallation();
    await work();
    await vault.replaceIf('checkpoint/spec', (await vault.get('checkpoint/spec'))!, `2 ${'A'.repeat(43)}=`);
    const open = () => openLog({ blobs, events, vault }, keys, [GROUP]);
    const { refusal, findings } = await open();
    expect(refusal).toBeNull();
    expect(findings).toEqual([
      'the checkpoint of the reactors "spec" is of another log: what follows from events by them waits, and all else goes on; restore the log and the vault that were backed up together, or let them begin anew with "dosar accept-log", by which nothing is done twice',
    ]);
    await acceptLog({ blobs, events, vault });
    expect((await open()).findings).toEqual([]);
    expect(await checkpoints(vault).at(GROUP.name)).toBeNull();
  });

  it('drops and names views of another log, also where they had come to the same place', async () => {
    const { events, vault, work } = await anInstallation();
    await work();
    const reads = memoryReadStore();
    const aView = (view: string) => ({ view, version: 1, columns: {}, indexes: [] });
    const views = ['own', 'other', 'ahead', 'fresh'].map(aView);
    const [own, other, ahead] = views as unknown as [ViewSpec, ViewSpec, ViewSpec];
    await reads.open(views);
    const end = (await endOf(events))!;
    const apply = (view: ViewSpec, place: Place) => reads.apply([{ view, writes: [], audiences: new Map() }], place);
    await apply(own, end);
    await apply(other, { ...end, leaf: `${'A'.repeat(43)}=` });
    await apply(ahead, { ...end, position: end.position + 1n });
    for (const view of views) await reads.settle(view);
    const foreign = await dropForeignViews(reads, events, views);
    expect(foreign).toEqual({ ahead: ['ahead'], other: ['other'] });
    const nothing = { position: null, leaf: null, isSettled: false };
    expect(await Promise.all(views.map((view) => reads.state(view)))).toEqual([
      { ...end, isSettled: true },
      nothing,
      nothing,
      { ...nothing, isSettled: true },
    ]);
    const { findings } = await openLog({ blobs, events, vault }, keys, [GROUP], { ...foreign, ahead: [] });
    expect(findings).toEqual([
      'what was computed from another log is dropped, filled anew by itself, and shown as far as it is: other',
    ]);
  });

  it('that has lost what it began with is written to by nobody', async () => {
    const { events, vault, work } = await anInstallation();
    await work();
    const without: EventStore = {
      ...events,
      async *read(stream, ...more) {
        for await (const batch of events.read(stream, ...more)) if (stream !== 'installation') yield batch;
      },
    };
    const log = await openLog({ blobs, events: without, vault }, keys, [GROUP]);
    expect(log.damage).toMatch(/^the record that the log began with is gone, or is not what was written; .*doctor/);
    await expect(refusing(without, log).append('a-1', 0, [])).rejects.toThrow(log.damage!);
    expect((await openLog({ blobs, events, vault }, keys, [GROUP])).damage).toBeNull();
  });

  describe('with a vault whose head of it', () => {
    const aHead = async () => {
      const { events, vault, work } = await anInstallation();
      for (let at = 0; at < 3; at += 1) await work();
      const stop = new AbortController();
      const keeping = keepHead({ events, vault }, stop.signal);
      stop.abort();
      await keeping;
      await acceptLog({ blobs, events, vault });
      const known = (await readHead(vault))!;
      const change = (how: object) =>
        vault.replaceIf('log/head', JSON.stringify(known), JSON.stringify({ ...known, ...how }));
      const open = async () => (await openLog({ blobs, events, vault }, keys, [GROUP])).refusal;
      expect(await open()).toBeNull();
      return { events, vault, change, open };
    };

    it('is gone is refused until it is accepted', async () => {
      const { events, vault, open } = await aHead();
      await vault.remove('log/head');
      const lost =
        /^the vault has lost what was known of the log: whether all of it is there cannot be told; .*the newest vault is restored from its backup, or .*"dosar accept-log"/;
      expect(await open()).toMatch(lost);
      expect(await open()).toMatch(lost);
      await acceptLog({ blobs, events, vault });
      expect(await open()).toBeNull();
    });

    it('has another root is refused as it is opened', async () => {
      const { change, open } = await aHead();
      await change({ root: Buffer.alloc(32, 7).toString('base64') });
      expect(await open()).toMatch(
        /^what the vault knows of the log is not what was put there: .*newest vault is restored/,
      );
    });

    it('is not there yet, after a first start that was interrupted behind the first record, is missed by nobody', async () => {
      const events = memoryEventStore();
      const vault = memoryVault();
      const open = () => openLog({ blobs, events, vault }, keys, [GROUP]);
      await open();
      expect(await readHead(vault)).toMatchObject({ position: '1', size: 1 });
      for (const row of ['log/head', 'checkpoint/spec', 'checkpoints']) await vault.remove(row);
      expect((await open()).refusal).toBeNull();
      expect(await readHead(vault)).toMatchObject({ position: '1', size: 1 });
    });
  });

  it('in an older copy is refused, and its reactors go on at its end', async () => {
    const { events, vault, work } = await anInstallation();
    const end = await events.head();
    await work();
    const { refusal, findings } = await openLog({ blobs, events: { ...events, head: async () => end }, vault }, keys, [
      GROUP,
    ]);
    expect(refusal).toMatch(
      /^the log is older than what was computed from it; .*restored from its backup.*dosar accept-log/,
    );
    expect(findings).toEqual([
      expect.stringMatching(/^reactors that were further than the log go on at its end by themselves.*: spec$/),
    ]);
    expect(await checkpoints(vault).at(GROUP.name)).toBe(end);
  });

  it('is accepted with the time of its newest record by a clock that is behind it', async () => {
    const { events, vault, work } = await anInstallation();
    await work();
    const [newest] = await events.at([(await events.head())!]);
    await acceptLog({ blobs, events, vault }, () => new Date(Date.parse(parseRecord(newest!).occurredAt) - 3_600_000));
    const [accepted] = await events.at([(await events.head())!]);
    expect(parseRecord(accepted!)).toMatchObject({
      type: 'LogAccepted',
      occurredAt: parseRecord(newest!).occurredAt,
    });
  });
});

const copyOf = async (vault: Vault): Promise<Vault> => {
  const copy = memoryVault();
  for await (const [key, value] of vault.all('')) await copy.putIfAbsent(key, value);
  return copy;
};

describe('a vault that is older than the log', () => {
  const open = (parts: Omit<Parameters<typeof openLog>[0], 'blobs'>) => openLog({ ...parts, blobs }, keys, [GROUP]);

  it('is refused when both were closed in between: what was written since is not in it', async () => {
    const { events, vault, work } = await anInstallation();
    await work();
    await endable(events).end(vault);
    const older = await copyOf(vault);
    expect((await open({ events, vault })).refusal).toBeNull();
    await work();
    await endable(events).end(vault);
    const head = await events.head();

    const log = await open({ events, vault: older });
    expect(log.refusal).toMatch(
      /^the vault is older than the log: it was closed with a log that ended at position 2, and this one ends at position 3; .*the newest vault is restored from its backup, or .*"dosar accept-log"/,
    );
    const { handle } = aCommandHandler({ events: refusing(events, log), vault: older });
    await expect(handle('b', { type: 'Open', data: { owner: 'Bogdan' } })).rejects.toThrow(
      'the vault is older than the log',
    );
    await endable(events).end(older);
    expect((await open({ events, vault: older })).refusal).toBe(log.refusal);
    expect(await events.head()).toBe(head);

    // with the newest vault nothing is lost
    expect((await open({ events, vault: await copyOf(vault) })).refusal).toBeNull();
    await endable(events).end(older);
    await acceptLog({ blobs, events, vault: older });
    expect((await open({ events, vault: older })).refusal).toBeNull();
  });

  it('is refused when a record names a key that is not in it, though nobody closed it', async () => {
    const { events, vault, work } = await anInstallation();
    await work();
    await acceptLog({ blobs, events, vault });
    const older = await copyOf(vault);
    await work();
    expect((await open({ events, vault: older })).refusal).toMatch(
      /^the vault is older than the log: it does not have the key account:a-2\/1, which the record at position 4 names; /,
    );
    expect((await open({ events, vault })).refusal).toBeNull();
  });

  it('is not taken for one that a crash left behind the log', async () => {
    const { events, vault, work } = await anInstallation();
    await endable(events).end(vault);
    expect((await open({ events, vault })).refusal).toBeNull();
    await work();
    expect((await open({ events, vault })).refusal).toBeNull();
  });

  it('nobody appends to a log that was ended, and what was under way counts', async () => {
    const { events, vault } = await anInstallation();
    let appendNow = () => {};
    let isUnderWay = false;
    const may = new Promise<void>((resolve) => (appendNow = resolve));
    const slow = endable({
      ...events,
      append: async (...what) => {
        isUnderWay = true;
        await may;
        return events.append(...what);
      },
    });
    const { handle } = aCommandHandler({ events: slow.events, vault });
    const underWay = handle('a', { type: 'Open', data: { owner: 'Ana' } });
    await until(() => isUnderWay);
    const ending = slow.end(vault);
    appendNow();
    await Promise.all([underWay, ending]);
    await expect(handle('b', { type: 'Open', data: { owner: 'Bogdan' } })).rejects.toThrow('the log was ended');
    expect((await open({ events, vault: await copyOf(vault) })).refusal).toBeNull();
    expect(await vault.get('log/ended')).toBe(String(await events.head()));
  });
});
