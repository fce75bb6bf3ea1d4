import { z } from 'zod';
import { canonical } from '../model/canonical';
import { checkOf, openText, recordKey, type DataKey } from '../keys/envelope';
import type { Origin } from '../model/event';
import { derivedId, eventIdOf, newId } from './ids';
import type { Keyring } from '../keys/keyring';
import { openRecords, Unreadable } from './opened-record';
import { blanked, upcast } from './upcast';
import { encodeRecord, parseRecord, type EncryptedRecord, type RecordParts } from './record';
import { UnknownFormat } from './record-format';
import { personal, shape } from '../model/shape';

const Noted = shape(
  z.object({
    title: personal('name', z.string()),
    size: z.int(),
    place: z.object({ id: z.string(), path: personal('content', z.string()) }),
    items: z.array(
      z.object({
        id: z.string(),
        name: personal('name', z.string()),
        phone: personal('contact', z.string()).optional(),
      }),
    ),
    change: z.object({ from: personal('name', z.string()), to: personal('name', z.string()) }).optional(),
  }),
);
const registry = new Map([['Noted', Noted]]);
const data = {
  title: 'Factură Țară',
  size: 3,
  place: { id: 'f-1', path: '/2026/Bonuri' },
  items: [
    { id: 'i-1', name: 'bon unu' },
    { id: 'i-2', name: 'bon doi', phone: '0722' },
  ],
};
const origin: Origin = {
  actor: { kind: 'user', id: 'u-1', role: 'user', sessionId: 's-1' },
  correlationId: 'correlation',
  causationId: null,
  ip: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Spec)',
};
const keyOf = (owner: string, fill: number): DataKey => ({ owner, generation: 1, secret: Buffer.alloc(32, fill) });
const owner = keyOf('client:c-1', 1);
const actor = keyOf('user:u-1', 2);
type Known = DataKey | [string, 'destroyed'];
const ringOf = (...keys: readonly Known[]): Pick<Keyring, 'fetch' | 'key'> => ({
  fetch: () => Promise.resolve(),
  key: (name) => {
    const found = keys.find((key) => (Array.isArray(key) ? key[0] : `${key.owner}/${key.generation}`) === name);
    return found === undefined ? 'missing' : Array.isArray(found) ? found[1] : found;
  },
});
const parts: RecordParts = {
  stream: 'drive-c-1',
  revision: 4,
  type: 'Noted',
  version: 1,
  occurredAt: '2026-01-01T12:00:00.000Z',
  resource: { type: 'file', id: 'x' },
  tenant: { firmId: 'f-1', clientId: 'c-1' },
  origin,
  command: { id: derivedId('spec', 'command'), key: '1.key', body: 'body' },
  data,
  mask: Noted.mask,
};
const encoded = () => encodeRecord(parts, { owner, actor }).text;
const openWith = async (text: string, ...keys: Known[]) => {
  const [record] = await openRecords(
    [{ position: 9n, stream: 'drive-c-1', revision: 4, text }],
    ringOf(...keys) as Keyring,
  );
  return record!;
};

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
  it('has the members of its format, in canonical order, and no position', () => {
    const text = encoded();
    expect(canonical(JSON.parse(text))).toBe(text);
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'actor',
      'causationId',
      'command',
      'correlationId',
      'data',
      'id',
      'occurredAt',
      'origin',
      'personal',
      'resource',
      'revision',
      'stream',
      'tenant',
      'type',
      'v',
      'version',
    ]);
  });

  it('has an id that follows from its command, its stream and its revision', () =>
    expect(parseRecord({ text: encoded() }).id).toBe(eventIdOf(parts.command.id, 'drive-c-1', 4)));

  it('shows nothing personal: names, contacts and contents stand in an envelope each, address and agent in another', () => {
    const text = encoded();
    for (const secret of ['Factur', 'Bonuri', 'bon unu', 'bon doi', '0722', '192.0.2.7', 'Mozilla'])
      expect(text).not.toContain(secret);
    const { data: clear, personal: own, origin: from } = parseRecord({ text });
    expect(clear).toEqual({ size: 3, place: { id: 'f-1' }, items: [{ id: 'i-1' }, { id: 'i-2' }] });
    expect(Object.keys(own!)).toEqual(['contact', 'content', 'name']);
    for (const { k } of Object.values(own!)) expect(k).toMatch(/^client:c-1\/1\/[\w-]{22}$/);
    expect(new Set(Object.values({ ...own, from: from! }).map(({ k }) => k)).size).toBe(4);
    expect(from!.k).toMatch(/^user:u-1\/1\/[\w-]{22}$/);
  });

  it('does not show how long a name is', () => {
    const sizeOf = (title: string) =>
      parseRecord({ text: encodeRecord({ ...parts, data: { ...data, title } }, { owner, actor }).text }).personal!.name!
        .c.length;
    expect(sizeOf('a')).toBe(sizeOf('ab'));
  });

  it('is opened by the keys of its owner and of who acted', async () => {
    const record = upcast(await openWith(encoded(), owner, actor), registry);
    expect(record).toMatchObject({ data, position: 9n, ip: '192.0.2.7', userAgent: 'Mozilla/5.0 (Spec)' });
  });

  it('comes from nowhere where its origin says nothing of it', async () => {
    const unknown = { ...parts, origin: { ...origin, ip: undefined as unknown as null } };
    const text = encodeRecord(unknown, { owner, actor });
    const [opened] = await openRecords(
      [{ ...text, stream: parts.stream, revision: parts.revision, position: 1n }],
      ringOf(owner, actor) as Keyring,
    );
    expect(opened!.from()).toEqual({ ip: null, userAgent: 'Mozilla/5.0 (Spec)' });
  });

  it('is opened by a key for each of its envelopes, which opens nothing else', () => {
    const [record, other] = [encoded(), encodeRecord({ ...parts, revision: 5 }, { owner, actor }).text].map((text) =>
      parseRecord({ text }),
    ) as [EncryptedRecord, EncryptedRecord];
    const opens = (key: Buffer, { id, personal: own, origin: from }: EncryptedRecord) =>
      Object.entries({ ...own, origin: from }).flatMap(([member, envelope]) => {
        try {
          return [[member, JSON.parse(openText(key, `${id}|${member}`, envelope!)) as unknown]];
        } catch {
          return [];
        }
      });
    // although owner and actor are the same person, each key opens its own envelope only
    const said = { contact: { items: [null, { phone: '0722' }] }, content: { place: { path: '/2026/Bonuri' } } };
    for (const [member, value] of Object.entries(said)) {
      const key = recordKey(owner, record.id, member as 'contact' | 'content');
      expect(opens(key, record)).toEqual([[member, value]]);
      expect(opens(key, other)).toEqual([]);
    }
    const origins = recordKey(actor, record.id, 'origin');
    expect(opens(origins, record)).toEqual([['origin', { ip: '192.0.2.7', userAgent: 'Mozilla/5.0 (Spec)' }]]);
    expect(record.personal!.name!.k.split('/')[2]).toBe(checkOf(recordKey(owner, record.id, 'name')));
  });

  it('reads as null where its key was destroyed, and keeps the rest', async () => {
    const record = upcast(await openWith(encoded(), ['client:c-1/1', 'destroyed'], actor), registry);
    expect(record.data).toEqual({
      title: null,
      size: 3,
      place: { id: 'f-1', path: null },
      items: [
        { id: 'i-1', name: null, phone: null },
        { id: 'i-2', name: null, phone: null },
      ],
    });
    expect(record.ip).toBe('192.0.2.7');
  });

  it('says which of its changes there were, also when what they were is destroyed', async () => {
    const changed = { ...data, change: { from: 'a', to: 'b' } };
    const { text } = encodeRecord({ ...parts, data: changed }, { owner, actor });
    expect(upcast(await openWith(text, ['client:c-1/1', 'destroyed']), registry).data).toMatchObject({
      change: { from: null, to: null },
    });
  });

  it('is not readable, rather than null, where a key is missing, is another one, or does not fit', async () => {
    const swapped = JSON.parse(encoded()) as { personal: { name: { c: string } } };
    const { name } = swapped.personal;
    name.c = `${name.c.startsWith('A') ? 'B' : 'A'}${name.c.slice(1)}`;
    const wrong: [string, ...Known[]][] = [
      [encoded()],
      [encoded(), keyOf('client:c-1', 3)],
      [JSON.stringify(swapped), owner],
    ];
    for (const [text, ...keys] of wrong) {
      const record = await openWith(text, ...keys);
      expect(() => upcast(record, registry)).toThrow(Unreadable);
      expect(blanked(record, registry).data).toMatchObject({ title: null, size: 3 });
    }
  });

  it('cannot have its envelope moved to another record', async () => {
    const other = parseRecord({ text: encodeRecord({ ...parts, revision: 5 }, { owner, actor }).text });
    const moved = { ...parseRecord({ text: encoded() }), personal: other.personal };
    const record = await openWith(JSON.stringify(moved), owner, actor);
    expect(() => upcast(record, registry)).toThrow(Unreadable);
  });

  it('of an older version is lifted, with what that version encrypted', async () => {
    const newer = Noted.next(z.object({ title: personal('name', z.string()), bytes: z.int() }), ({ title, size }) => ({
      title,
      bytes: size,
    }));
    const lifted = new Map([['Noted', newer]]);
    expect(upcast(await openWith(encoded(), owner), lifted).data).toEqual({ title: 'Factură Țară', bytes: 3 });
    expect(upcast(await openWith(encoded(), ['client:c-1/1', 'destroyed']), lifted).data).toEqual({
      title: null,
      bytes: 3,
    });
  });

  it.each([1, 3, '2', null, undefined])('of the form %p is refused, and never read as another', async (v) => {
    const text = JSON.stringify({ ...(JSON.parse(encoded()) as object), v });
    expect(() => parseRecord({ text })).toThrow(UnknownFormat);
    const record = await openWith(text, owner, actor);
    expect(() => upcast(record, registry)).toThrow('cannot be read by this version');
    expect(record).toMatchObject({ id: parseRecord({ text: encoded() }).id, type: '' });
  });

  it('of an unknown type, or of a version that is not known yet, is refused', async () => {
    const record = await openWith(encoded(), owner);
    expect(() => upcast(record, new Map())).toThrow('no event is called Noted');
    const newer = await openWith(encodeRecord({ ...parts, version: 2 }, { owner, actor }).text, owner);
    expect(() => upcast(newer, registry)).toThrow('written as version 2, newest known is 1');
  });
});

describe('a schema', () => {
  it('of events cannot hide a personal field where it would not be found', () => {
    expect(() => shape(z.object({ any: z.union([z.string(), personal('name', z.string())]) }))).toThrow(TypeError);
    expect(() => shape(z.record(z.string(), personal('name', z.string())))).toThrow(TypeError);
  });

  it.each([
    ['nullable', z.nullable(z.object({ name: personal('name', z.string()) }))],
    ['optional', z.object({ name: personal('name', z.string()) }).optional()],
    ['default', z.object({ name: personal('name', z.string()) }).default({ name: 'x' })],
  ])('finds a personal field inside %s', (_, inner) =>
    expect(shape(z.object({ inner })).mask).toEqual({ names: { inner: { names: { name: 'name' } } } }),
  );
});

describe('ids', () => {
  it('of version 7 sort by the time they were made', () => {
    const made = [1, 2, 3].map((at) => newId(at * 1000));
    expect([...made].sort()).toEqual(made);
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
  it('of version 5 are the same for the same parts, and no others', () => {
    expect(derivedId('a', 'b')).toBe(derivedId('a', 'b'));
    expect(derivedId('a', 'b')).not.toBe(derivedId('ab'));
    // as `uuid -v5` computes it in Dosar's namespace: it must never change, since logs contain such ids
    expect(derivedId('command', 'ă', 7)).toBe('8bd6f804-e2cb-50f7-8a57-547e4629290a');
  });
});
