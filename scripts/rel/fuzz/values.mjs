// Values that the description takes, made up by their schema and their name.
const WORDS = [
  'Factură',
  'Balanță',
  'Acte',
  'Contract',
  'Bon',
  'Situație',
  'Țărănesc',
  'Șantier',
  'Înscris',
  'ștat',
  'Plăți',
  'Extras',
];
const PEOPLE = ['Ana Țăranu', 'Ion Popescu', 'Elena Dumitrescu', 'Bogdan Jurca', 'Ștefania Ilie', 'Mihai Rădulescu'];
const COMPANIES = ['Brutăria', 'Moara', 'Librăria', 'Grădina', 'Transport', 'Vinăria'];
const COMMON = ['a', 'e', 'ă', 'x', '10', 'Ana'];

export const PASSWORD = 'Parola-Lunga-1';
export const ENDS = ['txt', 'csv', 'xml', 'json', 'sql'];

let made = 0;
/** Different from all made before it. */
const fresh = () => (made += 1);

const CUI_KEY = [7, 5, 3, 2, 1, 7, 5, 3, 2];
/** With the check digit that its others give: it may be asked for. */
export const aCui = (random) => {
  const body = `${1 + random.below(9)}${random.digits(7)}`;
  const sum = CUI_KEY.slice(1).reduce((all, weight, at) => all + weight * Number(body[at]), 0);
  return `${body}${((10 * sum) % 11) % 10}`;
};
export const anEmail = (random) => `om.${fresh()}.${random.digits(6)}@fuzz.test`;
export const aName = (random) => `${random.pick(WORDS)} ${fresh()}`;
export const aFileName = (random) => `${aName(random)}.${random.pick(ENDS)}`;
const aCompany = (random) => `${random.pick(COMPANIES)} ${fresh()} SRL`;
const aPhone = (random) =>
  random.pick([`07${random.digits(8)}`, `+40 7${random.digits(2)} ${random.digits(3)} ${random.digits(3)}`]);

/** By the name of a field, since a schema says only how it is written. */
const BY_NAME = {
  name: (random, operation) =>
    operation.startsWith('folders')
      ? aName(random)
      : operation.startsWith('files')
        ? aFileName(random)
        : operation.startsWith('firms')
          ? aCompany(random)
          : random.pick(PEOPLE),
  societate: aCompany,
  cui: (random) => random.pick([aCui(random), `RO ${aCui(random)}`]),
  email: anEmail,
  company_email: anEmail,
  password: () => PASSWORD,
  password_confirmation: () => PASSWORD,
  phone: aPhone,
  address: (random) => `Str. ${random.pick(WORDS)} nr. ${random.below(300)}`,
  reprezentant: (random) => random.pick(PEOPLE),
  registrulComertului: (random) => `J40/${1 + random.below(9_999)}/${1991 + random.below(33)}`,
  dataInregistrarii: (random) => `${1995 + random.below(30)}-0${1 + random.below(9)}-1${random.below(10)}`,
  quota: (random) => random.pick([0, 0, 0, 50_000_000]),
  year: (random) => 2024 + random.below(3),
  q: (random) => random.pick(COMMON),
  types: (random) => random.pick(['files', 'messages,images', 'text_files,folders,clients']),
  page: (random) => 1 + random.below(3),
  pageSize: (random) => 1 + random.below(100),
  limit: (random) => 1 + random.below(50),
  event_type: (random) => random.pick(['FileUploaded', 'FolderCreated', 'SignedIn', 'UserRegistered']),
  resource_type: (random) => random.pick(['file', 'folder', 'user', 'client']),
  ip_address: () => '127.0.0.1',
  before: (random) => String(random.below(100_000)),
  date_from: () => '2026-01-01',
  date_to: (random) => random.pick(['2030-01-01', '2030-01-01T10:00:00Z']),
};

const LENGTH = 3;

export const valueOf = (random, operation, name, schema, resolved) => {
  const known = resolved(schema);
  const options = known.anyOf ?? known.oneOf;
  if (options) {
    const takesNull = options.some(({ type }) => type === 'null');
    if (takesNull && random.chance(0.1)) return null;
    if (BY_NAME[name]) return BY_NAME[name](random, operation);
    return valueOf(random, operation, name, random.pick(options.filter(({ type }) => type !== 'null')), resolved);
  }
  if (known.const !== undefined) return known.const;
  if (known.enum) return random.pick(known.enum);
  if (BY_NAME[name]) return BY_NAME[name](random, operation);
  switch (known.type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return (known.minimum ?? 0) + random.below(Math.min(100, (known.maximum ?? 100) - (known.minimum ?? 0) + 1));
    case 'array':
      return Array.from({ length: (known.minItems ?? 0) + random.below(LENGTH) }, () =>
        valueOf(random, operation, name, known.items ?? {}, resolved),
      );
    case 'object':
      return objectOf(random, operation, known, resolved);
    default:
      return known.format === 'date' ? '2026-09-15' : `${random.pick(WORDS)} ${fresh()}`;
  }
};

/** What must be there, and some of what may be. */
export const objectOf = (random, operation, schema, resolved, share = 0.35) =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => schema.required?.includes(name) || random.chance(share))
      .map(([name, each]) => [name, valueOf(random, operation, name, each, resolved)]),
  );
