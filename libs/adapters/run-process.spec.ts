import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { masterKeysOf } from './master-key';
import { openIndexingPorts, openPorts, openProjectorPorts } from './open-ports';
import { readPortsConfig } from './ports-config';
import { runProcess } from './run-process';
import { aFolder } from './testing/folder';
import { aRecord, aStream } from './testing/records';
import { aView, putRow, write } from './testing/rows';
import { aDocument } from './testing/search-documents';
import { placeAt } from './testing/places';

/** The modes of everything in a folder, and of the folder itself, by name. */
const modesIn = (folder: string) => {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...all].map((name) => {
    const found = statSync(join(folder, name));
    return { name, isFolder: found.isDirectory(), mode: found.mode & 0o777 };
  });
};
const open = (folder: string) => modesIn(folder).filter(({ isFolder, mode }) => mode !== (isFolder ? 0o700 : 0o600));

describe('a process', () => {
  let remove = async () => {};
  const before = process.umask(0o022);
  const listeners = (['SIGTERM', 'SIGINT'] as const).map((name) => [name, process.listeners(name)] as const);
  afterAll(async () => {
    process.umask(before);
    for (const [name, own] of listeners)
      for (const each of process.listeners(name)) if (!own.includes(each)) process.off(name, each);
    await remove();
  });

  it('keeps its files for itself, whatever the shell that began it allows: folders 0700, files 0600', async () => {
    const made = await aFolder();
    remove = made.remove;
    const config = readPortsConfig({ DOSAR_DATA_DIR: join(made.folder, 'data') });
    const view = aView();
    const stream = aStream();
    const begin = async () => {
      masterKeysOf(config);
      const ports = await openPorts(config, [view], {});
      const beside = await openProjectorPorts(config, ports.commits);
      const indexing = await openIndexingPorts(config);
      const stop = async () => {
        for (const each of [indexing, beside, ports]) await each.close();
      };
      return { ports, beside, indexing, stop };
    };
    let running: Awaited<ReturnType<typeof begin>>;
    await runProcess('spec', begin, (begun) => void (running = begun));
    const { ports, beside, indexing, stop } = running!;
    const { position } = await ports.events.append(stream, -1, [aRecord(stream, 0)]);
    await write(beside.reads, view, [putRow('a', position)], position);
    await ports.vault.putIfAbsent('k', 'v');
    await ports.snapshots.put(stream, { revision: 0, ...placeAt(1n) }, Readable.from(['a', 'b']));
    await indexing.index.open(1);
    await indexing.index.put([{ id: 'a', document: aDocument('a', 'factură') }], placeAt(position));
    // a small one, and one that is written to a temporary file first
    for (const size of [10, 1_000_000]) await ports.blobs.put(Readable.from([Buffer.alloc(size)]));
    await ports.mail.send({ to: 'ana@exemplu.ro', subject: 'Salut', text: 'Salut' });
    const names = modesIn(config.dataDir).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['master.key', 'blobs', 'mail', 'log.db-wal', 'vault.db']));
    expect(open(config.dataDir)).toEqual([]);
    await stop();
    expect(open(config.dataDir)).toEqual([]);
  });
});
