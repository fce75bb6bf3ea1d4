import { wordsOf, type SearchDocument, type SearchText } from '@dosar/kernel/runtime';
import { keptText, parsed, type KeptText } from './kept';
import { documentsOf, scopeTermsOf, termsOf, waitsIn } from './sqlite-tables';
import type { Words } from './sqlite-words';
import type { Statements } from './statements';

export type Kept = { readonly n: number; readonly json: string };

const COLUMNS = ['n', 'id', 'key', 'json', 'waits', 'kind', 'name', 'created', 'updated', 'size', 'facets'];

const found = (kept: Kept | undefined): SearchDocument | null => (kept ? parsed(kept) : null);

/** What the index of words says of a document: another one is written only when this is. */
const foundBy = ({ title, notes, scopes, isDeleted, kind }: SearchDocument): string =>
  JSON.stringify([title, notes, scopes, isDeleted, kind]);

const statementsOf = ({ prepared }: Statements, version: number) => {
  const [documents, terms] = [documentsOf(version), termsOf(version)];
  const places = COLUMNS.map(() => '?').join(', ');
  const words = `INTO ${terms} (rowid, scope, title, notes, text, stems) VALUES (?, ?, ?, ?, ?, ?)`;
  return {
    find: prepared(`SELECT n, json FROM ${documents} WHERE id = ?`),
    ofKey: prepared(`SELECT n FROM ${documents} WHERE key = ?`),
    add: prepared(`INSERT OR REPLACE INTO ${documents} (${COLUMNS.join(', ')}) VALUES (${places})`),
    read: prepared(`UPDATE ${documents} SET waits = ? WHERE n = ?`),
    take: prepared(`DELETE FROM ${documents} WHERE n = ?`),
    addWords: prepared(`INSERT ${words}`),
    changeWords: prepared(`INSERT OR REPLACE ${words}`),
    takeWords: prepared(`DELETE FROM ${terms} WHERE rowid = ?`),
  };
};

/** Who may find a document, and its words; the vocabulary learns them. */
const wordsFor = ({ learned }: Words, document: SearchDocument, text: string): readonly string[] => {
  const fields = [document.title, document.notes.join(' '), text].map(wordsOf);
  const words = new Set(fields.flat());
  const stems = new Set<string>();
  for (const word of words) for (const stem of learned(word)) if (!words.has(stem)) stems.add(stem);
  return [scopeTermsOf(document), ...fields.map((each) => each.join(' ')), [...stems].join(' ')];
};

/** Writing of documents: a row of what they are, and their words under the same number. */
export const writing = (statements: Statements, vocabulary: Words) => {
  const { prepared } = statements;
  let known = new Map<number, ReturnType<typeof statementsOf>>();
  const of = (version: number) => {
    const before = known.get(version);
    if (before) return before;
    const made = statementsOf(statements, version);
    known.set(version, made);
    return made;
  };
  const find = (version: number, id: string) => of(version).find.get(id) as Kept | undefined;
  const textOf = (id: string) => prepared('SELECT state, text FROM texts WHERE id = ?').get(id) as KeptText | undefined;

  const erase = (version: number, { n }: Pick<Kept, 'n'>) => {
    of(version).take.run(n);
    of(version).takeWords.run(n);
  };

  return {
    get: (version: number, id: string): SearchDocument | null => found(find(version, id)),
    /** Before tables go that statements are about. */
    forget: (): void => void (known = new Map()),
    write(version: number, document: SearchDocument): void {
      const before = find(version, document.id);
      const text = document.content ? textOf(document.id) : undefined;
      const waits = document.content === null ? 0 : waitsIn(text?.state ?? 'waiting');
      const { id, key, kind, createdAt, updatedAt, size, facets } = document;
      const { lastInsertRowid } = of(version).add.run(
        ...[before?.n ?? null, id, key, JSON.stringify(document), waits, kind, wordsOf(document.title).join(' ')],
        ...[createdAt, updatedAt, size, JSON.stringify(facets)],
      );
      if (before && foundBy(parsed(before)) === foundBy(document)) return;
      const { addWords, changeWords } = of(version);
      (before ? changeWords : addWords).run(
        Number(lastInsertRowid),
        ...wordsFor(vocabulary, document, text?.text ?? ''),
      );
    },
    take(version: number, id: string): void {
      const before = find(version, id);
      if (!before) return;
      erase(version, before);
      prepared('DELETE FROM texts WHERE id = ?').run(id);
    },
    takeAll(version: number, key: string): void {
      for (const kept of of(version).ofKey.all(key) as Kept[]) erase(version, kept);
    },
    writeText(versions: readonly number[], { id, key }: SearchDocument, read: SearchText): void {
      const { state, text } = keptText(read);
      prepared('INSERT OR REPLACE INTO texts (id, key, state, text) VALUES (?, ?, ?, ?)').run(id, key, state, text);
      for (const version of versions) {
        const kept = find(version, id);
        if (!kept) continue;
        of(version).read.run(waitsIn(state), kept.n);
        if (text !== '') of(version).changeWords.run(kept.n, ...wordsFor(vocabulary, parsed(kept), text));
      }
    },
  };
};
