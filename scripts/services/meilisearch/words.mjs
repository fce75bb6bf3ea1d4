// What answers to words, as Meilisearch documents it: typos by the length of a word, twice as dear in its first letter; the
// last word as a beginning; words in quotes as they are. Not how well it answers.
const MOST_WORDS = 10;

const folded = (text) => String(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const wordsIn = (text) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Letters more, less, other, and neighbours swapped; `most` is enough to know. */
const distance = (one, other, most) => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const steps = [row[j - 1] + 1, last[j] + 1, last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) steps.push(before[j - 2] + 1);
      row[j] = Math.min(...steps);
    }
    [before, last] = [last, row];
  }
  return last[other.length];
};

const typosOf = (word, said, most) => {
  const steps = distance(word, said, most);
  return word[0] === said[0] ? steps : steps + 1;
};

/** How many typos the best word has that answers; null: none does. */
const bestOf = (known, { word, isBeginning, most }) => {
  if (known.has(word)) return 0;
  let best = null;
  for (const said of known) {
    let typos = most + 1;
    if (isBeginning && said.startsWith(word)) typos = 0;
    else if (most > 0) {
      typos = typosOf(word, said, most);
      // a beginning may be mistyped, too
      for (let cut = word.length - most; isBeginning && cut <= word.length + most; cut += 1)
        if (cut > 0 && cut < said.length) typos = Math.min(typos, typosOf(word, said.slice(0, cut), most));
    }
    if (typos <= most && (best === null || typos < best)) best = typos;
    if (best === 0) return 0;
  }
  return best;
};

/** The words of a document, as they stand in each attribute. */
export const tokenized = (document, attributes) => {
  const fields = attributes.flatMap((name) => [document[name] ?? []].flat().map(wordsIn));
  return { fields, known: new Set(fields.flat()) };
};

/** The parts of a question: words in quotes, and others. */
export const partsOf = (q, { minWordSizeForTypos, disableOnNumbers, enabled }) => {
  const { oneTypo, twoTypos } = minWordSizeForTypos;
  const parts = q.split('"').flatMap((part, at, all) => {
    const words = wordsIn(part);
    if (at % 2 === 1) return words.length > 0 ? [{ phrase: words }] : [];
    return words.map((word, place) => {
      const isLast = at === all.length - 1 && place === words.length - 1;
      const isNumber = disableOnNumbers && /^\p{N}+$/u.test(word);
      const most = !enabled || isNumber || word.length < oneTypo ? 0 : word.length < twoTypos ? 1 : 2;
      return { word, most, isBeginning: isLast && /[\p{L}\p{N}\p{M}]$/u.test(q) };
    });
  });
  return parts.slice(0, MOST_WORDS);
};

/** How many typos all parts have together; null: not all of them answer. */
export const answeredBy = ({ fields, known }, parts) => {
  let all = 0;
  for (const part of parts) {
    let typos;
    if (part.phrase) {
      const phrase = ` ${part.phrase.join(' ')} `;
      typos = fields.some((words) => ` ${words.join(' ')} `.includes(phrase)) ? 0 : null;
    } else typos = bestOf(known, part);
    if (typos === null) return null;
    all += typos;
  }
  return all;
};
