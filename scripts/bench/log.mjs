// The log against bare group commit: the same texts, the same file system, nothing around it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { DatabaseSync } from '@photostructure/sqlite';
import { serverBundle, workers } from '../config/rolldown.shared.mjs';
import { ROOT } from '../rel/server.mjs';
import { inParallel } from './measure.mjs';

export const BUNDLE = join(ROOT, 'apps/gateway/dist-bench');

/** Our own code, bundled for the benchmark. */
export const ours = async () => {
  const dir = BUNDLE;
  const input = {
    kernel: join(ROOT, 'libs/kernel/runtime.ts'),
    'event-store': join(ROOT, 'libs/adapters/event-store/sqlite.ts'),
    'read-store': join(ROOT, 'libs/adapters/read-store/sqlite.ts'),
    'read-store-mongodb': join(ROOT, 'libs/adapters/read-store/mongodb.ts'),
    'search-index': join(ROOT, 'libs/adapters/search-index/sqlite.ts'),
    'search-thread': join(ROOT, 'libs/adapters/search-index/sqlite-thread.ts'),
    vault: join(ROOT, 'libs/adapters/vault/sqlite.ts'),
    contracts: join(ROOT, 'libs/contracts/index.ts'),
    registry: join(ROOT, 'libs/domain/registry.ts'),
    drive: join(ROOT, 'libs/domain/files/drive.decider.ts'),
    message: join(ROOT, 'libs/domain/conversations/message.decider.ts'),
    user: join(ROOT, 'libs/domain/identity/user.decider.ts'),
    session: join(ROOT, 'libs/domain/identity/session.decider.ts'),
    client: join(ROOT, 'libs/domain/identity/client.decider.ts'),
    snapshots: join(ROOT, 'libs/adapters/snapshots/sqlite.ts'),
    ...workers,
  };
  const { output, ...options } = serverBundle(input, dir);
  const bundle = await rolldown({ ...options, logLevel: 'silent' });
  await bundle.write(output);
  return (name) => import(pathToFileURL(join(dir, `${name}.js`)).href);
};

const bareGroupCommit = (file) => {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec(
    'CREATE TABLE records (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, text TEXT NOT NULL)',
  );
  const add = db.prepare('INSERT INTO records (stream, revision, text) VALUES (?, ?, ?)');
  let waiting = [];
  const commit = () => {
    const group = waiting;
    waiting = [];
    db.exec('BEGIN');
    for (const { stream, revision, text } of group) add.run(stream, revision, text);
    db.exec('COMMIT');
    for (const { resolve } of group) resolve();
    if (waiting.length > 0) setImmediate(commit);
  };
  return {
    append: (stream, revision, text) =>
      new Promise((resolve) => {
        waiting.push({ stream, revision, text, resolve });
        if (waiting.length === 1) setImmediate(commit);
      }),
    close: () => db.close(),
  };
};

/** Durable appends a second, with so many waiting, ours and the floor's, in turns. */
export const benchLog = async (folder, load, lanes, count) => {
  const { canonical, newId } = await load('kernel');
  const { sqliteEventStore } = await load('event-store');
  const text = (stream, revision, id) =>
    canonical({ v: 2, id, stream, revision, type: 'FolderCreated', version: 1, padding: 'x'.repeat(1_000) });
  const round = async (number) => {
    const floor = bareGroupCommit(join(folder, `floor-${lanes}-${number}.db`));
    const bare = await inParallel(lanes, count, (lane, left) =>
      floor.append(`drive-${lane}`, left, text(`drive-${lane}`, left, newId())),
    );
    floor.close();
    const store = await sqliteEventStore(join(folder, `log-${lanes}-${number}.db`));
    const revisions = Array(lanes).fill(-1);
    const own = await inParallel(lanes, count, async (lane) => {
      const id = newId();
      const stream = `drive-${lane}`;
      const seen = revisions[lane];
      revisions[lane] += 1;
      await store.append(stream, seen, [{ id, type: 'FolderCreated', text: text(stream, seen + 1, id) }]);
    });
    await store.close();
    return { bare, own };
  };
  const rounds = [await round(0), await round(1), await round(2)];
  return rounds.sort((a, b) => a.own.rate / a.bare.rate - b.own.rate / b.bare.rate)[1];
};
