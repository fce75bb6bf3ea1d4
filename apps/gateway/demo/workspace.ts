import type { TaxType } from '@dosar/contracts';

/** A document of the demo, by the start of its name, and the key of the folder of the month it belongs in. */
type Papers = readonly (readonly [start: string, folder: string])[];

/** Messages in the client's conversation, by its user or by its accountant. */
type Talk = readonly (readonly [by: 'client' | 'accountant', text: string])[];

type Person = { readonly name: string; readonly email: string; readonly phone: string };
type Company = {
  readonly societate: string;
  readonly cui: string;
  readonly registrulComertului: string;
  readonly dataInregistrarii: string;
  readonly impozit: TaxType;
  readonly platitor_tva: boolean;
  readonly address: string;
  readonly person: Person;
  readonly accountant: string;
  readonly papers: Papers;
  readonly talk?: Talk;
};

export const DEMO_ADMIN: Person = { name: 'Ioana Marinescu', email: 'admin@dosar.demo', phone: '0721000001' };

/** The month of the demo's documents. */
export const DEMO_MONTH = { year: 2026, month: 9 } as const;

/** One supplier's invoice, as the customer received it or as the supplier sent it. */
const invoice = (number: string, name: string, folder: 'facturi_primite' | 'facturi_emise'): Papers => [
  [`Factură ${number} ${name}`, folder],
  [`efactura_${number}`, folder],
];

const BAKERY: Papers = [
  ...invoice('AV-85926', 'Construcții', 'facturi_primite'),
  ...invoice('BD-78693', 'Moara', 'facturi_primite'),
  ...invoice('FC-80097', 'Grădina', 'facturi_primite'),
  ...invoice('FV-08859', 'Librăria', 'facturi_primite'),
  ...invoice('XD-24303', 'Transport', 'facturi_primite'),
  ...invoice('XD-50706', 'Vinăria', 'facturi_primite'),
  ...invoice('XD-58744', 'Transport', 'facturi_primite'),
  ...invoice('XD-88561', 'Librăria', 'facturi_primite'),
  ['bon_0', 'bonuri'],
  ['scan bon', 'bonuri'],
  ['extras_bancar', 'extrase'],
  ['Contract', 'contracte_luna'],
  ['arhivă', 'diverse'],
  ['documente luna', 'diverse'],
];

export const DEMO_FIRMS: readonly {
  readonly name: string;
  readonly cui: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly accountants: readonly Person[];
  readonly clients: readonly Company[];
}[] = [
  {
    name: 'Contab Expert SRL',
    cui: '16234580',
    address: 'Str. Academiei 28, sector 1, București',
    phone: '0213104455',
    email: 'office@contabexpert.demo',
    accountants: [
      { name: 'Elena Dumitrescu', email: 'elena@contabexpert.demo', phone: '0722100201' },
      { name: 'Mihai Stănescu', email: 'mihai@contabexpert.demo', phone: '0722100202' },
    ],
    clients: [
      {
        societate: 'Brutăria Țărănească SRL',
        cui: '617173556',
        registrulComertului: 'J40/4821/2018',
        dataInregistrarii: '2018-04-12',
        impozit: 'micro',
        platitor_tva: true,
        address: 'Șos. Colentina 114, sector 2, București',
        person: { name: 'Ana Țăranu', email: 'ana@brutaria.demo', phone: '0733200301' },
        accountant: 'elena@contabexpert.demo',
        papers: BAKERY,
      },
      {
        societate: 'Librăria Ștefan cel Mare SRL',
        cui: '154690878',
        registrulComertului: 'J40/11975/2011',
        dataInregistrarii: '2011-10-03',
        impozit: 'micro',
        platitor_tva: true,
        address: 'Bd. Ștefan cel Mare 40, sector 2, București',
        person: { name: 'Șerban Ionescu', email: 'serban@libraria.demo', phone: '0733200302' },
        accountant: 'elena@contabexpert.demo',
        papers: invoice('FV-08859', 'Librăria', 'facturi_emise'),
      },
      {
        societate: 'Construcții Vâlcea SRL',
        cui: '680784170',
        registrulComertului: 'J38/512/2016',
        dataInregistrarii: '2016-06-21',
        impozit: 'profit',
        platitor_tva: true,
        address: 'Calea lui Traian 212, Râmnicu Vâlcea',
        person: { name: 'Cătălin Vâlcu', email: 'catalin@constructii.demo', phone: '0733200303' },
        accountant: 'mihai@contabexpert.demo',
        papers: invoice('AV-85926', 'Construcții', 'facturi_emise'),
        talk: [
          ['client', 'Bună ziua! Am încărcat factura emisă în septembrie, împreună cu e-Factura ei.'],
          ['accountant', 'Bună ziua! Am văzut-o și am trecut-o la contabilizate. Mai aveți bonuri de combustibil?'],
          ['client', 'Da, le fotografiez mâine și le pun în „Bonuri”.'],
        ],
      },
      {
        societate: 'Transport Hîrșova SRL',
        cui: '616439073',
        registrulComertului: 'J13/1904/2019',
        dataInregistrarii: '2019-07-30',
        impozit: 'micro',
        platitor_tva: true,
        address: 'Str. Vadului 9, Hârșova',
        person: { name: 'Țvetan Hristu', email: 'tvetan@transport.demo', phone: '0733200304' },
        accountant: 'mihai@contabexpert.demo',
        papers: invoice('XD-24303', 'Transport', 'facturi_emise'),
        talk: [
          [
            'accountant',
            'Bună ziua! Ne lipsește extrasul de cont pe luna septembrie. Ni-l puteți încărca până vineri?',
          ],
        ],
      },
    ],
  },
  {
    name: 'Cifra Exactă Contabilitate SRL',
    cui: '31874264',
    address: 'Str. Memorandumului 12, Cluj-Napoca',
    phone: '0264431122',
    email: 'contact@cifraexacta.demo',
    accountants: [{ name: 'Raluca Mureșan', email: 'raluca@cifraexacta.demo', phone: '0722100203' }],
    clients: [
      {
        societate: 'Moara Bănățeană SA',
        cui: '89928145',
        registrulComertului: 'J35/77/1994',
        dataInregistrarii: '1994-02-15',
        impozit: 'profit',
        platitor_tva: true,
        address: 'Calea Șagului 101, Timișoara',
        person: { name: 'Bogdan Jurca', email: 'bogdan@moara.demo', phone: '0733200305' },
        accountant: 'raluca@cifraexacta.demo',
        papers: invoice('BD-78693', 'Moara', 'facturi_emise'),
      },
      {
        societate: 'Grădina cu Cireși SRL',
        cui: '296210407',
        registrulComertului: 'J2024020698007',
        dataInregistrarii: '2024-09-05',
        impozit: 'micro',
        platitor_tva: false,
        address: 'Str. Livezii 3, Bistrița',
        person: { name: 'Crina Cireșaru', email: 'crina@gradina.demo', phone: '0733200306' },
        accountant: 'raluca@cifraexacta.demo',
        papers: invoice('FC-80097', 'Grădina', 'facturi_emise'),
        talk: [
          ['client', 'Bună ziua! Din octombrie vom fi plătitori de TVA. Ce acte vă trebuie?'],
          [
            'accountant',
            'Bună ziua! Decizia de înregistrare, în dosarul „00 Dosar permanent”. De restul ne ocupăm noi.',
          ],
        ],
      },
    ],
  },
];
