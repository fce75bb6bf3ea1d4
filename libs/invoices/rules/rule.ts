import { absolute, isLess, minus, textOfDecimal, type Decimal } from '../decimal';
import type { Invoice } from '../invoice';

/** `unknown`: what it needs is not said, or only others know it. */
export type Outcome = 'right' | 'wrong' | 'unknown';

/** What a rule finds: what is written, and what results; and where it is, by the number of a line. */
export type Finding = {
  readonly outcome: Outcome;
  /** The code that stands in no list. */
  readonly code?: string;
  readonly told?: { readonly found: string; readonly expected: string };
  readonly where?: string;
};

/** Which text it was read from: `RULES.md` names each with its version. */
export type Source = 'en' | 'ro' | 'lists' | 'schema';

export type Rule = {
  readonly name: string;
  /** Sums and VAT are what is paid and booked; form is what has to stand where. */
  readonly group: 'sums' | 'vat' | 'form';
  readonly source: Source;
  /** What it says: a key of the catalogues, and what is put into the sentence. */
  readonly says: string;
  readonly of?: string;
  readonly most?: number;
  /** null where there is nothing that the rule is about. */
  readonly find: (invoice: Invoice) => Finding | null;
};

export const RIGHT: Finding = { outcome: 'right' };
export const WRONG: Finding = { outcome: 'wrong' };
export const UNKNOWN: Finding = { outcome: 'unknown' };

export const must = (isSo: boolean): Finding => (isSo ? RIGHT : WRONG);

/** Two amounts that must be one. */
export const same = (found: Decimal | null, expected: Decimal | null): Finding => {
  if (!found || !expected) return UNKNOWN;
  if (minus(found, expected).units === 0n) return RIGHT;
  return { outcome: 'wrong', told: { found: textOfDecimal(found), expected: textOfDecimal(expected) } };
};

/** Two amounts that may differ by less than that; a difference is told all the same. */
export const near = (found: Decimal | null, expected: Decimal | null, by: Decimal): Finding => {
  const finding = same(found, expected);
  if (finding.outcome !== 'wrong' || !found || !expected) return finding;
  return isLess(absolute(minus(found, expected)), by) ? { ...finding, outcome: 'right' } : finding;
};

/** The first that is wrong, else the first that is not known, else what is told of the right ones. */
export const worst = (findings: readonly (Finding | null)[]): Finding | null => {
  const found = findings.filter((each) => each !== null);
  return (
    found.find(({ outcome }) => outcome === 'wrong') ??
    found.find(({ outcome }) => outcome === 'unknown') ??
    found.find(({ told }) => told) ??
    found[0] ??
    null
  );
};

/** A rule about each line, with the number of the line that breaks it. */
export const eachLine =
  (find: (line: Invoice['lines'][number]) => Finding | null) =>
  ({ lines }: Invoice): Finding | null =>
    worst(lines.map((line) => withPlace(find(line), line.id)));

const withPlace = (finding: Finding | null, where: string): Finding | null =>
  finding && (finding.outcome !== 'right' || finding.told) ? { ...finding, where } : finding;
