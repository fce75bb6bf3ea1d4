import { Unavailable, type ReadStore, type ViewSpec } from '@dosar/kernel/runtime';
import { kills } from '../testing/int';
import { aProxyConnection } from '../testing/proxy-connection';
import { engine, mongoMembers, type MongoMembers } from '../testing/mongo-members';
import { aView, putRow, write } from '../testing/rows';
import { seeded } from '../testing/seeded';
import { mongoReadStore } from './mongodb';
import { placeAt } from '../testing/places';

/** How soon after an election a write must succeed. */
const BACK_MS = 10_000;
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

if (!engine) process.stdout.write('NOT RUN: what only stand-ins for the members of a replica set can be told to do\n');

(engine ? describe : describe.skip)('the views on the members of a replica set (stand-ins)', () => {
  let members: MongoMembers;
  const stores: ReadStore[] = [];
  const open = async (url = members.url) => {
    const store = await mongoReadStore(url);
    stores.push(store);
    return store;
  };
  beforeEach(async () => void (members = await mongoMembers(1)));
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await members.end();
  });

  /** Counts as a projector does, from the stored rows, so that a batch applied twice or in part would show. */
  const count = async (store: ReadStore, views: readonly ViewSpec[], step: bigint) => {
    const batches = await Promise.all(
      views.map(async (view) => {
        const before = async (id: string) =>
          Number(JSON.parse((await store.own.get(view, id))?.json ?? '{"n":0}').n as number);
        const n = await before('a');
        const other = await before('b');
        const writes = [
          { ...putRow('a', step), json: JSON.stringify({ n: n + 1 }) },
          { ...putRow('b', step), json: JSON.stringify({ n: other + 1 }) },
          // adds a row of its own and removes the previous one
          { ...putRow(`step-${step}`, step), json: '{}' },
          { ...putRow(`step-${step - 1n}`, step), json: null },
        ];
        return { view, writes, audiences: new Map([['c', step]]) };
      }),
    );
    await store.apply(batches, placeAt(step));
  };

  it('are written by the next projector at once when one is killed at work, and nothing is done by half or twice', async () => {
    const random = seeded(Date.now() % 2 ** 31);
    const views = Array.from({ length: 5 }, () => aView());
    const slowest = { ms: 0 };
    let step = 0n;
    for (let kill = 0; kill < kills; kill += 1) {
      const line = await aProxyConnection('127.0.0.1', members.ports[0]!);
      const began = performance.now();
      // a killed process loses its connections and never comes back
      const store = await open(
        members.url
          .replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${line.port}`)
          .replace('replicaSet=rs0', 'directConnection=true'),
      );
      await store.open(views);
      for (const view of views) {
        const { position } = await store.state(view);
        expect(await store.audience(view, 'c')).toBe(position);
        if (position !== null && position > step) step = position;
      }
      // a kill may have come before all views were stored: each is at its own position
      const states = await Promise.all(views.map(async (view) => (await store.state(view)).position ?? 0n));
      for (const [at, view] of views.entries())
        for (let next = states[at]! + 1n; next <= step; next += 1n) await count(store, [view], next);
      step += 1n;
      await count(store, views, step);
      slowest.ms = Math.max(slowest.ms, performance.now() - began);
      const killed = pause(random.below(60)).then(line.down);
      await (async () => {
        for (;;) {
          await count(store, views, step + 1n);
          step += 1n;
        }
      })().catch((error: Error) => expect(error).toBeInstanceOf(Unavailable));
      await killed;
    }
    const last = await open();
    await last.open(views);
    for (const view of views) {
      const { position } = await last.state(view);
      const n = JSON.stringify({ n: Number(position) });
      const rows = await last.own.find(view, { where: {} });
      expect(rows.map(({ id, json }) => [id, json])).toEqual([
        ['a', n],
        ['b', n],
        [`step-${position}`, '{}'],
      ]);
    }
    expect(slowest.ms).toBeLessThan(3_000);
  }, 180_000);

  it('cost few calls: one to begin, one a collection, and one to end', async () => {
    const store = await open();
    const views = Array.from({ length: 12 }, () => aView());
    await store.open(views);
    const counter = await members.counter(members.ports[0]!);
    const batches = (step: bigint, changed: number) =>
      views.map((view, at) => ({
        view,
        writes: at < changed ? [putRow('a', step), putRow(`b-${step}`, step)] : [],
        audiences: at < changed ? new Map([['c', step]]) : new Map<string, bigint>(),
      }));
    for (const view of views) await store.state(view);
    await counter.calls();
    await store.apply(batches(1n, 3), placeAt(1n));
    expect(await counter.calls()).toEqual({ update: 5 });
    await store.apply(batches(2n, 0), placeAt(2n));
    expect(await counter.calls()).toEqual({ update: 1 });
    await counter.close();
  });

  it('go on when another member leads, and lose nothing that was acknowledged', async () => {
    await members.end();
    members = await mongoMembers(3);
    const store = await open();
    const view = aView();
    await store.open([view]);
    let step = 0n;
    let ending = false;
    let refused = 0;
    const writing = (async () => {
      while (!ending)
        try {
          await write(store, view, [putRow('a', step + 1n), putRow(`row-${step + 1n}`, step + 1n)], step + 1n);
          step += 1n;
        } catch (error) {
          expect(error).toBeInstanceOf(Unavailable);
          refused += 1;
          await pause(50);
          await store
            .open([view])
            .then(() => store.state(view))
            .then(({ position }) => (step = position ?? 0n))
            .catch(() => undefined);
        }
    })();
    try {
      for (const [next, electionMs] of [
        [1, 100],
        [2, 200],
        [0, 4_000],
        [1, 100],
      ] as const) {
        await pause(300);
        members.elect(null);
        await pause(electionMs);
        members.elect(members.ports[next]!);
      }
      const killed = members.ports[1]!;
      await pause(300);
      await members.kill(killed);
      members.elect(members.ports[2]!);
      const before = step;
      const chosen = Date.now();
      while (step === before && Date.now() - chosen < BACK_MS) await pause(50);
      expect(step).toBeGreaterThan(before);
    } finally {
      ending = true;
    }
    await writing;
    expect(await store.count(view, { where: {} })).toBe(Number(step) + 1);
    expect(refused).toBeGreaterThan(0);
  }, 60_000);

  it('are opened and raised although a member is down', async () => {
    members.tell({ down: 1 });
    const store = await open();
    const view = aView();
    const began = performance.now();
    await store.open([view]);
    await write(store, view, [putRow('a', 1)], 1n);
    await store.settle(view);
    const raised = { ...view, version: 2 };
    await store.open([raised]);
    await write(store, raised, [putRow('a', 1)], 1n);
    await store.settle(raised);
    await store.drop(raised);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('wait for an index as long as it takes, and say so meanwhile', async () => {
    const told: string[] = [];
    const store = await mongoReadStore(members.url, { onFinding: (what) => told.push(what) });
    stores.push(store);
    const view = aView();
    members.tell({ indexMs: 8_000 });
    await store.open([view]);
    expect(told).toEqual([
      'the index of what concerns whom is being built for 5 s',
      `the indexes of the view ${view.view} are being built for 5 s`,
    ]);
    members.tell({ indexMs: 0 });
  }, 60_000);

  it('are right when every answer is late', async () => {
    members.tell({ lateMs: 50 });
    const store = await open();
    const view = aView();
    await store.open([view]);
    await write(store, view, [putRow('a', 1)], 1n);
    expect((await store.get(view, 'a'))?.position).toBe(1n);
    expect((await store.state(view)).position).toBe(1n);
  });

  it('refuse within their limit when a server is silent, and go on when it speaks again', async () => {
    const store = await open();
    const view = aView();
    await store.open([view]);
    members.tell({ lateMs: 20_000 });
    const began = performance.now();
    await expect(store.get(view, 'a')).rejects.toThrow(Unavailable);
    await expect(write(store, view, [putRow('a', 1)], 1n)).rejects.toThrow(Unavailable);
    expect(performance.now() - began).toBeLessThan(11_000);
    members.tell({ lateMs: 0 });
    await pause(500);
    await store.open([view]);
    await store.state(view);
    await write(store, view, [putRow('a', 2)], 2n);
    expect((await store.get(view, 'a'))?.position).toBe(2n);
  }, 60_000);

  it('call every error of a server that is killed under load an outage', async () => {
    const port = members.ports[0]!;
    const url = members.url.replace('replicaSet=rs0', 'directConnection=true');
    const store = await open(url);
    const view = aView();
    await store.open([view]);
    await store.settle(view);
    await store.state(view);
    await write(store, view, [putRow('a', 1)], 1n);
    const others = [] as unknown[];
    const done = { count: 0, refused: 0 };
    const ending = new AbortController();
    const asking = Array.from({ length: 20 }, async (_, at) => {
      const works = [
        () => store.get(view, 'a'),
        () => store.find(view, { where: { folder: null } }),
        () => store.count(view, { where: {} }),
        () => store.state(view),
      ];
      while (!ending.signal.aborted)
        await works[at % works.length]!().then(
          () => (done.count += 1),
          async (error: Error) => {
            done.refused += 1;
            if (!(error instanceof Unavailable)) others.push(error);
            await pause(5);
          },
        );
    });
    for (let kill = 0; kill < 12; kill += 1) {
      await pause(150);
      await members.kill(port);
      await pause(30);
      await members.start(port);
    }
    ending.abort();
    await Promise.all(asking);
    expect(others).toEqual([]);
    expect([done.count > 0, done.refused > 0]).toEqual([true, true]);
  }, 120_000);
});
