import { join } from 'node:path';
import { memorySearchIndex } from '@dosar/search/memory';
import { typosIn, wordsOf, type SearchIndex } from '@dosar/search';
import { meilisearchIndex } from './meilisearch/meilisearch';
import { placeOf } from './meilisearch/meilisearch-place';
import { aFolder } from '../testing/folder';
import { aDocument, aQuery } from '../testing/search-documents';
import { meilisearchNode } from '../testing/meilisearch-node';
import { ROMANIAN_WORDS } from '../testing/romanian-words';
import { seeded } from '../testing/seeded';
import { sqliteSearchIndex } from './sqlite';
import { aLogTo, placeAt } from '../testing/places';

type Pair = { readonly said: string; readonly asked: string };
type Random = ReturnType<typeof seeded>;

/** Endings of nouns and adjectives, by how they end without any. */
const formsOf = (word: string): readonly string[] => {
  if (word.endsWith('ie')) return ['ie', 'ia', 'iei', 'ii', 'iile', 'iilor'].map((end) => word.slice(0, -2) + end);
  if (word.endsWith('ă')) return ['ă', 'a', 'ei', 'e', 'ele', 'elor'].map((end) => word.slice(0, -1) + end);
  return ['', 'ul', 'ului', 'e', 'i', 'ii', 'ilor', 'uri', 'urile', 'urilor'].map((end) => word + end);
};

/** One letter more, less or other, or two neighbours swapped. */
const mistyped = (word: string, { below, oneOf }: Random): string => {
  const at = below(word.length);
  const before = word.slice(0, at);
  const after = word.slice(at + 1);
  const letter = oneOf([...'abcdefghilmnoprstuvz']);
  const ways = [before + letter + word.slice(at), before + after, before + letter + after];
  const next = word[at + 1];
  return oneOf(next === undefined ? ways : [...ways, before + next + word[at]! + word.slice(at + 2)]);
};

const pairsOf = (seed: number): readonly Pair[] => {
  const random = seeded(seed);
  const folded = (word: string) => wordsOf(word)[0]!;
  return Array.from({ length: 200 }, (_, at): Pair => {
    const word = random.oneOf(ROMANIAN_WORDS);
    const said = random.oneOf(formsOf(word));
    if (at % 2 === 0) return { said, asked: random.oneOf(formsOf(word)) };
    let asked = folded(said);
    for (let typo = typosIn(asked); typo > 0; typo -= 1) asked = mistyped(asked, random);
    return { said, asked };
  });
};

const share = async (index: SearchIndex, pairs: readonly Pair[]): Promise<number> => {
  await index.open(1);
  const documents = pairs.map(({ said }, at) => aDocument(`d${at}`, `Dosar ${said} arhivat`));
  await index.put(
    documents.map((document) => ({ id: document.id, document })),
    placeAt(1n),
  );
  let found = 0;
  for (const [at, { asked }] of pairs.entries()) {
    // a word after it, so that it is no beginning
    const { hits } = await index.search(aQuery(`${asked} arhivat`, { limit: 200 }));
    if (hits.some(({ id }) => id === `d${at}`)) found += 1;
  }
  return found / pairs.length;
};

describe('of 200 Romanian words with other endings or typos, at least 95 of 100 are found', () => {
  it.each([1, 2, 3])('in SQLite (seed %i)', async (seed) => {
    const { folder, remove } = await aFolder();
    const index = sqliteSearchIndex(join(folder, 'search.db'));
    const found = await share(index, pairsOf(seed));
    process.stdout.write(`romanian pairs, seed ${seed}: ${(found * 100).toFixed(1)} of 100\n`);
    expect(found).toBeGreaterThanOrEqual(0.95);
    await index.close();
    await remove();
  });
  it("in a stand-in that speaks Meilisearch's protocol", async () => {
    const node = await meilisearchNode();
    const index = meilisearchIndex(
      placeOf(node.url, node.key),
      aLogTo(() => Promise.resolve(1n)),
    );
    expect(await share(index, pairsOf(1).slice(0, 60))).toBeGreaterThanOrEqual(0.95);
    await node.end();
  });
  it('in memory', async () =>
    expect(await share(memorySearchIndex(), pairsOf(1).slice(0, 60))).toBeGreaterThanOrEqual(0.95));
});
