import { z } from 'zod';
import { canonical } from './canonical';
import { encrypt, isEnvelope } from './envelope';
import { personal, shape, type Origin } from './event';
import { derivedId, newId } from './ids';
import type { Keyring } from './keyring';
import { digest, faceOf, openRecords, seal } from './record';

const Noted = shape(
  z.object({
    title: personal(z.string()),
    size: z.int(),
    place: z.object({ id: z.string(), path: personal(z.string()) }),
    items: z.array(z.object({ id: z.string(), name: personal(z.string()) })),
  }),
);
const data = {
  title: 'Factură Țară',
  size: 3,
  place: { id: 'f-1', path: '/2026/Bonuri' },
  items: [
    { id: 'i-1', name: 'bon unu' },
    { id: 'i-2', name: 'bon doi' },
  ],
};
const origin: Origin = {
  actor: { kind: 'user', id: 'u-1', role: 'user', sessionId: 's-1' },
  tenant: { firmId: 'f-1', clientId: 'c-1' },
  correlationId: 'correlation',
  causationId: 'causation',
  ip: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Spec)',
};
const keyOf = (id: string, fill: number) => ({ id, secret: Buffer.alloc(32, fill) });
const [owner, person] = [keyOf('client:c-1', 1), keyOf('user:u-1', 2)];
const ringOf = (...keys: readonly (typeof owner)[]): Keyring => ({
  ensure: () => Promise.resolve(null),
  fetch: () => Promise.resolve(),
  secret: (id) => keys.find((key) => key.id === id)?.secret ?? null,
  destroy: () => Promise.resolve(),
});
const parts = {
  id: derivedId('spec', 1),
  stream: 'drive-c-1',
  revision: 4,
  type: 'Noted',
  version: 1,
  occurredAt: '2026-01-01T12:00:00.000Z',
  resource: { type: 'file', id: 'x' },
  origin,
  command: { key: 'key', body: 'body' },
  data,
  mask: Noted.mask,
};
const stored = (text: string) => [{ position: 9n, stream: 'drive-c-1', revision: 4, text }];

describe('canonical JSON', () => {
  it('sorts keys and leaves out white space and what is undefined', () =>
    expect(canonical({ b: [1, null, { z: 1, a: 'ș' }], a: true, c: undefined })).toBe(
      '{"a":true,"b":[1,null,{"a":"ș","z":1}]}',
    ));
  it('sorts by UTF-16 code units, as RFC 8785 has it', () =>
    expect(canonical({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, ö: 7 })).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ));
  it.each([1n, NaN, Infinity, () => 1])('refuses %p', (value) => expect(() => canonical({ value })).toThrow(TypeError));
});

describe('a record', () => {
  it('has the fields of its format, in canonical order, and no position', () => {
    const { text } = seal(parts, owner, person);
    expect(canonical(JSON.parse(text))).toBe(text);
    expect(Object.keys(JSON.parse(text))).toEqual([
      'actor',
      'causationId',
      'command',
      'correlationId',
      'data',
      'id',
      'ip',
      'occurredAt',
      'resource',
      'revision',
      'stream',
      'tenant',
      'type',
      'userAgent',
      'v',
      'version',
    ]);
  });

  it('shows nothing personal', () => {
    const { text } = seal(parts, owner, person);
    for (const secret of ['Factură', 'Bonuri', 'bon unu', 'bon doi', '192.0.2.7', 'Mozilla'])
      expect(text).not.toContain(secret);
    const face = faceOf({ text });
    expect(face.data).toMatchObject({ size: 3, place: { id: 'f-1' }, items: [{ id: 'i-1' }, { id: 'i-2' }] });
    expect([face.ip?.k, face.userAgent?.k]).toEqual([person.id, person.id]);
  });

  it('is read back as it was written', async () => {
    const { text } = seal(parts, owner, person);
    const [record] = await openRecords(stored(text), ringOf(owner, person));
    expect(record).toMatchObject({ data, ip: origin.ip, userAgent: origin.userAgent, position: 9n, revision: 4 });
    expect(digest(record!, new Map([['Noted', Noted]])).data).toEqual(data);
  });

  it('reads as null what was encrypted with a destroyed key, and stays readable', async () => {
    const { text } = seal(parts, owner, person);
    const [withoutOwner] = await openRecords(stored(text), ringOf(person));
    expect(digest(withoutOwner!, new Map([['Noted', Noted]])).data).toEqual({
      title: null,
      size: 3,
      place: { id: 'f-1', path: null },
      items: [
        { id: 'i-1', name: null },
        { id: 'i-2', name: null },
      ],
    });
    const [withoutPerson] = await openRecords(stored(text), ringOf(owner));
    expect([withoutPerson!.ip, withoutPerson!.userAgent]).toEqual([null, null]);
  });

  it('encrypts the same value differently each time, and binds it to its place', async () => {
    const [one, two] = [seal(parts, owner, person), seal(parts, owner, person)];
    expect(one.text).not.toBe(two.text);
    const moved = JSON.parse(one.text) as { data: { title: unknown; place: { path: unknown } } };
    [moved.data.title, moved.data.place.path] = [moved.data.place.path, moved.data.title];
    await expect(openRecords(stored(canonical(moved)), ringOf(owner, person))).rejects.toThrow();
  });

  it('cannot be digested when nobody knows its type, its version or its data', async () => {
    const [record] = await openRecords(stored(seal(parts, owner, person).text), ringOf(owner, person));
    expect(() => digest(record!, new Map())).toThrow('no event is called Noted');
    expect(() => digest({ ...record!, version: 2 }, new Map([['Noted', Noted]]))).toThrow('newest known is 1');
    expect(() => digest({ ...record!, data: { title: 3 } }, new Map([['Noted', Noted]]))).toThrow();
  });
});

describe('a shape through time', () => {
  const first = shape(z.object({ name: z.string() }));
  const third = first
    .next(z.object({ name: z.string(), former: z.string().nullable() }), (older) => ({ ...older, former: null }))
    .next(z.object({ label: z.string(), former: z.string().nullable() }), ({ name, former }) => ({
      label: name,
      former,
    }));
  it('lifts what was written long ago', () => {
    expect(third.version).toBe(3);
    expect(third.read({ name: 'x' }, 1)).toEqual({ label: 'x', former: null });
    expect(third.read({ name: 'x', former: 'y' }, 2)).toEqual({ label: 'x', former: 'y' });
    expect(third.read({ label: 'x', former: 'y' }, 3)).toEqual({ label: 'x', former: 'y' });
  });
});

describe('ids', () => {
  it('are derived alike from the same parts, and not from others', () => {
    expect(derivedId('a', 1)).toBe(derivedId('a', 1));
    expect(new Set([derivedId('a', 1), derivedId('a', 2), derivedId('a1'), derivedId('a', '1x')]).size).toBe(4);
    expect(derivedId('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
  it('are in the order of their time', () => {
    const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map(newId);
    expect([...ids].sort()).toEqual(ids);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(Array.from({ length: 10_000 }, () => newId())).size).toBe(10_000);
  });
});

describe('an envelope', () => {
  it('is told from other values', () => {
    expect(isEnvelope(encrypt(owner, 'place', 'x'))).toBe(true);
    for (const value of [null, 'x', {}, { k: 'a', n: 'b' }, { k: 1, n: 'b', c: 'c' }])
      expect(isEnvelope(value)).toBe(false);
  });
});
