import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksOf, OWN_CHECKS, RULES, type Check } from './checks';
import { readInvoice } from './read-invoice';
import { inCii } from './testing/in-cii';
import { inUbl } from './testing/in-ubl';
import { RIGHT } from './testing/right-samples';
import { DOUBTFUL_IN_CII, WRONG_IN_CII } from './testing/wrong-in-cii';
import { WRONG } from './testing/wrong-samples';

const NOWHERE = { clientCui: null, month: null };
const checks = (xml: string): readonly Check[] => checksOf(readInvoice(xml)!, NOWHERE);
const named = (xml: string, outcome: Check['outcome']) =>
  checks(xml).flatMap((each) => (each.outcome === outcome ? [each.name] : []));

/** The rules as the page says them: the name is the first cell of a row. */
const PAGE = readFileSync(join(__dirname, 'RULES.md'), 'utf8');
const ROWS = PAGE.split('\n')
  .filter((row) => /^\| `/.test(row))
  .map((row) => row.split('|').map((cell) => cell.trim()));

describe('an invoice that the rules allow', () => {
  describe.each([
    ['UBL', inUbl],
    ['CII', inCii],
  ] as const)('in %s', (_, written) => {
    it.each(RIGHT)('%s is not called wrong', (__, sample) => expect(named(written(sample), 'wrong')).toEqual([]));
  });

  it('is there in sixty samples', () => expect(RIGHT.length * 2).toBeGreaterThanOrEqual(60));
});

describe('an invoice with a mistake', () => {
  it.each(WRONG)('is not called right by %s', (rule, xml) => expect(named(xml, 'wrong')).toContain(rule));

  it.each(WRONG_IN_CII)('in CII is not called right by %s', (rule, xml) => {
    expect(readInvoice(xml)?.syntax).toBe('cii');
    expect(named(xml, 'wrong')).toContain(rule);
  });
  it.each(DOUBTFUL_IN_CII)('that CII allows is not called wrong by %s', (rule, outcome, xml) => {
    expect(named(xml, outcome)).toContain(rule);
    expect(named(xml, 'wrong')).not.toContain(rule);
  });

  it('is there in sixty samples of each', () => {
    expect(WRONG.length).toBeGreaterThanOrEqual(60);
    expect(WRONG_IN_CII.length).toBeGreaterThanOrEqual(60);
  });
});

describe('each rule', () => {
  const right = new Set(
    RIGHT.flatMap(([, sample]) => [inUbl(sample), inCii(sample)].flatMap((xml) => named(xml, 'right'))),
  );
  const wrong = new Set(WRONG.map(([rule]) => rule));

  it.each(RULES.map(({ name }) => name))('%s has a right and a wrong sample', (name) => {
    expect(wrong).toContain(name);
    // a place that only some invoices have is not in each of them
    expect(right).toContain(name);
  });

  it('has a name of its own', () => expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length));

  it('stands on the page of rules with the text that it was read from', () => {
    const sources = { en: 'EN', ro: 'RO', lists: 'CL', schema: 'UBL' } as const;
    expect(ROWS.filter((row) => row[3] !== '–').map((row) => [row[1], row[3]])).toEqual([
      ...RULES.map(({ name, source }) => [`\`${name}\``, sources[source]]),
      ...OWN_CHECKS.map((name) => [`\`${name}\``, 'own']),
    ]);
  });
});
