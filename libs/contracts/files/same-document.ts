import { folded, searchKey } from '../text';
import type { DocumentFields } from './document-fields.values';

type Paper = Pick<DocumentFields, 'number' | 'issuer' | 'issuer_cui' | 'date'>;

/** Numbers are written with and without blanks and hyphens. */
const together = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');

/** What papers of one document have in common before their issuers are compared; null while something is not known. */
export const documentKey = ({ number, issuer, issuer_cui, date }: Paper): string | null =>
  number === null || date === null || (issuer === null && issuer_cui === null) ? null : `${together(number)} ${date}`;

const taxId = (text: string): string => together(text).replace(/^ro(?=\d)/, '');

/** What companies are by law stands behind their names, and is often left out. */
const FORMS = new Set(['srl', 'srld', 'sa', 'snc', 'scs', 'sca', 'pfa', 'ii', 'if', 'ra', 'gmbh', 'ltd', 'kft', 'bv']);

const nameOf = (issuer: string) => {
  const words = searchKey(issuer).match(/[\p{L}\p{N}]+/gu) ?? [];
  const own = words.length > 1 && words[0] === 'sc' ? words.slice(1) : words;
  const form = own.length > 1 && FORMS.has(own.at(-1)!) ? own.at(-1)! : '';
  return { name: (form === '' ? own : own.slice(0, -1)).join(''), form };
};

/** By what two papers are of one issuer: by the tax id where both say it, else by the name; null where they are not. */
export const sameIssuer = (one: Paper, other: Paper): 'tax_id' | 'name' | null => {
  if (one.issuer_cui !== null && other.issuer_cui !== null)
    return taxId(one.issuer_cui) === taxId(other.issuer_cui) ? 'tax_id' : null;
  if (one.issuer === null || other.issuer === null) return null;
  const its = nameOf(one.issuer);
  const others = nameOf(other.issuer);
  const isForm = its.form === '' || others.form === '' || its.form === others.form;
  return its.name !== '' && its.name === others.name && isForm ? 'name' : null;
};
