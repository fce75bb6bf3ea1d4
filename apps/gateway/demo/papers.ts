/** How far the firm has come with a document. */
export type State = 'new' | 'processing' | 'processed' | 'booked';

/** Documents by the starts of their names, and the key of the folder of the month that they belong in. */
export type Papers = readonly (readonly [folder: string, state: State, ...starts: string[]])[];

/** What was sent for a month; `from`: the folder of the demo's documents that it is taken out of. */
export type Month = { readonly from: string; readonly month: number; readonly papers: Papers };

/** What the accountant, or the client, wrote beside a document. */
export type Notes = readonly (readonly [month: number, start: string, by: 'client' | 'accountant', text: string])[];

/** The year of the demo's documents. */
export const DEMO_YEAR = 2026;

/** An invoice on paper and as e-Factura. */
const both = (number: string, name: string): readonly [string, string] => [
  `Factură ${number} ${name}`,
  `efactura_${number}`,
];

/** An invoice on paper, and as the SPV hands it out: with the signature of the ministry, in an archive. */
const fromSpv = (number: string, name: string, archive: string): readonly [string, string] => [
  `Factură ${number} ${name}`,
  `${archive}.zip`,
];

export const BAKERY: readonly Month[] = [
  {
    from: 'brutaria-2026-09',
    month: 9,
    papers: [
      ['facturi_primite', 'booked', ...both('AV-23846', 'Electro'), ...both('FC-90428', 'Vinăria')],
      ['facturi_primite', 'booked', 'Factură VN-28289 Grădina', 'Factură VN-59723 Librăria'],
      ['facturi_primite', 'booked', 'Factură storno MB-28067', 'efactura_MB-28067'],
      ['facturi_emise', 'booked', ...both('AV-27129', 'Țesătoria'), ...both('FC-95016', 'Vinăria')],
      ['facturi_emise', 'booked', ...both('MB-29135', 'Grădina'), ...both('TM-93448', 'Construcții')],
      ['bonuri', 'booked', 'bon_0', 'scan bonuri'],
      ['extrase', 'booked', 'Extras de cont'],
      ['contracte_luna', 'processed', 'Contract de prestări servicii'],
      ['diverse', 'processed', 'Documente septembrie', 'arhivă veche'],
    ],
  },
  {
    from: 'brutaria-2026-10',
    month: 10,
    papers: [
      ['facturi_primite', 'booked', ...both('AV-22034', 'Transport'), ...both('AV-83204', 'Librăria')],
      ['facturi_primite', 'processing', 'Factură storno AV-30621', 'efactura_AV-30621'],
      ['facturi_primite', 'processing', ...both('FC-77264', 'licență')],
      ['facturi_primite', 'new', ...fromSpv('MB-74410', 'Librăria', '4579034200')],
      ['facturi_primite', 'new', ...fromSpv('MB-85080', 'Grădina', '4131220821')],
      ['facturi_primite', 'new', ...fromSpv('MB-86619', 'Țesătoria', '4158976838')],
      ['facturi_primite', 'new', ...fromSpv('TM-39311', 'Electro', '4216484825')],
      ['facturi_emise', 'booked', ...both('VN-10917', 'Construcții')],
      ['facturi_emise', 'new', ...both('AV-09641', 'Construcții'), ...both('AV-89890', 'Electro')],
      ['facturi_emise', 'new', ...both('AV-94130', 'Grădina'), 'efactura_TM-57977'],
      ['bonuri', 'new', 'bon_0'],
      ['extrase', 'processing', 'Extras de cont'],
      ['contracte_luna', 'new', 'Contract de prestări servicii'],
      ['balanta', 'processed', 'Balanță și stat de plată'],
    ],
  },
];

export const BAKERY_NOTES: Notes = [
  [9, 'Factură storno MB-28067', 'accountant', 'Stornează prima linie din VN-59723: le-am înregistrat împreună.'],
  [10, 'bon_02', 'accountant', 'Pe bon nu apare CUI-ul firmei: îl trec la nedeductibile, dacă nu aveți factură.'],
  [10, 'Factură TM-39311', 'accountant', 'Mai avem nevoie de procesul-verbal de recepție pentru factura aceasta.'],
  [10, 'Factură TM-39311', 'client', 'Este la gestiune, îl scanez mâine.'],
];

export const BOOKSHOP: readonly Month[] = [
  {
    from: 'libraria-2026-10',
    month: 10,
    papers: [
      ['facturi_primite', 'booked', ...both('AV-33290', 'Moara'), ...fromSpv('AV-65367', 'Electro', '4426139747')],
      ['facturi_primite', 'processing', ...fromSpv('AV-66936', 'Grădina', '4494280565')],
      ['facturi_primite', 'processing', ...fromSpv('FC-92544', 'Electro', '4136899471')],
      ['facturi_primite', 'new', ...fromSpv('TM-54626', 'Moara', '4470761706'), ...both('TM-64264', 'licență')],
      ['facturi_primite', 'new', 'Factură storno FC-80490', 'efactura_FC-80490'],
      ['facturi_emise', 'booked', ...both('FC-38665', 'Electro')],
      ['facturi_emise', 'new', ...both('TM-52665', 'Moara'), 'efactura_FC-57709'],
      ['bonuri', 'new', 'bon_0', 'scan bonuri'],
      ['extrase', 'new', 'Extras de cont'],
      ['contracte_luna', 'processed', 'Contract de prestări servicii'],
      ['balanta', 'processed', 'Balanță și stat de plată'],
    ],
  },
];

const OTHERS = 'alte-firme';
const sold = (from: string, month: number, state: State, ...starts: string[]): readonly Month[] => [
  { from, month, papers: [['facturi_emise', state, ...starts]] },
];

export const BUILDER = sold(OTHERS, 9, 'booked', ...fromSpv('VN-97887', 'Construcții', '4559179403'));
export const CARRIER = sold(OTHERS, 9, 'processing', ...fromSpv('VN-51050', 'Transport', '4411344870'));
export const MILL = sold('libraria-2026-10', 10, 'booked', ...both('AV-33290', 'Moara'));
export const ORCHARD: readonly Month[] = [
  ...sold('brutaria-2026-09', 9, 'new', 'Factură VN-28289 Grădina'),
  ...sold(OTHERS, 9, 'new', '4673359277'),
];
