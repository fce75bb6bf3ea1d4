/** A folder of the accounting structure. The key stays when the folder is renamed, so that automation finds it. */
export type StructureFolder = {
  readonly key: string;
  readonly name: string;
  readonly inside: readonly StructureFolder[];
};

const folder = (key: string, name: string, inside: readonly StructureFolder[] = []): StructureFolder => ({
  key,
  name,
  inside,
});

const MONTHS = [
  'Ianuarie',
  'Februarie',
  'Martie',
  'Aprilie',
  'Mai',
  'Iunie',
  'Iulie',
  'August',
  'Septembrie',
  'Octombrie',
  'Noiembrie',
  'Decembrie',
];

const PERMANENT = folder('dosar_permanent', '00 Dosar permanent', [
  folder('acte_constitutive', '01 Acte constitutive și ONRC'),
  folder('certificat_fiscal', '02 Certificat fiscal și vector fiscal'),
  folder('imputerniciri', '03 Împuterniciri SPV și certificate digitale'),
  folder('contract_contabilitate', '04 Contract contabilitate și GDPR'),
  folder('contracte_comerciale', '05 Contracte comerciale'),
  folder('sediu', '06 Sediu și chirii'),
  folder('credite', '07 Credite, leasing și scadențare'),
  folder('mijloace_fixe', '08 Mijloace fixe'),
  folder('personal', '09 Personal (acces restrâns)'),
  folder('hotarari', '10 Hotărâri AGA și decizii'),
  folder('inventar', '11 Inventar și proceduri'),
]);

const MONTH = [
  folder('facturi_emise', '01 Facturi emise'),
  folder('facturi_primite', '02 Facturi primite'),
  folder('bonuri', '03 Bonuri fiscale și chitanțe'),
  folder('extrase', '04 Extrase bancare'),
  folder('casa', '05 Casă și rapoarte Z'),
  folder('deconturi', '06 Deconturi și deplasări'),
  folder('salarizare', '07 Salarizare', [
    folder('pontaje', 'Pontaje'),
    folder('concedii', 'Concedii'),
    folder('state_plata', 'State de plată'),
    folder('fluturasi', 'Fluturași'),
  ]),
  folder('stocuri', '08 Stocuri (NIR, avize, bonuri de consum)'),
  folder('intracomunitar', '09 Import, export și intracomunitar'),
  folder('contracte_luna', '10 Contracte și acte noi'),
  folder('declaratii', '11 Declarații și recipise'),
  folder('balanta', '12 Balanță și rapoarte'),
  folder('obligatii', '13 Obligații de plată'),
  folder('anaf', '14 Corespondență ANAF (SPV)'),
  folder('diverse', '99 Diverse'),
];

const ANNUAL = [
  folder('situatii_financiare', '01 Situații financiare'),
  folder('declaratii_anuale', '02 Declarații anuale'),
  folder('inventariere', '03 Inventariere'),
  folder('registre', '04 Registre contabile'),
  folder('saft', '05 SAF-T (D406)'),
  folder('control_fiscal', '06 Control fiscal'),
];

const twoDigits = (number: number) => String(number).padStart(2, '0');

export const monthKey = (year: number, month: number): string => `luna_${year}-${twoDigits(month)}`;

/** The folders shared by accountant and client: the permanent ones, and one year by months. */
export const accountingStructure = (year: number): readonly StructureFolder[] => [
  PERMANENT,
  folder(`an_${year}`, String(year), [
    ...MONTHS.map((name, at) => folder(monthKey(year, at + 1), `${year}-${twoDigits(at + 1)} ${name}`, MONTH)),
    folder(`anual_${year}`, `${year} Anual`, ANNUAL),
  ]),
];
