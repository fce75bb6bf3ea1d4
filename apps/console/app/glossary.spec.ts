import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en as contractEn, ro as contractRo } from '@dosar/contracts';
import { auditorsEn } from './sentences/auditors.en';
import { auditorsRo } from './sentences/auditors.ro';
import { guestsEn } from './sentences/guests.en';
import { guestsRo } from './sentences/guests.ro';
import { signedInEn } from './sentences/signed-in.en';
import { signedInRo } from './sentences/signed-in.ro';

type Tree = { readonly [key: string]: string | Tree };

const sentencesOf = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : sentencesOf(value, `${prefix}${key}.`),
  );

const ro = new Map(sentencesOf({ ...contractRo, ...guestsRo, ...signedInRo, ...auditorsRo }));
const en = new Map(sentencesOf({ ...contractEn, ...guestsEn, ...signedInEn, ...auditorsEn }));

const contract = join(__dirname, '../../../libs/contracts');
const names = readdirSync(contract, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^(dist-types|node_modules|texts)\/|\.spec\.ts$/.test(file))
  .map((file) => readFileSync(join(contract, file), 'utf8'))
  .join('\n');

type Term = { readonly romanian: string; readonly english: string; readonly name: string };

const terms: Term[] = readFileSync(join(__dirname, '../GLOSSARY.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 6 && /^`\w+`$/.test(cells[3]!))
  .map(([, romanian, english, name]) => ({ romanian: romanian!, english: english!, name: name!.slice(1, -1) }));

/** A word in any of its forms, with whatever endings it has there. */
const says = (forms: string) => {
  const begins = new RegExp(`(?<!\\p{L})(${forms.split(', ').join('|')})`, 'iu');
  return (sentence: string | undefined) => sentence !== undefined && begins.test(sentence);
};

describe('the glossary', () => {
  it('has the words of the product, each once', () => {
    expect(terms.length).toBeGreaterThan(35);
    for (const language of ['romanian', 'english'] as const) {
      const words = terms.map((term) => term[language]);
      expect(words).toEqual([...new Set(words)]);
    }
  });

  it.each(terms)('$romanian, $english: said by the same sentences', ({ romanian, english }) => {
    const inRomanian = says(romanian);
    const inEnglish = says(english);
    const sentences = [...ro].filter(([key, sentence]) => inRomanian(sentence) && inEnglish(en.get(key)));
    expect(sentences.length).toBeGreaterThanOrEqual(1);
  });

  it.each(terms)('$name: known to the contract', ({ name }) => {
    expect(new RegExp(`\\b${name}`, 'i').test(names)).toBe(true);
  });
});
