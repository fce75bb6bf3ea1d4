import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { canonical, FORMER_LOG, type Signal, type ViewSpec } from '@dosar/kernel/runtime';
import { FolderInUse } from './folder-lock';
import { openIndexingPorts, openPorts, openProjectorPorts, openVaultAlone, type OpenedPorts } from './open-ports';
import { readPortsConfig } from './ports-config';
import { moved } from './signals/signals.suite';
import { aFolder, zeroPages } from './testing/folder';
import { all, aRecord, aStream } from './testing/records';
import { placeAt } from './testing/places';
import { aView, putRow, write } from './testing/rows';
import { aDocument, aQuery } from './testing/search-documents';
import { until } from '@dosar/kernel/testing/waiting';

describe('an installation in a folder', () => {
  let folder = '';
  let remove = async () => {};
  beforeEach(async () => {
    const made = await aFolder();
    remove = made.remove;
    folder = join(made.folder, 'data');
  });
  afterEach(async () => {
    // closes what a failed test has left open
    for (const each of opened.splice(0).reverse()) await each.close();
    await remove();
  });
  const opened: { close(): Promise<void> }[] = [];
  const kept = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const ports = await opening;
    opened.push(ports);
    return ports;
  };
  const start = (...views: readonly ViewSpec[]) => kept(openPorts(config(), views, {}));
  const config = () => readPortsConfig({ DOSAR_DATA_DIR: folder });

  const noDatabase = async (name: string) => {
    const ports = await start();
    await ports.close();
    const file = join(folder, `${name}.db`);
    await writeFile(file, 'not a database '.repeat(1_000));
    await rm(`${file}-wal`, { force: true });
    return file;
  };

  it.each(['log', 'vault'])('is not opened on a %s.db that is no database', async (name) => {
    const file = await noDatabase(name);
    await expect(start()).rejects.toThrow(`${file} is damaged (file is not a database)`);
    // and the folder is not locked
    await rm(file);
    await rm(join(folder, 'log.db'), { force: true });
    await start();
  });

  it.each(['views', 'snapshots', 'search'])('makes a %s.db anew that is no database, and says so', async (name) => {
    await noDatabase(name);
    const damaged: string[] = [];
    const view = aView();
    const onDamagedFile = (file: string, why: string) => void damaged.push(`${file}: ${why}`);
    const ports = await kept(openPorts(config(), [view], { onDamagedFile }));
    expect(damaged).toEqual([`${name}: file is not a database`]);
    expect(await ports.reads.get(view, 'a')).toBeNull();
    expect(await ports.snapshots.get('a')).toBeNull();
    await ports.close();
  });

  it('makes views anew of which a page cannot be read, while others go on asking', async () => {
    const view = aView();
    const first = await start(view);
    const rows = Array.from({ length: 2_000 }, (_, at) => putRow(`row ${at}`, 1, { name: 'x'.repeat(300) }));
    const fill = async ({ commits }: OpenedPorts) => {
      const beside = await openProjectorPorts(config(), commits);
      await write(beside.reads, view, rows, 1n);
      await beside.reads.settle(view);
      await beside.close();
    };
    await fill(first);
    await first.close();
    zeroPages(join(folder, 'views.db'), 40, 20);

    const damaged: string[] = [];
    // the view would be dropped as one of another log
    const log = { onDamagedFile: (file: string) => void damaged.push(file) };
    const ports = await kept(openPorts(config(), [], log));
    const readAll = () => Promise.allSettled(rows.map(({ id }) => ports.reads.get(view, id)));
    const failures = (await readAll()).flatMap((read) => (read.status === 'rejected' ? [read.reason as Error] : []));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.every(({ name }) => name === 'Unavailable')).toBe(true);
    expect(new Set(damaged)).toEqual(new Set(['views']));
    const renewing = ports.renew.views();
    await expect(ports.reads.get(view, 'row 1')).rejects.toThrow('views.db is being made anew');
    await renewing;
    const beside = await openProjectorPorts(config(), ports.commits);
    await beside.reads.open([view]);
    await beside.close();
    expect(await ports.reads.state(view)).toEqual({ position: null, leaf: null, isSettled: false });
    await fill(ports);
    expect((await readAll()).every((read) => read.status === 'fulfilled' && read.value !== null)).toBe(true);
    await ports.close();
  });

  it.each([
    [1, FORMER_LOG],
    [3, 'start the newer Dosar that wrote it'],
  ])('is refused in one sentence when a record of it has the form %i', async (v, sentence) => {
    const ports = await start();
    const stream = 'installation';
    const record = aRecord('installation', 0);
    const text = canonical({ ...(JSON.parse(record.text) as object), v });
    await ports.events.append(stream, -1, [{ ...record, text }]);
    await ports.close();
    await expect(start()).rejects.toThrow(sentence);
  });

  it('is private, one process’s own, and there again with all that was kept', async () => {
    await mkdir(folder, { mode: 0o755 });
    const ports = await start();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await expect(start()).rejects.toThrow(FolderInUse);

    const stream = 'installation';
    await ports.events.append(stream, -1, [aRecord(stream, 0)]);
    await ports.vault.putIfAbsent('k', 'v');
    await ports.snapshots.put(stream, { revision: 0, ...placeAt(1n) }, Readable.from(['a', 'b']));
    const { id } = await ports.blobs.put(Readable.from([Buffer.from('factură')]));
    await ports.mail.send({ to: 'ana@exemplu.ro', subject: 'Salut', text: 'Salut' });
    expect(await readdir(join(folder, 'mail'))).toHaveLength(1);
    expect(ports.companies).toBeNull();
    await ports.close();
    // no write-ahead log is left; whoever closes a file last may delete it
    const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);
    for (const name of ['log', 'views', 'snapshots', 'search']) expect(sizeOf(join(folder, `${name}.db-wal`))).toBe(0);

    const again = await start();
    expect(await all(again.events.read(stream))).toHaveLength(1);
    expect(await again.vault.get('k')).toBe('v');
    const parts: string[] = [];
    for await (const part of (await again.snapshots.get(stream))!.parts) parts.push(part);
    expect(parts.join('')).toBe('ab');
    expect(await text((await again.blobs.open(id))!)).toBe('factură');
    await again.close();
    const vault = await openVaultAlone(config());
    expect(await vault.get('k')).toBe('v');
    await vault.close();
  });

  it('can verify its log', async () => {
    const ports = await start();
    expect(ports.verify).not.toBeNull();
    await ports.close();
  });

  it('fills its views in a thread beside, whose signals it hears and which it tells nothing', async () => {
    const view = aView();
    const ports = await start(view);
    const beside = await kept(openProjectorPorts(config(), ports.commits));
    const heard: Signal[] = [];
    const heardBeside: Signal[] = [];
    ports.signals.listen((signal) => heard.push(signal));
    beside.signals.listen((signal) => heardBeside.push(signal));

    const stream = aStream();
    const { position } = await ports.events.append(stream, -1, [aRecord(stream, 0)]);
    expect(await all(beside.events.read(stream))).toHaveLength(1);
    await write(beside.reads, view, [putRow('a', position)], position);
    await beside.reads.settle(view);
    expect((await ports.reads.get(view, 'a'))?.position).toBe(position);

    ports.signals.send(moved(1));
    beside.signals.send(moved(2));
    await until(() => heard.length >= 2);
    expect(heard).toEqual([moved(1), moved(2)]);
    expect(heardBeside).toEqual([moved(2)]);
    await beside.close();
    await ports.close();
  });

  it('empties views that are further than its log, and names them', async () => {
    const view = aView();
    const ports = await start(view);
    const beside = await kept(openProjectorPorts(config(), ports.commits));
    await write(beside.reads, view, [putRow('a', 9)], 9n);
    await beside.close();
    await ports.close();
    const again = await start(view);
    expect(again.foreign).toEqual({ ahead: [view.view], other: [] });
    expect(await again.reads.own.get(view, 'a')).toBeNull();
    await again.close();
  });

  it('empties views and an index of another log, though they had come to the same place, and names them', async () => {
    const view = aView();
    const ports = await start(view);
    const stream = 'installation';
    await ports.events.append(stream, -1, [aRecord(stream, 0)]);
    const beside = await kept(openProjectorPorts(config(), ports.commits));
    const indexing = await kept(openIndexingPorts(config()));
    await beside.reads.apply([{ view, writes: [putRow('a', 1)], audiences: new Map() }], placeAt(1n, 'another'));
    await indexing.index.open(1);
    await indexing.index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(1n, 'another'));
    for (const each of [indexing, beside, ports]) await each.close();
    const again = await start(view);
    expect(again.foreign).toEqual({ ahead: [], other: [view.view, 'the index of the search'] });
    expect(await again.reads.own.get(view, 'a')).toBeNull();
    expect((await again.search.search(aQuery('bon'))).hits).toEqual([]);
    await again.close();
  });

  it('that cannot be opened whole lets the folder go', async () => {
    await mkdir(join(folder, 'vault.db'), { recursive: true });
    await expect(start()).rejects.toThrow();
    await rmdir(join(folder, 'vault.db'));
    await (await start()).close();
  });
});
