import { isNear } from '@dosar/search';

const { imul } = Math;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const OTHERS = 1 << LETTERS.length;

/** Which letters a word has, one bit each. */
const lettersOf = (word: string): number => {
  let bits = 0;
  for (const letter of word) {
    const at = LETTERS.indexOf(letter);
    bits |= at < 0 ? OTHERS : 1 << at;
  }
  return bits;
};

const ones = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** More words that somebody may have meant would say nothing. */
const MOST_NEAR = 40;

/** More words are not learned, whoever says them: each makes every search with a typo a little slower. */
export const MOST_WORDS = 500_000;

/** Which neighbours of letters a word has, in two numbers of 32 bits, in which several share a bit. */
const neighboursOf = (word: string): readonly [number, number] => {
  const both: [number, number] = [0, 0];
  for (let at = 1; at < word.length; at += 1) {
    const mixed = imul(word.charCodeAt(at - 1) * 31 + word.charCodeAt(at), 0x9e3779b1) >>> 26;
    both[mixed >>> 5]! |= 1 << (mixed & 31);
  }
  return both;
};

/** What is looked at of a word before the word itself: its letters and neighbours. */
const signsOf = (word: string): readonly [number, number, number] => [lettersOf(word), ...neighboursOf(word)];
const SIGNS = 3;
/** So many letters or neighbours come and go with one typo; most with two letters that are swapped. */
const CHANGED = { letters: 2, neighbours: 6 };

/** Words of one length. */
const shelf = () => {
  const words: string[] = [];
  let signs = new Int32Array(64 * SIGNS);
  return {
    add(word: string): void {
      if (words.length * SIGNS === signs.length) {
        const more = new Int32Array(signs.length * 2);
        more.set(signs);
        signs = more;
      }
      signs.set(signsOf(word), words.length * SIGNS);
      words.push(word);
    },
    find(word: string, typos: number, found: string[]): void {
      const [letters, some, others] = signsOf(word);
      for (let at = 0, from = 0; at < words.length; at += 1, from += SIGNS) {
        if (ones(letters ^ signs[from]!) > CHANGED.letters * typos) continue;
        const neighbours = ones(some ^ signs[from + 1]!) + ones(others ^ signs[from + 2]!);
        if (neighbours > CHANGED.neighbours * typos) continue;
        if (isNear(words[at]!, word, typos)) found.push(words[at]!);
      }
    },
  };
};

/**
 * The words of all documents, in memory, as many as are learned: those that somebody may have meant are found in one pass
 * over those that are about as long, since a typo changes few of the letters and neighbours that a word has, and so nearly
 * all others are passed by with a look at numbers.
 */
export const vocabulary = (most = MOST_WORDS) => {
  const shelves: (ReturnType<typeof shelf> | undefined)[] = [];
  let count = 0;
  return {
    /** So many more are taken. */
    room: (): number => most - count,
    clear(): void {
      shelves.length = 0;
      count = 0;
    },
    add(word: string): void {
      if (count >= most) return;
      count += 1;
      (shelves[word.length] ??= shelf()).add(word);
    },
    near(word: string, typos: number): string[] {
      const found: string[] = [];
      for (let length = Math.max(0, word.length - typos); length <= word.length + typos; length += 1)
        shelves[length]?.find(word, typos, found);
      if (found.length <= MOST_NEAR) return found;
      const [nearer, others] = [true, false].map((is) => found.filter((each) => isNear(each, word, 1) === is));
      return [...nearer!, ...others!].slice(0, MOST_NEAR);
    },
  };
};
