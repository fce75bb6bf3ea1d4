import { NO_FIELDS, type DocumentFields } from './document-fields.values';
import { documentKey, sameIssuer } from './same-document';

const paper = (issuer: string | null, issuer_cui: string | null = null): DocumentFields => ({
  ...NO_FIELDS,
  number: 'FA 1',
  date: '2026-03-05',
  issuer,
  issuer_cui,
});

describe('two papers are of one issuer', () => {
  it.each<[string, DocumentFields, DocumentFields, ReturnType<typeof sameIssuer>]>([
    ['by the tax id', paper('Alfa SRL', '18547290'), paper('Beta SRL', '18547290'), 'tax_id'],
    ['by the tax id with RO and without', paper(null, 'RO 18547290'), paper(null, '18547290'), 'tax_id'],
    ['not with two tax ids, whatever the name', paper('Alfa SRL', '18547290'), paper('Alfa SRL', '14399840'), null],
    ['by the name where one has no tax id', paper('Alfa SRL', '18547290'), paper('ALFA S.R.L.'), 'name'],
    ['by the name where neither has one', paper('SC Țesătoria  Veche S.R.L.'), paper('Tesatoria Veche SRL'), 'name'],
    ['by the name with a hyphen', paper('Bio-Pan SRL'), paper('BIO PAN'), 'name'],
    ['not where they are companies of other kinds', paper('Alfa SRL'), paper('Alfa SA'), null],
    [
      'not where one says only the tax id, and the other only the name',
      paper(null, '18547290'),
      paper('Alfa SRL'),
      null,
    ],
    ['not by names without letters', paper('...'), paper('---'), null],
    ['not by SC alone', paper('SC'), paper('SC Alfa SRL'), null],
  ])('%s', (_, one, other, by) => {
    expect(sameIssuer(one, other)).toBe(by);
    expect(sameIssuer(other, one)).toBe(by);
  });
});

describe('papers that may be one document', () => {
  it('have the number and the day in common', () =>
    expect(documentKey(paper('Alfa'))).toBe(documentKey({ ...paper(null, '7'), number: 'fa-1' })));
  it.each([{ number: null }, { date: null }, { issuer: null }])('are not known without all of them', (without) =>
    expect(documentKey({ ...paper('Alfa'), ...without })).toBeNull(),
  );
});
