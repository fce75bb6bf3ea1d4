// The largest inputs of every call and socket event: each field, list, record, depth, count of keys, form and header as
// large as it can be sent, by /api/openapi.json.
const MiB = 1024 * 1024;
/** What Node takes of a request line and headers is 16 KiB in all, of which a token and the rest need some. */
const HEADER_BYTES = 13_000;
const FRAME_BYTES = 15_800;
/** A body of a call that takes none. */
const UNASKED = 64 * 1024;

const filled = (part, bytes) => part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))));
const listed = (item, bytes, between = ',') => filled(item + between, bytes).slice(0, -between.length);
const fields = (count, nameOf, value = '1') =>
  `{${Array.from({ length: count }, (_, at) => `"${nameOf(at)}":${value}`).join()}}`;

/** Texts that are dear to look through, fold, split or match. */
const TEXTS = [
  'a',
  ' ',
  '1',
  '.',
  '-',
  '@',
  'a@a.',
  'ș',
  'a\u0301',
  '😀',
  '/',
  '\\\\',
  '\\u0061',
  '%',
  ',',
  'a,',
  ' a',
  '"a" ',
];
const ascii = (text) => /^[\x20-\x7e]+$/.test(text);

/** Bodies in JSON that are large in themselves, whatever the call takes. */
const shapes = (bytes) => ({
  'brackets without an end': filled('[', bytes),
  brackets: `${filled('[', bytes / 2)}${filled(']', bytes / 2)}`,
  objects: `${filled('{"a":', bytes / 2)}1${filled('}', bytes / 12)}`,
  'short unknown fields': fields(Math.floor(bytes / 9), (at) => at.toString(36)),
  'a thousand unknown fields': fields(999, (at) =>
    at.toString(36).padEnd(Math.max(3, Math.floor(bytes / 999) - 8), 'x'),
  ),
  'one unknown field of a long name': fields(1, () => filled('ș', bytes - 20)),
  'the same field again and again': fields(Math.floor(bytes / 7), () => 'a'),
  'a list of numbers': `[${listed('1', bytes - 2)}]`,
  'a list of lists': `[${listed('[]', bytes - 2)}]`,
  'a long number': filled('1', bytes),
  blanks: filled(' ', bytes),
  'a long text': `"${filled('a', bytes - 2)}"`,
});

/** What can stand in one field: by the schema, and as large as the body may be. */
const valuesOf = (schema, bytes, resolved) => {
  const known = resolved(schema);
  const options = (known.anyOf ?? known.oneOf ?? [known]).map(resolved);
  const values = [
    ...TEXTS.map((text) => [`a text of ${text}`, `"${filled(text, bytes)}"`]),
    ['a list of numbers', `[${listed('1', Math.min(bytes, 39_000))}]`],
    ['unknown fields', fields(Math.min(998, Math.floor(bytes / 10)), (at) => `k${at}`)],
    ['levels', `${'['.repeat(30)}${']'.repeat(30)}`],
  ];
  for (const { maxLength, maxItems, items } of options) {
    if (maxLength)
      for (const text of ['a', 'ș', 'a ', '.'])
        values.push([`its longest text of ${text}`, `"${text.repeat(maxLength / text.length)}"`]);
    if (!items) continue;
    const count = Math.min(maxItems ?? Infinity, Math.floor(bytes / 70));
    const ids = Array.from({ length: count }, (_, at) => `"${String(at).padStart(64, 'x')}"`);
    values.push(
      ['its longest list', `[${ids}]`],
      ['its longest list of the wrong', `[${Array.from({ length: count }, () => 1)}]`],
    );
    values.push(
      ['short ids', `[${listed('"x"', Math.min(bytes, 79_000))}]`],
      ['long ids', `[${listed(`"${'x'.repeat(2_000)}"`, bytes)}]`],
    );
  }
  return values;
};

const bodiesOf = ({ body, limit }, resolved) => {
  const bytes = limit ?? UNASKED;
  const all = Object.entries(shapes(bytes)).flatMap(([kind, text]) => [[kind, text]]);
  // as a stranger sends them, who does not know the limit
  all.push(...Object.entries(shapes(MiB - 1_000)).map(([kind, text]) => [`1 MiB of ${kind}`, text]));
  for (const [name, schema] of Object.entries((body && !body.isForm && body.schema.properties) ?? {}))
    for (const [kind, text] of valuesOf(schema, bytes - name.length - 10, resolved))
      all.push([`${name}: ${kind}`, `{"${name}":${text}}`]);
  return all.map(([kind, text]) => ({ kind, body: text, headers: { 'content-type': 'application/json' } }));
};

const boundaryOf = (text) => ({ body: text, headers: { 'content-type': 'multipart/form-data; boundary=largest' } });
const part = (disposition, content, more = '') =>
  `--largest\r\n${more}Content-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

const forms = () =>
  Object.entries({
    'many fields': filled(part('name="x"', 'x'), MiB),
    'fields of many names': Array.from({ length: 9_000 }, (_, at) => part(`name="k${at}"`, 'x')).join(''),
    'a field of a long name': part(`name="${filled('n', MiB / 2)}"`, 'x'),
    'a long field': part('name="folder_id"', filled('x', MiB)),
    'a file of a long name': part(`name="file"; filename="${filled('n.', 60_000)}txt"`, 'x'),
    'a file of a name of marks': part(`name="file"; filename="${filled('a\u0301', 60_000)}.txt"`, 'x'),
    'a part with many headers': part('name="file"; filename="a.txt"', 'x', filled('X-A: b\r\n', 70_000)),
    'a part with a long header': part('name="file"; filename="a.txt"', 'x', `X-A: ${filled('b', 70_000)}\r\n`),
    'many parameters': part(`name="file"${filled('; a=b', 60_000)}; filename="a.txt"`, 'x'),
    'what is nearly a boundary': part('name="file"; filename="a.txt"', filled('\r\n--larges', MiB)),
    'line ends': part('name="file"; filename="a.txt"', filled('\r\n', MiB)),
    'much before the first part': `${filled('x', MiB)}\r\n${part('name="x"', 'x')}`,
    'dashes before the first part': filled('--', MiB),
  }).map(([kind, text]) => ({ kind: `a form: ${kind}`, ...boundaryOf(`${text}--largest--\r\n`) }));

/** By their names: what they are made of. */
const HEADERS = {
  accept: ['a/b,', '*/*;q=0.1,', ','],
  'accept-language': ['en;q=0.1,', 'a-', ';q=1', ','],
  'accept-encoding': ['br;q=0.1,', 'a,', ';'],
  authorization: ['Bearer ', 'Bearer a.', 'Bearer a', ' '],
  cookie: ['a=b; ', 'dosar_refresh=a; ', '=;', '%41'],
  'content-type': ['application/json; a=b', 'multipart/form-data; ', ';'],
  'if-none-match': ['"a", ', 'W/"a",', '"', ','],
  'if-range': ['"a"', 'W/'],
  'idempotency-key': ['a', ' a'],
  origin: ['http://a.', 'a'],
  prefer: ['respond-async,', ', ', 'a '],
  range: ['bytes=0-0,', 'bytes=', '0-,'],
  'upload-length': ['1'],
  'upload-offset': ['1'],
  'upload-checksum': ['sha1 ', 'sha1 a'],
  'upload-metadata': ['a b,', 'filename YQ==,', ',', ' ', 'filename YQ'],
  'user-agent': ['a', '\u00e9'],
  'x-consistency-token': ['cDEu', 'MTEx', 'a'],
  'x-correlation-id': ['a', '00000000-'],
  'x-forwarded-for': ['1.2.3.4, ', ',', '::1,'],
};

const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-offset': '0' };
const headersOf = ({ id }) => [
  ...Object.entries(HEADERS).flatMap(([name, parts]) =>
    parts.map((each) => ({
      kind: `${name}: ${each}`,
      headers: { ...(id.startsWith('uploads.') && tus), [name]: filled(each, HEADER_BYTES) },
    })),
  ),
  { kind: 'many headers', headers: Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`x${at}`, 'a'])) },
];

const queriesOf = ({ query }) => {
  const values = TEXTS.filter(ascii).map((text) => filled(encodeURIComponent(text), HEADER_BYTES));
  const named = query.flatMap(({ name }) => [
    ...values.map((value) => ({ kind: `${name}: a long text of ${value.slice(0, 6)}`, query: `${name}=${value}` })),
    { kind: `${name} again and again`, query: listed(`${name}=1`, HEADER_BYTES, '&') },
  ]);
  return [
    ...named,
    { kind: 'many names', query: Array.from({ length: 2_200 }, (_, at) => at.toString(36)).join('&') },
    { kind: 'separators', query: filled('&', HEADER_BYTES) },
    { kind: 'brackets', query: filled('a[]', HEADER_BYTES) },
    { kind: 'escapes', query: filled('%41', HEADER_BYTES) },
  ];
};

const pathsOf = ({ params }) =>
  params.flatMap((name) =>
    ['a', '%41', '.', '%C8%99', '-', '/'].flatMap((text) =>
      [1_000, HEADER_BYTES].map((bytes) => ({
        kind: `${name}: ${bytes} bytes of ${text}`,
        params: { [name]: filled(text, bytes) },
      })),
    ),
  );

/** Every largest input of a call. */
export const largestOf = (operation, resolved) => {
  const isWrite = !['GET', 'HEAD'].includes(operation.method);
  return [
    ...(isWrite ? bodiesOf(operation, resolved) : []),
    ...(operation.body?.isForm ? forms() : []),
    ...queriesOf(operation),
    ...pathsOf(operation),
    ...headersOf(operation),
  ].map((input) => ({ ...input, operation }));
};

/** Every largest thing that a console can say: [event, its data as JSON]. */
export const largestSaid = (events, resolved) => [
  ...Object.entries(events).flatMap(([event, schema]) => [
    ...Object.entries(shapes(FRAME_BYTES)).map(([kind, text]) => ({ kind: `${event}: ${kind}`, event, text })),
    ...Object.entries(resolved(schema).properties).flatMap(([name, each]) =>
      valuesOf(each, FRAME_BYTES - 100, resolved).map(([kind, text]) => ({
        kind: `${event}: ${name}: ${kind}`,
        event,
        text: `{"${name}":${text}}`,
      })),
    ),
  ]),
  ...TEXTS.filter(ascii).map((text) => ({
    kind: `an event of ${text}`,
    event: filled(text, FRAME_BYTES - 50),
    text: '1',
  })),
  { kind: 'many arguments', event: 'typing', text: listed('1', FRAME_BYTES) },
];
