import { isNear } from '@dosar/kernel/runtime';

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
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
};

/** More words that somebody may have meant would say nothing. */
const MOST_NEAR = 40;

/**
 * All words there are, in memory: those that somebody may have meant are found in one pass, since a typo changes at most
 * two of the letters that a word has, and so nearly all others are passed by with one look at a number.
 */
export const vocabulary = () => {
  let words: string[] = [];
  let bits = new Int32Array(1_024);
  return {
    clear: () => void (words = []),
    add(word: string): void {
      if (words.length === bits.length) {
        const more = new Int32Array(bits.length * 2);
        more.set(bits);
        bits = more;
      }
      bits[words.length] = lettersOf(word);
      words.push(word);
    },
    near(word: string, typos: number): string[] {
      const own = lettersOf(word);
      const found: string[] = [];
      for (let at = 0; at < words.length; at += 1) {
        if (ones(own ^ bits[at]!) > 2 * typos) continue;
        if (isNear(words[at]!, word, typos)) found.push(words[at]!);
      }
      if (found.length <= MOST_NEAR) return found;
      const [nearer, others] = [true, false].map((is) => found.filter((each) => isNear(each, word, 1) === is));
      return [...nearer!, ...others!].slice(0, MOST_NEAR);
    },
  };
};
