import { togetherIn, wordsOf, type SearchDocument, type SearchText } from '@dosar/search';
import { storedText, type StoredText } from './stored-documents';
import { ownersIn } from './sqlite-owners';
import { documentIn, documentsOf, markOf, ownerTerm, scopeTermsOf, termsOf, waitsIn } from './sqlite-tables';
import type { Words } from './sqlite-words';
import type { Statements } from './statements';

export type StoredDocument = { readonly n: number; readonly json: string };

const COLUMNS = ['mark', 'id', 'owner', 'json', 'waits', 'kind', 'name', 'created', 'updated', 'size'];

const KEEP_TEXT = `INSERT INTO texts (id, key, state, text) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET (key, state, text) = (excluded.key, excluded.state, excluded.text)`;

const found = (kept: StoredDocument | undefined): SearchDocument | null => (kept ? documentIn(kept) : null);

/** The part of a document that the word index holds: it is written again only when this has changed. */
const foundBy = ({ title, notes, scopes, isDeleted, kind, key }: SearchDocument): string =>
  JSON.stringify([title, notes, scopes, isDeleted, kind, key]);

const statementsOf = ({ prepared }: Statements, version: number) => {
  const documents = documentsOf(version);
  const terms = termsOf(version);
  const places = COLUMNS.map(() => '?').join(', ');
  const words = `INTO ${terms} (rowid, scope, title, notes, text, stems) VALUES (?, ?, ?, ?, ?, ?)`;
  return {
    find: prepared(`SELECT n, json FROM ${documents} WHERE mark = ? AND id = ?`),
    ofOwner: prepared(
      `SELECT n, json FROM ${documents} WHERE n IN (SELECT rowid FROM ${terms} WHERE ${terms} MATCH ?)`,
    ),
    // INSERT OR REPLACE took five times as long
    add: prepared(`INSERT INTO ${documents} (${COLUMNS.join(', ')}) VALUES (${places})`),
    change: prepared(`UPDATE ${documents} SET (${COLUMNS.join(', ')}) = (${places}) WHERE n = ?`),
    read: prepared(`UPDATE ${documents} SET waits = ? WHERE n = ?`),
    take: prepared(`DELETE FROM ${documents} WHERE n = ?`),
    addWords: prepared(`INSERT ${words}`),
    changeWords: prepared(`INSERT OR REPLACE ${words}`),
    takeWords: prepared(`DELETE FROM ${terms} WHERE rowid = ?`),
  };
};

/** As `COLUMNS` name it. */
const rowOf = (
  document: SearchDocument,
  { owner, title, waits }: { readonly owner: number; readonly title: readonly string[]; readonly waits: number },
) => {
  const { id, kind, createdAt, updatedAt, size } = document;
  const facts = [kind, title.join(' '), createdAt, updatedAt, size];
  return [markOf(id), id, owner, JSON.stringify(document), waits, ...facts];
};

type Worded = { readonly owner: number; readonly text: string; readonly title?: readonly string[] };

/** Who may find a document, and its words; the vocabulary learns them. */
const wordsFor = (
  { learned }: Words,
  document: SearchDocument,
  { owner, text, title = wordsOf(document.title) }: Worded,
): readonly string[] => {
  const fields = [title, wordsOf(document.notes.join(' ')), wordsOf(text)];
  const words = new Set(fields.flat());
  const together = togetherIn([document.title, ...document.notes, text]);
  const stems = new Set(together.filter((word) => !words.has(word)));
  for (const word of [...words, ...together])
    for (const stem of learned(word, owner)) if (!words.has(stem)) stems.add(stem);
  const scope = `${scopeTermsOf(document)} ${ownerTerm(owner)}`;
  return [scope, ...fields.map((each) => each.join(' ')), [...stems].join(' ')];
};

/** The statements of each version, prepared once. */
const statementsByVersion = (statements: Statements) => {
  const known = new Map<number, ReturnType<typeof statementsOf>>();
  return {
    of(this: void, version: number) {
      const before = known.get(version);
      if (before) return before;
      const made = statementsOf(statements, version);
      known.set(version, made);
      return made;
    },
    forget: (): void => known.clear(),
  };
};

const textIn = ({ prepared }: Statements, id: string) =>
  prepared('SELECT state, text FROM texts WHERE id = ?').get(id) as StoredText | undefined;

/** The text of a document follows it to another key, so that it is erased with that one. */
const carryText = ({ prepared }: Statements, { id, key }: SearchDocument) =>
  prepared('UPDATE texts SET key = ? WHERE id = ?').run(key, id);

/** Writing of documents: a row of what they are, and their words under the same number. */
export const writing = (statements: Statements, vocabulary: Words) => {
  const { prepared } = statements;
  const byVersion = statementsByVersion(statements);
  const { of } = byVersion;
  const owners = ownersIn(statements);
  const find = (version: number, id: string) => of(version).find.get(markOf(id), id) as StoredDocument | undefined;

  const ofKey = (version: number, key: string): readonly StoredDocument[] => {
    const owner = owners.find(key);
    return owner === null ? [] : (of(version).ofOwner.all(`scope : ${ownerTerm(owner)}`) as StoredDocument[]);
  };

  const erase = (version: number, { n }: Pick<StoredDocument, 'n'>) => {
    of(version).take.run(n);
    of(version).takeWords.run(n);
  };

  return {
    get: (version: number, id: string): SearchDocument | null => found(find(version, id)),
    /** Drops what is cached: before tables are dropped, and after a rollback. */
    forget(): void {
      byVersion.forget();
      owners.forget();
    },
    write(version: number, document: SearchDocument): void {
      const before = find(version, document.id);
      const text = document.content ? textIn(statements, document.id) : undefined;
      const waits = document.content === null ? 0 : waitsIn(text?.state ?? 'waiting');
      const title = wordsOf(document.title);
      const { add, addWords, change, changeWords } = of(version);
      const owner = owners.numberOf(document.key);
      const row = rowOf(document, { owner, title, waits });
      const words = () => wordsFor(vocabulary, document, { owner, text: text?.text ?? '', title });
      if (!before) return void addWords.run(Number(add.run(...row).lastInsertRowid), ...words());
      change.run(...row, before.n);
      if (documentIn(before).key !== document.key) carryText(statements, document);
      if (foundBy(documentIn(before)) !== foundBy(document)) changeWords.run(before.n, ...words());
    },
    take(version: number, id: string): void {
      const before = find(version, id);
      if (!before) return;
      erase(version, before);
      prepared('DELETE FROM texts WHERE id = ?').run(id);
    },
    ofKey: (version: number, key: string): readonly SearchDocument[] => ofKey(version, key).map(documentIn),
    takeAll(versions: readonly number[], key: string): void {
      for (const version of versions) for (const kept of ofKey(version, key)) erase(version, kept);
      prepared('DELETE FROM texts WHERE key = ?').run(key);
      prepared('DELETE FROM owners WHERE key = ?').run(key);
    },
    writeText(versions: readonly number[], { id, key }: SearchDocument, read: SearchText): void {
      const { state, text } = storedText(read);
      prepared(KEEP_TEXT).run(id, key, state, text);
      for (const version of versions) {
        const kept = find(version, id);
        if (!kept) continue;
        of(version).read.run(waitsIn(state), kept.n);
        if (text === '') continue;
        const words = wordsFor(vocabulary, documentIn(kept), { owner: owners.numberOf(key), text });
        of(version).changeWords.run(kept.n, ...words);
      }
    },
  };
};
