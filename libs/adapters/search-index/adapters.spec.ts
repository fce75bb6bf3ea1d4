import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memorySearchIndex } from '@dosar/search/memory';
import { Unavailable } from '@dosar/kernel/runtime';
import { openSqlite } from '../sqlite';
import { aFolder } from '../testing/folder';
import { aDocument, aQuery } from '../testing/search-documents';
import { searchIndexSuite, searchIndexTranscript } from './search-index.suite';
import { dropForeignSearch, sqliteSearchIndex } from './sqlite';
import { sqliteSearches } from './sqlite-thread';
import { aLogTo, placeAt } from '../testing/places';

const aFile = async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'search.db');
  const index = sqliteSearchIndex(file);
  const close = async () => {
    await index.close();
    await remove();
  };
  return { index, file, close };
};

searchIndexSuite('memory', async () => ({ index: memorySearchIndex(), close: async () => {} }));
searchIndexSuite('sqlite', aFile);

it.each([1, 2, 3, 4, 5])('the same work has the same answers in memory and in SQLite (seed %i)', async (seed) => {
  const { index, close } = await aFile();
  const said = await searchIndexTranscript(index, seed);
  await close();
  expect(said.length).toBeGreaterThan(20);
  expect(said).toEqual(await searchIndexTranscript(memorySearchIndex(), seed));
});

describe('search index: sqlite', () => {
  it('is searched by others while it is filled, and learns what comes and goes', async () => {
    const { index, file, close } = await aFile();
    await index.open(1);
    const other = sqliteSearches(file);
    const found = async (text: string) => (await other.search(aQuery(text))).hits.map(({ id }) => id);
    expect(await found('declaratie')).toEqual([]);
    await index.put([{ id: 'a', document: aDocument('a', 'Declarație') }], placeAt(1n));
    expect(await found('decalratie')).toEqual(['a']);
    await index.put([{ id: 'b', document: aDocument('b', 'Înregistrare') }], placeAt(2n));
    expect(await found('inregistare')).toEqual(['b']);
    await index.remove('client:brutarie');
    await index.put([{ id: 'c', document: aDocument('c', 'Registru') }], placeAt(3n));
    expect(await found('decalratie')).toEqual([]);
    expect(await found('regsitru')).toEqual(['c']);
    await other.close();
    await close();
  });

  it('that is further than the log is filled anew', async () => {
    const { index, file, close } = await aFile();
    await index.open(1);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(7n));
    expect(
      await dropForeignSearch(
        file,
        aLogTo(() => 7n),
      ),
    ).toBeUndefined();
    expect((await index.open(1)).position).toBe(7n);
    expect(
      await dropForeignSearch(
        file,
        aLogTo(() => 6n),
      ),
    ).toBe('ahead');
    expect(await index.open(1)).toEqual({ position: null, leaf: null, isSettled: false });
    await close();
  });

  it('of another log as long as this one is filled anew, also with what stands inside documents', async () => {
    const { index, file, close } = await aFile();
    const content = { id: 'f', blobId: 'b', size: 10, mimeType: 'application/pdf', eventId: 'e', sealed: null };
    await index.open(1);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(7n));
    await index.putText('a', { text: 'Total de plată', isCut: false });
    expect(
      await dropForeignSearch(
        file,
        aLogTo(() => 9n, 'another'),
      ),
    ).toBe('other');
    expect(await index.open(1)).toEqual({ position: null, leaf: null, isSettled: false });
    await index.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(7n, 'another'));
    expect((await index.search(aQuery('plata'))).hits).toEqual([]);
    expect((await index.unread('waiting', 5)).map(({ id }) => id)).toEqual(['a']);
    await close();
  });

  it('that is further than a log that was set back while it was filled is empty once it is opened again', async () => {
    const { folder, remove } = await aFolder();
    let head = 7n;
    const index = sqliteSearchIndex(
      join(folder, 'search.db'),
      aLogTo(async () => head),
    );
    await index.open(1);
    await index.put([{ id: 'a', document: aDocument('a', 'Bon') }], placeAt(7n));
    expect((await index.open(1)).position).toBe(7n);
    expect(await index.get('a')).not.toBeNull();
    head = 6n;
    expect(await index.open(1)).toEqual({ position: null, leaf: null, isSettled: false, dropped: 'ahead' });
    expect(await index.get('a')).toBeNull();
    await index.put([{ id: 'b', document: aDocument('b', 'Bon') }], placeAt(6n));
    expect((await index.open(1)).position).toBe(6n);
    await index.close();
    await remove();
  });

  it('gives up what was filled with other tables, and asks it nothing', async () => {
    const { folder, remove } = await aFolder();
    const file = join(folder, 'search.db');
    await sqliteSearchIndex(file).close();
    const before = openSqlite(file, { durability: 'NORMAL' });
    before.exec(`
      CREATE TABLE documents_102 (n INTEGER PRIMARY KEY, id TEXT, key TEXT, json TEXT);
      CREATE TABLE terms_102 (scope TEXT);
      INSERT INTO documents_102 (id, key, json) VALUES ('a', 'client:brutarie', 'Canarulgalben');
      INSERT INTO versions (version, position, settled) VALUES (102, 5, 1);
    `);
    before.close();
    const index = sqliteSearchIndex(file);
    expect(await index.open(1)).toEqual({ position: null, leaf: null, isSettled: false });
    const content = { id: 'f', blobId: 'b', size: 1, mimeType: 'text/plain', eventId: 'e', sealed: null };
    await index.put([{ id: 'a', document: aDocument('a', 'Bon', { content }) }], placeAt(1n));
    await index.putText('a', { text: 'Text', isCut: false });
    await index.remove('client:brutarie');
    expect(readFileSync(file, 'latin1')).not.toContain('Canarul');
    await index.close();
    await remove();
  });

  it('writes nothing when it is asked what a key that it has never seen has sealed', async () => {
    const { index, close } = await aFile();
    await index.open(1);
    expect(await index.ofKey('client:moara')).toEqual([]);
    expect(await index.keys()).toEqual([]);
    await close();
  });

  it('keeps nothing of what a destroyed key had sealed, in no file', async () => {
    const { index, file, close } = await aFile();
    await index.open(1);
    const content = { id: 'f', blobId: 'b', size: 1, mimeType: 'text/plain', eventId: 'e', sealed: null };
    const many = Array.from({ length: 300 }, (_, at) => aDocument(`m${at}`, `Moara ${at}`, { key: 'client:moara' }));
    await index.put([{ id: 'a', document: aDocument('a', 'Canarulgalben', { content }) }], placeAt(1n));
    await index.putText('a', { text: 'Papagalulverde', isCut: false });
    await index.put(
      many.map((document) => ({ id: document.id, document })),
      placeAt(2n),
    );
    await index.remove('client:brutarie');
    const kept = [file, `${file}-wal`].filter(existsSync).map((each) => readFileSync(each, 'latin1').toLowerCase());
    for (const word of ['canarul', 'papagal']) for (const text of kept) expect(text).not.toContain(word);
    expect((await index.search(aQuery('moara', { scopes: ['all'], limit: 1 }))).total).toBe(300);
    await close();
  });

  it('says that it cannot be searched', async () => {
    const searches = sqliteSearches('/nowhere/search.db');
    await expect(searches.search(aQuery('x'))).rejects.toThrow(Unavailable);
    await searches.close();
  });
});
