import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../../deploy/verify/dosar-verify.mjs';
import { masters } from '../keys/masters';
import { eventIdOf } from '../log/ids';
import { memoryEventStore } from '../memory/event-store';
import { memoryLedger } from '../memory/ledger';
import { memoryVault } from '../memory/vault';
import { canonical } from '../model/canonical';
import { seededRandom } from '../testing/random';
import { historyOf } from './history';
import { keepSealing } from './sealer';
import { rotateSigningKey, signingKeys } from './signing-keys';
import { verifierKey } from './note';

type Fault = { readonly kind: string; readonly code: string; readonly index?: number; readonly from?: number };
type Result = {
  readonly code: number;
  readonly events: number;
  readonly first: Fault | null;
  readonly faults: readonly Fault[];
  readonly heads: { readonly met: number; readonly all: number };
  readonly accepted: readonly object[];
};
type Verifier = {
  verify(pieces: AsyncIterable<Uint8Array>, options?: { pins?: string[]; key?: string }): Promise<Result>;
  report(result: Result, language: string): string[];
  isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
};
const verifier = (globalThis as { dosarVerify?: Verifier }).dosarVerify!;
const keys = masters([Buffer.alloc(32, 3)]);
const ORIGIN = 'portal.firma.test/audit';
const TIMES = Number(process.env['TAMPERINGS'] ?? 4);

const textOf = (stream: string, revision: number, more: { readonly type?: string; readonly data?: object } = {}) => {
  const command = { body: null, id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`, key: null };
  const id = eventIdOf(command.id, stream, revision);
  const { type = 'Happened', data = { says: 'ș' } } = more;
  const record = {
    command,
    data,
    id,
    occurredAt: '2026-11-27T05:00:00.000Z',
    revision,
    stream,
    type,
    v: 2,
    version: 1,
  };
  return { id, type, text: canonical(record) };
};

/** A log of several streams, whose heads are signed each so many records. */
const aLog = async (count: number, { says = (_: number): string => 'ș', vault = memoryVault(), every = 37 } = {}) => {
  const log = { events: memoryEventStore(), ledger: memoryLedger(), vault };
  const seal = async () => {
    const stop = new AbortController();
    stop.abort();
    await keepSealing({ ...log, masters: keys, host: 'portal.firma.test', sealer: null }, stop.signal);
  };
  for (let at = 0; at < count; at += 1) {
    const stream = `s-${at % 7}`;
    const revision = Math.floor(at / 7);
    await log.events.append(stream, revision - 1, [textOf(stream, revision, { data: { says: says(at) } })]);
    if (at % every === every - 1) await seal();
  }
  await seal();
  return log;
};

const linesOf = async (log: Awaited<ReturnType<typeof aLog>>) => {
  const { pieces, head } = (await historyOf(log))!;
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(piece);
  return { head, lines: Buffer.concat(parts).toString().trimEnd().split('\n') };
};
const verify = (lines: readonly string[], options: { pins?: string[]; key?: string } = {}) =>
  verifier.verify(
    (async function* () {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      for (let at = 0; at < bytes.length; at += 5_000) yield bytes.subarray(at, at + 5_000);
    })(),
    options,
  );

describe('a history that is handed over', () => {
  let lines: readonly string[];
  let note: string;
  let key: string;
  beforeAll(async () => {
    const log = await aLog(300);
    const told = await linesOf(log);
    lines = told.lines;
    note = told.head.note;
    key = verifierKey(ORIGIN, Buffer.from((await signingKeys(log))[0]!.publicKey, 'base64'));
  });
  const random = seededRandom(Number(process.env['SEED'] ?? 18));
  const below = (end: number) => Math.floor(random() * end);
  /** An index of a record, not the first, in its lines. */
  const place = () => 2 + below(lines.length - 3);

  it('is verified by what knows nothing of Dosar, and says so in both languages', async () => {
    const result = await verify(lines, { pins: [note, note.split('\n').slice(1, 3).join(' ')], key });
    expect(result).toMatchObject({ code: 0, events: 300, first: null });
    expect(result.heads.met).toBe(result.heads.all);
    expect(result.heads.all).toBeGreaterThan(5);
    expect(verifier.report(result, 'ro')[0]).toBe('Istoricul este întreg și neschimbat.');
    expect(verifier.report(result, 'en')).toContain('The seal that you kept (300 records) fits.');
  });

  it('is one file without dependencies, of fewer than 500 lines', () => {
    const source = readFileSync(join(__dirname, '../../../deploy/verify/dosar-verify.mjs'), 'utf8');
    expect(source.split('\n').length).toBeLessThan(500 + 1);
    expect([...source.matchAll(/import\(?\s*['"]([^'"]+)/g)].map(([, what]) => what)).toEqual(['node:fs', 'node:util']);
  });

  it('stands in the page that opens without a server', async () => {
    const page = readFileSync(join(__dirname, '../../../deploy/verify/verify.html'), 'utf8');
    const source = readFileSync(join(__dirname, '../../../deploy/verify/dosar-verify.mjs'), 'utf8');
    const own = source.slice(source.indexOf('globalThis.dosarVerify ='), source.indexOf('const main = async')).trim();
    expect(page).toContain(own);
  });

  it(`names the event of which a bit is another one, ${TIMES} times`, async () => {
    for (let each = 0; each < TIMES; each += 1) {
      const at = place();
      const bytes = Buffer.from(lines[at]!);
      bytes[below(bytes.length)]! ^= 1 << below(8);
      // a bit that makes another line of it is found, but may be named as the one before
      if (bytes.includes(10)) continue;
      const { code, first } = await verifyBytes(lines, at, bytes);
      expect([code, first?.index]).toEqual([10, at]);
    }
  });

  const verifyBytes = (all: readonly string[], at: number, bytes: Buffer) =>
    verifier.verify(
      (async function* () {
        yield Buffer.from(`${all.slice(0, at).join('\n')}\n`);
        yield Buffer.concat([bytes, Buffer.from('\n')]);
        yield Buffer.from(`${all.slice(at + 1).join('\n')}\n`);
      })(),
    );

  it.each([
    ['was taken out', (all: string[], at: number) => all.splice(at, 1)],
    ['was put in', (all: string[], at: number) => all.splice(at, 0, all[at - 1]!)],
    ['was exchanged with the next', (all: string[], at: number) => all.splice(at, 2, all[at + 1]!, all[at]!)],
  ])(`finds that one %s, ${TIMES} times`, async (_, tamper) => {
    for (let each = 0; each < TIMES; each += 1) {
      const at = Math.min(place(), lines.length - 2);
      const all = [...lines];
      tamper(all, at);
      const { code, first } = await verify(all, { pins: [note] });
      expect([code, Math.abs((first?.index ?? first?.from ?? 0) - at) <= 37]).toEqual([10, true]);
    }
  });

  it(`says how many are missing at the end, ${TIMES} times, also when the heads above were taken out, too`, async () => {
    const header = JSON.parse(lines[0]!) as { size: number; heads: string[] };
    for (let each = 0; each < TIMES; each += 1) {
      const left = 1 + below(299);
      expect(await verify(lines.slice(0, left + 1))).toMatchObject({ code: 11, first: { missing: 300 - left } });
      const heads = header.heads.filter((head) => Number(head.split('\n')[1]) <= left);
      const all = [JSON.stringify({ ...header, size: left, heads }), ...lines.slice(1, left + 1)];
      const { code, faults } = await verify(all, { pins: [note] });
      expect(code).toBe(11);
      expect(faults).toContainEqual(expect.objectContaining({ code: 'after_pin', missing: 300 - left }));
    }
  });

  it('notices a log that was rewritten and signed again with the stolen key, against a head from elsewhere alone', async () => {
    const count = Math.max(3, Math.floor(TIMES / 10));
    for (let each = 0; each < count; each += 1) {
      const changed = below(300);
      const vault = memoryVault();
      await aLog(1, { vault });
      // the thief has the vault as it is, and forgets what it says of heads
      await vault.remove('ledger/newest');
      const forged = await linesOf(await aLog(300, { vault, says: (at) => (at === changed ? 'altceva' : 'ș') }));
      expect((await verify(forged.lines)).code).toBe(0);
      expect((await verify(forged.lines, { pins: [note.split('\n').slice(1, 3).join(' ')] })).code).toBe(12);
      expect((await verify(forged.lines, { pins: [note] })).code).toBe(13);
    }
  });

  it('refuses heads by a stranger, of another log, that are none, and another key than the one that was given', async () => {
    const other = await linesOf(await aLog(300));
    const header = JSON.parse(lines[0]!) as { heads: string[]; origin: string };
    const theirs = JSON.parse(other.lines[0]!) as { heads: string[] };
    const withHeads = (heads: string[]) => [JSON.stringify({ ...header, heads }), ...lines.slice(1)];
    expect((await verify(withHeads(theirs.heads))).code).toBe(13);
    expect((await verify(withHeads(header.heads.map((head) => head.replace('\n300\n', '\n299\n'))))).code).toBe(13);
    expect((await verify(lines, { pins: [note.replace(ORIGIN, 'other.test/audit')] })).code).toBe(12);
    expect((await verify(lines, { pins: ['nothing'] })).code).toBe(13);
    const stranger = (JSON.parse(other.lines[0]!) as { keys: { verifierKey: string }[] }).keys[0]!.verifierKey;
    expect((await verify(lines, { key: stranger })).code).toBe(13);
    expect((await verify(withHeads([]))).code).toBe(14);
    await expect(verify(['{"dosar":"history","v":2}'])).rejects.toThrow('newer form');
    await expect(verify(['something else'])).rejects.toThrow();
  });

  it('goes on being verified when the key is replaced, and not when it was not handed over', async () => {
    const log = await aLog(50);
    await rotateSigningKey(log.vault, keys, new Date());
    await log.events.append('s-9', -1, [textOf('s-9', 0)]);
    const stop = new AbortController();
    stop.abort();
    await keepSealing({ ...log, masters: keys, host: 'portal.firma.test', sealer: null }, stop.signal);
    const told = await linesOf(log);
    expect(await verify(told.lines, { pins: [told.head.note] })).toMatchObject({ code: 0, events: 51 });
    const header = JSON.parse(told.lines[0]!) as { keys: { note: string | null }[] };
    header.keys[1]!.note = null;
    expect((await verify([JSON.stringify(header), ...told.lines.slice(1)])).code).toBe(13);
  });
});
