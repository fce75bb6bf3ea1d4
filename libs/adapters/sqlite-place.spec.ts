import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart } from './cannot-start';
import { openSqlite } from './sqlite';
import { isDamagedFile } from './sqlite-damage';

describe('what stands where a file of SQLite is to be', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dosar-place-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = () => join(folder, 'views.db');
  const opening = () => openSqlite(file(), { durability: 'NORMAL' }).close();
  const sentence = (): string => {
    try {
      opening();
      return '';
    } catch (error) {
      expect(error).toBeInstanceOf(CannotStart);
      return (error as Error).message;
    }
  };

  it.each([
    ['a folder', '', () => mkdirSync(file())],
    ['a folder with something in it', '', () => (mkdirSync(file()), writeFileSync(join(file(), 'x'), 'x'))],
    ['a link to nothing', '', () => symlinkSync('/nowhere/at/all', file())],
    ['a link to a folder', '', () => symlinkSync(folder, file())],
    ['a folder beside it', '-wal', () => (writeFileSync(file(), ''), mkdirSync(`${file()}-wal`))],
    ['a folder as its journal', '-journal', () => (writeFileSync(file(), ''), mkdirSync(`${file()}-journal`))],
  ])('is named in one sentence, and nothing is taken away: %s', (_, end, stand) => {
    stand();
    expect(sentence()).toMatch(
      new RegExp(`^${file()}${end} is (a folder|a link to nothing), where a file is to be: move it away\\.`),
    );
  });

  it('is named, too, where the folder is not there', () => {
    rmSync(folder, { recursive: true });
    expect(sentence()).toMatch(/views\.db cannot be opened or written \(.*\): the user that Dosar runs as must own it/);
  });

  it('is a file by a link as well', () => {
    writeFileSync(join(folder, 'elsewhere.db'), '');
    symlinkSync(join(folder, 'elsewhere.db'), file());
    expect(sentence()).toBe('');
  });

  it('a table that contradicts another is damage of its file', () => {
    const db = openSqlite(file(), { durability: 'NORMAL' });
    db.exec(
      'CREATE TABLE subjects (subject TEXT, id TEXT, PRIMARY KEY (subject, id)); INSERT INTO subjects VALUES (1, 2)',
    );
    let found: unknown;
    try {
      db.exec('INSERT INTO subjects VALUES (1, 2)');
    } catch (error) {
      found = error;
    }
    db.close();
    expect(isDamagedFile(found)).toBe(true);
  });
});
