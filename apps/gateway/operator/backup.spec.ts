import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { folderBlobStore } from '@dosar/adapters/blob-store/folder';
import { sqliteEventStore } from '@dosar/adapters/event-store/sqlite';
import { masterKeysOf } from '@dosar/adapters/master-key';
import { readPortsConfig } from '@dosar/adapters/ports-config';
import { aFolder as aPlace } from '@dosar/adapters/testing/folder';
import { sqliteVault } from '@dosar/adapters/vault/sqlite';
import { aFile, aFirm, aFolder, aGateway, memoryPorts, type Ask, type Gateway } from '../testing/gateway';
import { backup } from './backup';
import { Destruction } from './destroying/destruction';
import { Destructions } from './destroying/destructions.job';
import { restore } from './restore';
import { until } from '@dosar/kernel/testing/waiting';

const removals: (() => Promise<unknown>)[] = [];
/** Closes what a failed test has left open. */
const running = new Set<() => Promise<void>>();
afterAll(async () => {
  for (const stop of running) await stop();
  for (const remove of removals.reverse()) await remove();
});
const aPath = async () => {
  const { folder, remove } = await aPlace();
  removals.push(remove);
  return folder;
};
const configOf = (folder: string, environment = {}) => readPortsConfig({ DOSAR_DATA_DIR: folder, ...environment });

/** A gateway with log, vault and documents in a folder; everything else is in memory, as after a rebuild. */
const startIn = async (folder: string) => {
  const config = configOf(folder);
  const masterKeys = masterKeysOf(config);
  const ports = {
    ...memoryPorts(),
    events: await sqliteEventStore(join(folder, 'log.db')),
    vault: sqliteVault(join(folder, 'vault.db')),
    blobs: await folderBlobStore(join(folder, 'blobs')),
  };
  const gateway = await aGateway({}, ports, { masterKeys });
  const stop = async () => {
    if (!running.delete(stop)) return;
    await gateway.close();
    for (const port of [ports.events, ports.vault, ports.blobs]) await port.close();
  };
  running.add(stop);
  return { config, gateway, ports, stop };
};

/** A running installation with a company that has documents; and a place for its copies. */
const anInstallation = async () => {
  const folder = await aPath();
  const started = await startIn(folder);
  const firm = await aFirm(started.gateway);
  const papers = await aFolder(firm.bakery.ask, 'Acte');
  const file = await aFile(firm.bakery.ask, 'bon.txt', { folder_id: papers.id }, 'cinci pâini');
  const copy = join(await aPath(), 'copie');
  return { ...started, ...firm, folder, papers, file, copy, key: `${copy}.key`, vaults: `${copy}-vault` };
};

const refused = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => null,
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(CannotStart);
  return (error as Error).message;
};

/** The operator's acts in the audit. */
const actsOf = async (gateway: Gateway) => {
  const { body } = await (await gateway.admin())('get', '/audit/events?event_type=OperatorActed').expect(200);
  return (body as { events: { details: { what: string } }[] }).events.map(({ details }) => details.what);
};
const placesIn = async (vault: Gateway['ports']['vault'], prefix: string) => {
  const places: string[] = [];
  for await (const [each] of vault.all(prefix)) places.push(each);
  return places;
};
const bytesOf = async (ask: Ask, id: string) => {
  const { url } = (await ask('get', `/files/${id}/download`).expect(200)).body as { url: string };
  return (await ask('get', url).buffer(true).expect(200)).text;
};
const healthOf = async (gateway: Gateway) =>
  ((await (await gateway.admin())('get', '/health/ready').expect(200)).body as { components: Record<string, object> })
    .components;

describe('a backup', () => {
  it('of a server that goes on is restored elsewhere: what was there before is there, and what came later is not', async () => {
    const { config, gateway, bakery, papers, file, copy, key, stop } = await anInstallation();
    expect(await healthOf(gateway)).toMatchObject({ backup: { status: 'ok', detail: 'none was made yet' } });
    const [said, kept] = await backup(config, [copy, '--master-key', key]);
    expect(said).toMatch(/^\d+ records and 1 documents are in .*copie; 1 documents of \d+ bytes came since/);
    expect(kept).toMatch(/^The vault is .*copie-vault\/vault-.*\.db\. Keep it in another place .* for 30 days at most/);
    const later = await aFile(bakery.ask, 'chitanță.txt', { folder_id: papers.id });
    await until(async () => (await actsOf(gateway)).length > 0);
    expect(await actsOf(gateway)).toEqual(['backup']);
    expect(await healthOf(gateway)).toMatchObject({
      backup: { status: 'ok', detail: expect.stringMatching(/^the last one is of .*, \d+ records ago$/) as string },
    });
    await stop();
    expect(await backup(config, ['--check', copy])).toEqual([expect.stringMatching(/is whole: .* 1 documents/)]);

    const place = join(await aPath(), 'alt-birou');
    expect(await restore(configOf(place), [copy, '--master-key', key])).toEqual([
      expect.stringMatching(/^\d+ records and 1 documents of .* are in .*alt-birou\.$/),
      'Start Dosar: views and index are filled from the log.',
    ]);
    const restored = await startIn(place);
    const ask = await restored.gateway.signIn(bakery.user.email!);
    expect(await bytesOf(ask, file.id)).toBe('cinci pâini');
    await ask('get', `/files/${later.id}`).expect(404);
    await aFolder(ask, 'După');
    await until(async () => (await actsOf(restored.gateway)).length > 0);
    expect(await actsOf(restored.gateway)).toEqual(['restore']);
    expect(restored.gateway.installation.findings.all).toEqual([]);
    await restored.stop();
    // a folder copied while no server ran is complete, too
    expect(await backup(config, ['--check', place])).toEqual([expect.stringMatching(/^Nothing is missing/)]);
  });

  it('into the same folder brings what is new, leaves the one before until it is whole, and keeps its vaults for 30 days', async () => {
    const { config, gateway, bakery, file, copy, vaults, stop } = await anInstallation();
    await backup(config, [copy]);
    const before = await readdir(copy);
    const late = await aFile(bakery.ask, 'nou.txt', {}, 'nou');
    expect((await backup(config, [copy]))[0]).toMatch(/ 2 documents are in .*; 1 documents of \d+ bytes came since/);
    const after = await readdir(copy);
    expect(after.length).toBe(before.length);
    expect(after.filter((name) => !before.includes(name)).map((name) => name.replace(/-.*\./, '.'))).toEqual([
      'documents.txt',
      'log.db',
    ]);
    expect(await readdir(vaults)).toHaveLength(2);
    // the remains of an interrupted backup are no backup, and the next one continues from them
    await rm(join(copy, 'backup.json'));
    expect(await refused(backup(config, ['--check', copy]))).toMatch(/is no backup: backup\.json, .* interrupted/);
    expect((await backup(config, [copy]))[0]).toMatch(/ 2 documents are in .*; 0 documents of 0 bytes/);
    expect(await bytesOf(bakery.ask, file.id)).toBe('cinci pâini');
    expect(await bytesOf(bakery.ask, late.id)).toBe('nou');

    const newest = (await readdir(vaults)).sort();
    const old = 'vault-2026-10-01T10-00-00-000Z.db';
    const theirs = 'vault-2026-10-01T11-00-00-000Z.db';
    await cp(join(vaults, newest[0]!), join(vaults, old));
    await cp(join(config.dataDir, 'vault.db'), join(vaults, theirs));
    expect(await backup(config, [copy])).toContain(`Copies of the vault that were older are removed: ${old}.`);
    // a copy that may be of another installation stays
    expect((await readdir(vaults)).sort().slice(0, -1)).toEqual([theirs, ...newest]);

    // erased data is removed from the backup as well
    await gateway.installation.keyring.destroy(`files:${bakery.client.id}/${new Date().getUTCFullYear()}`);
    expect((await backup(config, [copy]))[0]).toMatch(/ 0 documents are in /);
    const bytes = (await readdir(join(copy, 'blobs'), { recursive: true })).filter((name) => name.length > 30);
    expect(bytes).toEqual([]);
    expect(await backup(config, ['--check', copy])).toHaveLength(1);
    await stop();
  });
});

describe('a vault from before a destruction', () => {
  it('has the key destroyed again when it is restored beside the log of after, before anything is served', async () => {
    const { config, gateway, ports, bakery, copy, vaults, stop } = await anInstallation();
    await backup(config, [copy]);
    const [before] = await readdir(vaults);
    const key = `user:${bakery.user.id}/1`;
    const credentials = (vault: Gateway['ports']['vault']) => placesIn(vault, `credential/${bakery.user.id}/`);
    await (await gateway.admin())('delete', `/users/${bakery.user.id}`).expect(204);
    const signal = AbortSignal.timeout(60_000);
    expect(await gateway.app.get(Destruction, { strict: false }).destroy(key, signal)).toBeNull();
    expect(await credentials(ports.vault)).toEqual([]);
    await backup(config, [copy]);
    await stop();

    const place = await aPath();
    await cp(join(config.dataDir, 'master.key'), join(place, 'master.key'));
    const said = await refused(restore(configOf(place), [copy, '--vault', join(vaults, before!)]));
    expect(said).toMatch(
      /records and 1 documents .* are in .*\n.*Missing: .*vault-.* was made at .*, \d+ records before/s,
    );
    const restored = await startIn(place);
    expect(await restored.ports.vault.get(`key/${key}`)).toBe('destroyed');
    const found = restored.gateway.installation.findings.all.map(({ what }) => what).join('\n');
    expect(found).toContain(`they are destroyed again (${key})`);
    // the vault does not know the later records, so the log is read-only until it is accepted
    expect(found).toMatch(/the vault is older than the log: it was closed with a log that ended at position \d+/);
    // data of the destroyed key is removed again
    expect(await credentials(restored.ports.vault)).toHaveLength(1);
    const stopping = new AbortController();
    const again = restored.gateway.app.get(Destructions, { strict: false }).run(stopping.signal);
    await until(async () => (await credentials(restored.ports.vault)).length === 0);
    stopping.abort();
    await again;
    expect(await credentials(restored.ports.vault)).toEqual([]);
    await restored.stop();
  });
});

/** Each fault of a backup, or of the target, is a sentence, and nothing is written. */
describe('what is wrong is said in a sentence:', () => {
  let one: Awaited<ReturnType<typeof anInstallation>>;
  let other: Awaited<ReturnType<typeof anInstallation>>;
  beforeAll(async () => {
    [one, other] = [await anInstallation(), await anInstallation()];
    for (const { config, copy, key } of [one, other]) await backup(config, [copy, '--master-key', key]);
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
  });
  const aCopy = async () => {
    const copy = join(await aPath(), 'copie');
    await cp(one.copy, copy, { recursive: true });
    await cp(one.vaults, `${copy}-vault`, { recursive: true });
    return copy;
  };
  const fileIn = async (folder: string, beginning: string) =>
    join(
      folder,
      (await readdir(folder)).find((name) => name.startsWith(beginning))!,
    );

  it('a place for a backup that is something else', async () => {
    const full = await aPath();
    await writeFile(join(full, 'poze.txt'), 'x');
    const manifest = await readFile(join(other.copy, 'backup.json'), 'utf8');
    const { config, copy } = one;
    const cases: readonly (readonly [RegExp, readonly string[]])[] = [
      [/is not empty, and holds no backup/, [full]],
      [/holds a backup of another installation \([0-9a-f-]+\) than this one/, [other.copy]],
      [/a backup in the data folder .* is lost with it/, [join(config.dataDir, 'copie')]],
      [/the copy of the vault must lie in another place/, [await aPath(), '--vault', full].with(0, full)],
      [/the copy of the vault must lie in another place/, [copy, '--vault', join(copy, 'seif')]],
      [/^dosar backup <folder>/, []],
      [/^dosar backup <folder>/, [copy, 'și alta']],
      [/^Unknown option '--tot'.*dosar backup <folder>/s, [copy, '--tot']],
    ];
    for (const [sentence, words] of cases) expect(await refused(backup(config, words))).toMatch(sentence);
    expect(await readdir(full)).toEqual(['poze.txt']);
    expect(await readFile(join(other.copy, 'backup.json'), 'utf8')).toBe(manifest);
    const nothing = await aPath();
    expect(await refused(backup(configOf(nothing), [await aPath()]))).toMatch(/there is nothing to be backed up in/);
    const far = configOf(config.dataDir, { DOSAR_S3_URL: 'http://a:b@127.0.0.1:1/x' });
    for (const command of [backup, restore])
      expect(await refused(command(far, [copy]))).toMatch(/log, vault or documents .* their own tools/);
  });

  it('a log that does not go on from the one that was backed up leaves that as it was', async () => {
    const copy = await aCopy();
    const manifest = JSON.parse(await readFile(join(copy, 'backup.json'), 'utf8')) as { log: { size: number } };
    await writeFile(
      join(copy, 'backup.json'),
      JSON.stringify({ ...manifest, log: { ...manifest.log, size: manifest.log.size + 500 } }),
    );
    expect(await refused(backup(one.config, [copy]))).toMatch(
      /^this log is not backed up, since \d+ records of the log are known, but only \d+ are there: .*; the backup of .* stays as it is/,
    );
  });

  it('a place to restore into that is not empty', async () => {
    const place = await aPath();
    await mkdir(join(place, 'blobs'));
    expect(await refused(restore(configOf(place), [one.copy]))).toMatch(/is not empty: .* nothing is overwritten/);
    expect(await readdir(place)).toEqual(['blobs']);
    expect(await refused(restore(one.config, [one.copy]))).toMatch(/is not empty/);
  });

  it('a restore that was interrupted goes on, and one that had its log does not', async () => {
    const place = await aPath();
    for (const name of ['restore.unfinished', 'vault.db']) await writeFile(join(place, name), '');
    await restore(configOf(place), [one.copy, '--master-key', one.key]);
    expect((await readdir(place)).filter((name) => /unfinished/.test(name))).toEqual([]);
    await writeFile(join(place, 'restore.unfinished'), '');
    expect(await refused(restore(configOf(place), [one.copy]))).toMatch(/is not empty/);
  });

  it('another installation’s vault, or none', async () => {
    const vaultOf = async (folder: string) => ['--vault', await fileIn(folder, 'vault-')];
    const place = await aPath();
    const tried = (...words: string[]) => refused(restore(configOf(place), [one.copy, ...words]));
    expect(await tried(...(await vaultOf(other.vaults)))).toMatch(
      /^nothing is restored: .*vault-.*\.db belongs to another installation \(.*\) than the log \(.*\): give the one/,
    );
    expect(await tried('--vault', await aPath())).toMatch(
      /^nothing is restored: the copy of the vault, vault-.*\.db, is not here: give it with --vault/,
    );
    expect(await tried('--master-key', join(place, 'nu'))).toMatch(
      /nu is missing: it is to be the copy of the master key/,
    );
    expect(await readdir(place)).toEqual([]);
  });

  it.each<readonly [string, (copy: string) => Promise<unknown>, RegExp]>([
    [
      'a byte of its log',
      async (copy) => truncate(await fileIn(copy, 'log-'), 8_000),
      /nothing is restored: .*log-.*\.db is not what was written$/,
    ],
    ['its log', async (copy) => rm(await fileIn(copy, 'log-')), /nothing is restored: .*log-.*\.db is missing$/],
    [
      'a byte of its vault',
      async (copy) => truncate(await fileIn(`${copy}-vault`, 'vault-'), 8_000),
      /nothing is restored: .*vault-.*\.db is not what was written$/,
    ],
    [
      'what it says of itself',
      async (copy) => truncate(join(copy, 'backup.json'), 40),
      /backup\.json is not what a backup of this Dosar says of itself/,
    ],
  ])('a backup that has lost %s is not restored', async (_, damage, sentence) => {
    const copy = await aCopy();
    await damage(copy);
    const place = await aPath();
    expect(await refused(restore(configOf(place), [copy]))).toMatch(sentence);
    expect(await readdir(place)).toEqual([]);
    expect((await refused(backup(one.config, ['--check', copy]))).length).toBeGreaterThan(20);
  });

  it('a backup that has lost a document is restored, and says which', async () => {
    const copy = await aCopy();
    const [document] = (await readdir(join(copy, 'blobs'), { recursive: true })).filter((name) => name.length > 30);
    await rm(join(copy, 'blobs', document!));
    const lost = `the bytes of 1 of 1 documents are missing: ${document!.slice(3)}`;
    expect(await refused(backup(one.config, ['--check', copy]))).toBe(`${lost}.`);
    expect(await refused(restore(configOf(await aPath()), [copy]))).toMatch(`Missing: ${lost}.`);
  });

  it('a data folder that was copied by hand lacks a key and a document: which, and from which record on', async () => {
    const place = await aPath();
    await cp(one.config.dataDir, place, { recursive: true });
    const [document] = (await readdir(join(place, 'blobs'), { recursive: true })).filter((name) => name.length > 30);
    await rm(join(place, 'blobs', document!));
    const vault = sqliteVault(join(place, 'vault.db'));
    const key = `client:${one.bakery.client.id}/1`;
    await vault.remove(`key/${key}`);
    await vault.close();
    const said = await refused(backup(one.config, ['--check', place]));
    expect(said).toMatch(
      new RegExp(
        `^the vault lacks 1 keys that the log names \\(${key}, from the record at position \\d+ on\\): .* lost`,
      ),
    );
    expect(said).toMatch(`the bytes of 1 of 1 documents are missing: ${document!.slice(3)}.`);
    // it is backed up as it is, and reported
    const made = await refused(backup(configOf(place), [join(await aPath(), 'copie')]));
    expect(made).toMatch(/records and 0 documents are in .*The installation itself lacks something/s);
  });
});
