import type { TaxType } from '@dosar/contracts';
import { BAKERY, BAKERY_NOTES, BOOKSHOP, BUILDER, CARRIER, MILL, ORCHARD, type Month, type Notes } from './papers';

/** Messages in the client's conversation, by its user or by its accountant, with documents by the starts of their names. */
type Talk = readonly (readonly [by: 'client' | 'accountant', text: string, ...attached: string[]])[];

type Person = { readonly name: string; readonly email: string; readonly phone: string };
export type Company = {
  readonly societate: string;
  readonly cui: string;
  readonly registrulComertului: string;
  readonly dataInregistrarii: string;
  readonly impozit: TaxType;
  readonly platitor_tva: boolean;
  readonly address: string;
  readonly person: Person;
  readonly accountant: string;
  readonly months: readonly Month[];
  readonly notes?: Notes;
  readonly talk?: Talk;
};

export const DEMO_ADMIN: Person = { name: 'Ioana Marinescu', email: 'admin@dosar.demo', phone: '0721000001' };

const BAKERY_TALK: Talk = [
  ['client', 'Bună ziua! Am încărcat tot ce am strâns pe septembrie: facturi, bonuri și extrasul de cont.'],
  ['accountant', 'Bună ziua! Mulțumim, sunt complete. Contractul nr. 16 îl vedeți semnat în „Contracte și acte noi”.'],
  [
    'accountant',
    'Septembrie este contabilizat. Stornarea de la librărie am pus-o lângă factura ei.',
    'Factură storno MB',
  ],
  ['client', 'Perfect. Pentru octombrie încep de mâine; e-Facturile le descarc din SPV.'],
  ['client', 'Gata și octombrie, cu ce a venit prin SPV. Bonul acesta e de la benzinăria nouă:', 'bon_02'],
  ['accountant', 'Am văzut. Cereți vă rog bonul cu CUI-ul firmei, altfel nu îl putem deduce.'],
  [
    'client',
    'Așa fac. Factura de la Electro Făgăraș e reparația cuptorului, cea de care v-am spus.',
    'Factură TM-39311',
  ],
  ['accountant', 'Da, am lăsat o notă lângă ea: mai lipsește procesul-verbal de recepție.'],
];

const BOOKSHOP_TALK: Talk = [
  ['client', 'Bună ziua! Am pus facturile pe octombrie. Extrasul e în două forme, să alegeți.', 'Extras de cont'],
  [
    'accountant',
    'Bună ziua, domnule Ionescu! Ne ajunge cel în Excel. Factura de licență în euro o trecem la cursul BNR.',
  ],
  ['client', 'Mulțumesc! Când știm suma de TVA de plată?'],
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
        cui: '455780134',
        registrulComertului: 'J26/128/2006',
        dataInregistrarii: '2006-02-16',
        impozit: 'micro',
        platitor_tva: true,
        address: 'Str. Brutarilor 7, Târgu Mureș',
        person: { name: 'Ana Țăranu', email: 'ana@brutaria.demo', phone: '0733200301' },
        accountant: 'elena@contabexpert.demo',
        months: BAKERY,
        notes: BAKERY_NOTES,
        talk: BAKERY_TALK,
      },
      {
        societate: 'Librăria Ștefan cel Mare SRL',
        cui: '299905425',
        registrulComertului: 'J26/228/2018',
        dataInregistrarii: '2018-03-05',
        impozit: 'micro',
        platitor_tva: true,
        address: 'Str. Brutarilor 7, Târgu Mureș',
        person: { name: 'Șerban Ionescu', email: 'serban@libraria.demo', phone: '0733200302' },
        accountant: 'elena@contabexpert.demo',
        months: BOOKSHOP,
        talk: BOOKSHOP_TALK,
      },
      {
        societate: 'Construcții Vâlcea SRL',
        cui: '184770464',
        registrulComertului: 'J18/2608/1999',
        dataInregistrarii: '1999-06-21',
        impozit: 'profit',
        platitor_tva: true,
        address: 'Str. Oltului 55, Râmnicu Vâlcea',
        person: { name: 'Cătălin Vâlcu', email: 'catalin@constructii.demo', phone: '0733200303' },
        accountant: 'mihai@contabexpert.demo',
        months: BUILDER,
        talk: [
          ['client', 'Bună ziua! Am încărcat factura emisă în septembrie, împreună cu e-Factura ei.'],
          ['accountant', 'Bună ziua! Am văzut-o și am trecut-o la contabilizate. Mai aveți bonuri de combustibil?'],
          ['client', 'Da, le fotografiez mâine și le pun în „Bonuri”.'],
        ],
      },
      {
        societate: 'Transport Hîrșova SRL',
        cui: '268367911',
        registrulComertului: 'J37/1069/1996',
        dataInregistrarii: '1996-07-30',
        impozit: 'micro',
        platitor_tva: true,
        address: 'Șos. Constanței 2, Hârșova',
        person: { name: 'Țvetan Hristu', email: 'tvetan@transport.demo', phone: '0733200304' },
        accountant: 'mihai@contabexpert.demo',
        months: CARRIER,
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
        cui: '62434921',
        registrulComertului: 'J19/1847/2007',
        dataInregistrarii: '2007-10-15',
        impozit: 'profit',
        platitor_tva: true,
        address: 'Str. Morii 14, Timișoara',
        person: { name: 'Bogdan Jurca', email: 'bogdan@moara.demo', phone: '0733200305' },
        accountant: 'raluca@cifraexacta.demo',
        months: MILL,
      },
      {
        societate: 'Grădina cu Cireși SRL',
        cui: '124631691',
        registrulComertului: 'J25/2136/2003',
        dataInregistrarii: '2003-09-05',
        impozit: 'micro',
        platitor_tva: true,
        address: 'Sat Cireșoaia 8, Dej',
        person: { name: 'Crina Cireșaru', email: 'crina@gradina.demo', phone: '0733200306' },
        accountant: 'raluca@cifraexacta.demo',
        months: ORCHARD,
        talk: [
          ['client', 'Bună ziua! Din noiembrie avem un punct de lucru nou. Ce acte vă trebuie?'],
          [
            'accountant',
            'Bună ziua! Certificatul de înregistrare a punctului, în dosarul „00 Dosar permanent”. De restul ne ocupăm noi.',
          ],
        ],
      },
    ],
  },
];
