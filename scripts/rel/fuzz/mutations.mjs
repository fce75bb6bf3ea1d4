// What is wrong with a call that was right: each takes one and gives another.
const TEXTS = [
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  'x'.repeat(256),
  'x'.repeat(5_000),
  'ș'.repeat(200),
  'a\u0000b',
  'a\u202eb',
  'a\u200bb',
  '\ud800',
  '😀'.repeat(70),
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '%00',
  '${7*7}',
  'null',
  'true',
  '0',
  '-1',
  '1e309',
  'NaN',
  '<script>alert(1)</script>',
  '\r\nX-Bad: 1',
  'é'.normalize('NFD'),
  '\ufeffx',
];
const OTHERS = [0, -1, 1.5, 1e308, true, false, [], {}, [[]], '1', { $ne: null }, [null], Number.MAX_SAFE_INTEGER];
const HEADERS = {
  'idempotency-key': ['', 'x'.repeat(200), 'x'.repeat(201), 'x'.repeat(16), 'cheie', '\u00ff'],
  'x-correlation-id': ['', 'x', 'not-a-uuid', '{}'],
  'x-consistency-token': ['', 'x', 'cDEuMQ', 'cDEueA', '0'.repeat(500)],
  'if-none-match': ['*', '"x"', 'W/"x", "y"', ',,,', '"'.repeat(300)],
  prefer: ['respond-async', 'respond-async, wait=1', 'x'],
  'accept-language': ['en', 'de-DE,en;q=0.5', ';;;q=x', 'x'.repeat(500)],
  accept: ['text/html', 'application/xml', '*/*;q=0'],
  'accept-encoding': ['gzip', 'br;q=1.0, *;q=0', 'identity;q=0'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'lines=1-2', 'bytes=0-0,2-3'],
  origin: ['http://evil.test', 'null'],
  'x-forwarded-for': ['1.2.3.4', 'x'.repeat(200)],
  'x-http-method-override': ['DELETE'],
  cookie: ['dosar_refresh=x', 'dosar_refresh=', '=;=;='],
};

const fieldOf = (random, body) => (body && Object.keys(body).length > 0 ? random.pick(Object.keys(body)) : null);
const withBody = (call, body) => ({ ...call, body });

/** By name: (call, random, ids of others) → call, or null where it cannot be done. */
export const MUTATIONS = {
  'an unknown field': ({ body, ...call }, random) =>
    body &&
    withBody(call, {
      ...body,
      [random.pick(['surprise', 'id', 'role_', 'is_admin', 'Name'])]: random.pick(['x', 1, true]),
    }),
  'a field less': (call, random) => {
    const field = fieldOf(random, call.body);
    if (field === null) return null;
    const rest = { ...call.body };
    delete rest[field];
    return withBody(call, rest);
  },
  'another type': (call, random) => {
    const field = fieldOf(random, call.body);
    return field && withBody(call, { ...call.body, [field]: random.pick(OTHERS) });
  },
  'another text': (call, random) => {
    const field = fieldOf(random, call.body);
    return field && withBody(call, { ...call.body, [field]: random.pick(TEXTS) });
  },
  'null in a field': (call, random) => {
    const field = fieldOf(random, call.body);
    return field && withBody(call, { ...call.body, [field]: null });
  },
  'somebody else’s id': (call, random, foreign) => {
    const name = fieldOf(random, call.params);
    return name && foreign.length > 0 && { ...call, params: { ...call.params, [name]: random.pick(foreign) } };
  },
  'no such id': (call, random) => {
    const name = fieldOf(random, call.params);
    // no dots: a client takes them out of an address, and asks for something else
    const ids = [random.uuid(), 'nimic', 'x'.repeat(65), 'x'.repeat(2_000), '%', 'a:b', '\u0000', '😀', 'null', '...'];
    return name && { ...call, params: { ...call.params, [name]: random.pick(ids) } };
  },
  'another query': (call, random, _foreign, operation) => {
    const named = operation.query.length > 0 && random.chance(0.8) ? random.pick(operation.query).name : 'utm_source';
    return {
      ...call,
      query: { ...call.query, [named]: String(random.pick([...TEXTS.filter((text) => text.length < 300), ...OTHERS])) },
    };
  },
  'no JSON': (call, random) =>
    call.body && {
      ...call,
      raw: random.pick([
        '{',
        '{"a":',
        '[]',
        '"x"',
        'null',
        '1',
        '{"a":1,}',
        '{"__proto__":{"a":1}}',
        'name=x',
        `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
        `{"a":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_001)}`,
      ]),
      mustBeRefused: true,
    },
  'too much JSON': (call, random) =>
    call.body && random.chance(0.1) && { ...call, raw: `{"x":"${'y'.repeat(1_100_000)}"}`, mustBeRefused: true },
  'another type of body': (call, random) =>
    call.body && {
      ...call,
      raw: JSON.stringify(call.body),
      headers: {
        ...call.headers,
        'content-type': random.pick([
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/xml',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          'application/json; charset=utf-16',
          'x',
          'application/jsonx',
        ]),
      },
      mayBeTaken: true,
    },
  'a bad token': (call, random) => ({
    ...call,
    token: random.pick([undefined, 'x', `${call.token ?? 'a.b.c'}x`, 'eyJhbGciOiJub25lIn0.e30.', 'é'.repeat(3)]),
  }),
  'an odd header': (call, random) => {
    const name = random.pick(Object.keys(HEADERS));
    return { ...call, headers: { ...call.headers, [name]: random.pick(HEADERS[name]) } };
  },
  'an odd form': (call, random) => {
    if (!call.form) return null;
    const { bytes, type } = call.form;
    const boundary = /boundary=(.*)$/.exec(type)[1];
    const text = bytes.toString('latin1');
    const as = (changed, kind = type) => ({
      ...call,
      form: { bytes: Buffer.from(changed, 'latin1'), type: kind },
      mayBeTaken: true,
    });
    return random.pick([
      () => as(text.slice(0, random.below(text.length))),
      () => as(text.replace('name="file"', 'name="x"')),
      () => as(text.replace(/filename="[^"]*"/, '')),
      () =>
        as(
          text.replace(
            /filename="[^"]*"/,
            `filename="${random.pick(['a.exe', 'a.exe.pdf', '', '..', 'x'.repeat(400) + '.txt', 'a.txt\u0000.pdf', 'CON.txt', 'fara'])}"`,
          ),
        ),
      () => as(text, `multipart/form-data; boundary=${'b'.repeat(random.pick([0, 71, 256, 3_000]))}`),
      () => as(text, 'multipart/form-data'),
      () => as(text.replaceAll(boundary, 'altul')),
      () => as(text.replace(/\r\n\r\n/, `\r\nX-More: ${'y'.repeat(9_000)}\r\n\r\n`)),
      () => as(`--${boundary}\r\nContent-Disposition: form-data; name="surprise"\r\n\r\nx\r\n${text}`),
      () =>
        as(
          text
            .replace(/\r\n\r\n[^]*?\r\n--/, '\r\n\r\n%PDF-1.4 nimic\r\n--')
            .replace(/filename="[^"]*"/, 'filename="a.pdf"'),
        ),
    ])();
  },
};

/** One of those that can be done to this call. */
export const mutated = (call, random, foreign, operation) => {
  for (;;) {
    const name = random.pick(Object.keys(MUTATIONS));
    const changed = MUTATIONS[name](call, random, foreign, operation);
    if (changed) return { ...changed, mutation: name };
  }
};
