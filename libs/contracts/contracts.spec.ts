import fc from 'fast-check';
import { z } from 'zod';
import { api } from './api';
import type { EndpointSpec } from './endpoint';
import { NoteText } from './files/files.values';
import { freeName, ItemName, mendedName, nameKey, shortened } from './files/item-names.values';
import {
  Cui,
  Email,
  hasCuiCheckDigit,
  holdsLocalPart,
  Password,
  Phone,
  PhoneOrNone,
  tradeRegisterNumber,
} from './identity/identity.values';
import { consoleEvents, Handshake } from './live';
import { PROBLEMS } from './problems';
import { checked, MOST_FAULTS } from './rules';
import { bytesOf, folded, sortKey } from './text';
import { en } from './texts/en';
import { ro } from './texts/ro';

const broken = (schema: z.ZodType, value: unknown) => {
  const { broken: found } = checked(schema, value);
  return found && [...found.values()][0]!.rule;
};

describe('names of files and folders', () => {
  it.each([
    ['  Factură martie.pdf ', 'Factură martie.pdf'],
    ['Factură', 'Factură'],
    ['.ascuns', '.ascuns'],
  ])('takes %j as %j', (given, kept) => expect(ItemName.parse(given)).toBe(kept));

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['a/b', 'name_characters'],
    ['a\\b', 'name_characters'],
    ['a\u0001b', 'name_characters'],
    ['a\u202eb', 'name_characters'],
    ['a\u200bb', 'name_characters'],
    ['.', 'name_dots'],
    ['..', 'name_dots'],
    ['nume.', 'name_end'],
    ['ș'.repeat(128), 'name_length'],
  ])('refuses %j by the rule %s', (given, rule) => expect(broken(ItemName, given)).toBe(rule));

  it('takes 255 bytes and not one more', () => {
    expect(broken(ItemName, 'x'.repeat(255))).toBeNull();
    expect(broken(ItemName, 'x'.repeat(256))).toBe('name_length');
  });

  it.each([
    ['C:\\Users\\Ana\\factură.pdf', 'factură.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a\u202efdp.exe', 'a_fdp.exe'],
    ['linie\nnouă.txt', 'linie_nouă.txt'],
    ['punct. . ', 'punct'],
    ['', '_'],
    ['...', '_'],
  ])('mends an uploaded %j to %j', (given, mended) => {
    expect(mendedName(given)).toBe(mended);
    expect(broken(ItemName, mended)).toBeNull();
  });

  it('shortens a long name and keeps its extension', () => {
    const name = shortened(`${'ă'.repeat(200)}.pdf`);
    expect(bytesOf(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/ă\.pdf$/);
  });

  it('knows names as equal without case and diacritics', () => {
    expect(nameKey('Plăţi')).toBe(nameKey('PLĂȚI'));
    expect(nameKey('Plati')).toBe(nameKey('Plăți'));
    expect(nameKey('Plati')).not.toBe(nameKey('Plata'));
    // letters of several scripts, and such that are made of parts
    for (const [name, same] of [
      ['Straße ŁĂ', 'STRASSE łă'],
      ['Ǆ İZMIR', 'ǆ i\u0307zmir'],
      ['ΦΟΡΟΣ', 'φόρος'],
      ['e\u0301té', 'ÉTÉ'],
      ['한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
    ] as const)
      expect(nameKey(name)).toBe(nameKey(same));
  });

  it('numbers a taken name before its extension', () => {
    const taken = new Set(['bon.pdf', 'bon (1).pdf'].map(nameKey));
    expect(freeName('BON.pdf', (key) => taken.has(key))).toBe('BON (2).pdf');
    expect(freeName('altul.pdf', (key) => taken.has(key))).toBe('altul.pdf');
    const long = `${'x'.repeat(251)}.pdf`;
    const next = freeName(long, (key) => key === nameKey(long));
    expect([bytesOf(next), next.endsWith(' (1).pdf')]).toEqual([255, true]);
  });

  it('sorts as people do', () => {
    const names = ['factura 10', 'Factura 9', 'Șosea', 'sat', 'tren', 'țap'];
    expect([...names].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual([
      'Factura 9',
      'factura 10',
      'sat',
      'Șosea',
      'țap',
      'tren',
    ]);
  });

  it('folds both families of Romanian letters, and stroked ones, alike', () => {
    expect(folded('ŞȘşș ŢȚţț Đł')).toBe('ssss tttt dl');
    expect(folded('Ă\u0591 שָׁלוֹם')).toBe('a שלום');
    // alone, and beside a letter with a mark
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => `a${folded(text)}` === folded(`ă${text}`)));
  });
});

describe('values of identity', () => {
  it.each([
    ['18547290', '18547290'],
    ['RO 185 472 90', '18547290'],
    ['ro18547290', '18547290'],
  ])('reads the cui %j as %j', (given, kept) => expect(Cui.parse(given)).toBe(kept));
  it.each(['12345', '12345678901', 'RO', 'abc', ''])('refuses the cui %j', (given) =>
    expect(broken(Cui, given)).toBe('cui'),
  );

  it.each([
    ['0721123456', '0721123456'],
    ['0721 123 456', '0721123456'],
    ['+40 721.123-456', '+40721123456'],
  ])('reads the phone %j as %j', (given, kept) => expect(Phone.parse(given)).toBe(kept));
  it.each(['07211234567', '721123456', '+123', 'telefon', '+-40721123456'])('refuses the phone %j', (given) =>
    expect(broken(Phone, given)).toBe('phone'),
  );
  it('reads an emptied phone as none', () => expect(PhoneOrNone.parse('')).toBeNull());

  it('keeps e-mails in lower case', () => expect(Email.parse(' Ana@Brutaria.RO ')).toBe('ana@brutaria.ro'));
  it.each([
    ['', 'required'],
    ['ana', 'email'],
    ['a@b', 'email'],
  ])('refuses the e-mail %j', (given, rule) => expect(broken(Email, given)).toBe(rule));

  it.each([
    ['Scurt1', 'min_length'],
    ['doarmici1', 'password_upper'],
    ['DOARMARI1', 'password_lower'],
    ['FaraCifre', 'password_digit'],
    [`Aa1${'x'.repeat(126)}`, 'max_length'],
  ])('refuses the password %j by the rule %s', (given, rule) => expect(broken(Password, given)).toBe(rule));
  it('takes a password with spaces and letters of any alphabet, as it is', () =>
    expect(Password.parse(' Țară frumoasă 1 ')).toBe(' Țară frumoasă 1 '));
  it('sees the own e-mail in a password', () => {
    expect(holdsLocalPart('Ana.Popescu2026', 'ana.popescu@brutaria.ro')).toBe(true);
    expect(holdsLocalPart('Altceva2026', 'ana.popescu@brutaria.ro')).toBe(false);
  });
});

describe('what is said to people', () => {
  it('is there for every problem, in both languages', () => {
    for (const texts of [ro, en]) expect(Object.keys(texts.problems).sort()).toEqual(Object.keys(PROBLEMS).sort());
  });
  it('has the same rules in both languages, with the same values in them', () => {
    const shape = (texts: Pick<typeof ro, 'rules'>) =>
      Object.entries(texts.rules).map(([key, text]) => [key, text.match(/{{\w+}}/g) ?? []]);
    expect(shape(en)).toEqual(shape(ro));
  });
  it('writes ș and ț with a comma', () => expect(JSON.stringify(ro)).not.toMatch(/[şţŞŢ]/));
  it('names an unknown field and a missing one', () => {
    const schema = z.strictObject({ name: z.string(), inner: z.strictObject({ a: z.int() }) });
    const rules = checked(schema, { inner: { a: 'x', b: 1 }, more: 1 }).broken!;
    expect(Object.fromEntries([...rules].map(([path, { rule }]) => [path, rule]))).toEqual({
      name: 'required',
      'inner.a': 'type',
      'inner.b': 'unknown',
      more: 'unknown',
    });
  });
  it('names ten faults of many, and each by its field', () => {
    const schema = z.strictObject({ list: z.array(z.string()), record: z.record(z.string(), z.string()) }).partial();
    const many = (from: number) => Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${from + at}`, 1]));
    const named = (value: object) => [...checked(schema, value).broken!.keys()];
    expect(named(many(0))).toEqual(Array.from({ length: 10 }, (_, at) => `k${at}`));
    expect(named({ list: Array.from({ length: 500 }, () => 1) })).toHaveLength(10);
    expect(named({ list: [1], record: many(0), ...many(500) })).toHaveLength(10);
  });
});

describe('the calls', () => {
  const all = Object.values(api).flatMap((calls) => Object.values(calls));
  it('have addresses of their own', () => {
    const addresses = all.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
  it('refuse unknown fields in every body', () => {
    for (const call of all) {
      const body = (call as { body?: z.ZodType }).body;
      if (body)
        expect([
          call.path,
          body.safeParse({ surprise: 1 }).error?.issues.some(({ code }) => code === 'unrecognized_keys'),
        ]).toEqual([call.path, true]);
    }
  });
});

describe('Romanian companies', () => {
  it.each([
    '18547290',
    '31401320',
    '1590082',
    '361757',
    '13267213',
    '19',
    '60',
    '230',
    '370',
    '400',
    '10004',
    '1000000004',
    '617173556',
  ])('have the check digit of %s', (cui) => expect(hasCuiCheckDigit(cui)).toBe(true));
  it.each(['18547291', '12345678', '1234567890', '0012', '', 'RO', '12345678901'])('do not have that of %j', (cui) =>
    expect(hasCuiCheckDigit(cui)).toBe(false),
  );
  it.each([
    ['J40/1234/2015', 'J40/1234/2015'],
    ['j 40 / 1234 / 2015', 'J40/1234/2015'],
    ['J40/1234/22.11.2015', 'J40/1234/2015'],
    ['F5/12/1999', 'F5/12/1999'],
    ['J2012000750528', 'J2012000750528'],
    ['J2024020698007', 'J2024020698007'],
    ['J2012000750529', null],
    ['J41/1/2000', null],
    ['J40/1/2025', null],
    ['oarecare', null],
  ])('have the register number %s as %j', (text, number) => expect(tradeRegisterNumber(text)).toBe(number));
});

/** Each place of a schema where a text may stand, as a value that has it there alone. */
const placesIn = (schema: z.ZodType, text: string): readonly (readonly [path: string, value: unknown])[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
      placesIn(inner, text).map(
        ([path, value]) => [path === '' ? name : `${name}.${path}`, { [name]: value }] as const,
      ),
    );
  if (schema instanceof z.ZodArray)
    return placesIn(schema.element as z.ZodType, text).map(([path, value]) => [
      path === '' ? '0' : `0.${path}`,
      [value],
    ]);
  if (schema instanceof z.ZodRecord) return [['a', { a: text }]];
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap((option) => placesIn(option, text));
  if (schema instanceof z.ZodPipe) return placesIn(schema.in as z.ZodType, text);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return placesIn(schema.unwrap() as z.ZodType, text);
  return [['', text]];
};
const calls = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, EndpointSpec>).flatMap(([name, spec]) =>
    (['params', 'query', 'body', 'form'] as const).flatMap((part) => {
      const schema = spec[part];
      return schema ? [[`${group}.${name} ${part}`, schema] as const] : [];
    }),
  ),
);

describe.each([
  ['half a letter', '\ud800'],
  ['U+0000', 'a\0b'],
])('text that is not Unicode, with %s,', (_what, bad) => {
  const events = Object.entries({ ...consoleEvents, handshake: Handshake });

  it('is looked for in every call and every event of a socket', () => {
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.flatMap(([, schema]) => placesIn(schema, bad)).length).toBeGreaterThan(200);
  });

  it.each([...calls, ...events])('is refused in %s, wherever it stands, and so are names of members', (_, schema) => {
    for (const [path, value] of placesIn(schema, bad))
      expect([path, checked(schema, value).broken?.get(path)]).toEqual([path, { rule: 'unicode', values: {} }]);
    expect(checked(schema, { [`a${bad}`]: 1 }).broken?.get(`a${bad.replace(/[\ud800\0]/, '\ufffd')}`)?.rule).toBe(
      'unicode',
    );
  });

  it('is none that is written in two halves', () => expect(checked(z.string(), '😀').broken).toBeNull());

  it('is named as often as other faults, however much there is of it', () =>
    expect(
      checked(
        z.any(),
        Array.from({ length: 1_000 }, () => bad),
      ).broken?.size,
    ).toBe(MOST_FAULTS));
});

describe('text that nobody can see', () => {
  /** The places of texts that must say something: blanks are refused there, and a word is taken. */
  const wanted = calls.flatMap(([name, schema]) =>
    placesIn(schema, '   ').flatMap(([path, blank]) => {
      const [, word] = placesIn(schema, 'cuvânt').find(([place]) => place === path)!;
      const rules = [blank, word].map((value) => checked(schema, value).broken?.get(path)?.rule);
      return rules[0] === 'required' && rules[1] === undefined ? [[`${name} ${path}`, schema, path] as const] : [];
    }),
  );

  it('is looked for in names, titles, notes, messages, tags and searches', () => {
    const names = wanted.map(([name]) => name);
    for (const place of [
      'notes.add body text',
      'messages.send body text',
      'search.save body name',
      'folders.create body name',
    ])
      expect(names).toContain(place);
    expect(names.length).toBeGreaterThan(15);
  });

  it.each(wanted)('is refused in %s', (_, schema, path) => {
    for (const text of ['\u200b', '\u2060\ufeff ', '\u3164', '\u2800\u2800', '\u00ad'])
      for (const [place, value] of placesIn(schema, text))
        if (place === path) expect([text, checked(schema, value).broken?.has(path)]).toEqual([text, true]);
  });

  it('is none with a letter or an emoji in it', () => {
    for (const text of ['a\u200b', '❤\ufe0f', '👩\u200d💻', '0'])
      expect([text, checked(NoteText, text).broken]).toEqual([text, null]);
  });
});
