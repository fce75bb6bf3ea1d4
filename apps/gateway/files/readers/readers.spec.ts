import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MIME_TYPES } from '@dosar/contracts';
import { killers } from '../../testing/killers';
import { readDocument } from '../texts/read-document';
import { confinement } from './confinement';
import { FrameFault, FrameParser, frameOf } from './frames';
import { reportConfinement } from './report-confinement';
import { spawnConfined } from './spawn-confined';

const LIMITS = { data: 64 * 1024 * 1024, cpu: 10 };

/** The output of a shell that is confined like a reader. */
const shell = async (script: string) => {
  const { command } = await confinement();
  const child = spawnConfined(command(['/bin/sh', '-c', script], LIMITS), {});
  child.stdin.on('error', () => undefined).end();
  child.stderr.resume();
  return (await buffer(child.stdout)).toString().trim();
};

const text = (words: string) =>
  readDocument({ bytes: new TextEncoder().encode(words).buffer, mimeType: MIME_TYPES.txt });
const read = ([, ending, bytes]: (typeof killers)[number], ms?: number) =>
  readDocument({ bytes: new Uint8Array(bytes()).buffer, mimeType: MIME_TYPES[ending], isForSearch: true }, { ms });

describe('a process that reads uploads', () => {
  it('is bounded in memory, time, descriptors and what it writes, and leaves no dump', async () => {
    const limits = await shell('cat /proc/self/limits');
    const of = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(limits)![1];
    expect([of('Max data size'), of('Max cpu time'), of('Max file size'), of('Max core file size')]).toEqual([
      '67108864',
      '10',
      '0',
      '0',
    ]);
    expect(Number(of('Max open files'))).toBeLessThanOrEqual(128);
  });

  it('has nothing of the server: no variable, no descriptor, no folder', async () => {
    process.env['SECRET'] = 'secret';
    expect(await shell('pwd; env | grep -v -e PWD -e _=')).toBe('/');
    expect((await shell('ls /proc/self/fd')).split('\n').slice(0, 3)).toEqual(['0', '1', '2']);
    const targets = await shell('for each in /proc/self/fd/*; do readlink $each; done');
    expect(targets.split('\n').filter((each) => !/^(socket:|\/proc\/|\/dev\/null)/.test(each))).toEqual([]);
    delete process.env['SECRET'];
  });

  it('reaches no network, and no file of the server, where that can be had', async () => {
    const { missing } = await confinement();
    const devices = await shell('cat /proc/net/dev | grep -c :');
    expect(missing.some((each) => each.includes('network'))).toBe(devices !== '1');
    const folder = mkdtempSync(join(tmpdir(), 'dosar-readers-'));
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, 'master.key'), 'key', { mode: 0o600 });
    const isSameUser = missing.some((each) => each.includes('user'));
    expect(await shell(`cat ${folder}/master.key`)).toBe(isSameUser ? 'key' : '');
    expect(await shell(`cat /proc/${process.pid}/environ | wc -c`)).toBe(isSameUser ? expect.any(String) : '0');
    await shell(`echo x > ${folder}/written; echo x > /tmp/dosar-written-${process.pid}`);
    expect(existsSync(join(folder, 'written')) && readFileSync(join(folder, 'written')).length > 0).toBe(false);
    rmSync(folder, { recursive: true });
    rmSync(`/tmp/dosar-written-${process.pid}`, { force: true });
  });

  it('ends at its memory, and the next one reads on', async () => {
    const some = ['sectors that lead in a circle', 'groups in groups, 20 million deep'];
    for (const killer of killers.filter(([what]) => some.includes(what)))
      expect(await read(killer)).toEqual({ why: 'too_large' });
    expect(await text('after them')).toEqual({ text: 'after them', isCut: false });
  });

  it('ends at its limit of time, and the next one reads on', async () => {
    expect(await text('first')).toEqual({ text: 'first', isCut: false });
    const long = killers.find(([what]) => what === '10,000 pages')!;
    expect(await read(long, 100)).toEqual({ why: 'too_large' });
    expect(await text('second')).toEqual({ text: 'second', isCut: false });
  });
});

describe('what is said between a reader and the server', () => {
  const LIMIT = { head: 100, bytes: 10 };
  const all = (...parts: readonly Uint8Array[]) => {
    const parser = new FrameParser(LIMIT);
    // byte by byte, the slowest possible delivery
    return [...Buffer.concat(parts)].flatMap((byte) => [...parser.push(Buffer.of(byte))]);
  };
  it('comes whole, however it is cut', () =>
    expect(all(...frameOf({ id: 1 }, Buffer.from('ă')), ...frameOf({ id: 2 }))).toEqual([
      { head: { id: 1 }, bytes: Buffer.from('ă') },
      { head: { id: 2 }, bytes: Buffer.alloc(0) },
    ]));
  it.each([
    ['bytes that are too many', () => all(...frameOf({}, Buffer.alloc(11)))],
    ['a head that is too long', () => all(...frameOf({ a: 'a'.repeat(100) }))],
    ['what is no JSON', () => all(Buffer.from('000000010000000041', 'hex'))],
  ])('is refused: %s', (_, send) => expect(send).toThrow(FrameFault));
});

it('is said in health where memory cannot be bounded, and in the log where anything else cannot be had', async () => {
  const said: string[] = [];
  const to = {
    findings: { add: (part: string, what: string) => void said.push(`${part}: ${what}`) },
    logger: { warn: (what: string) => void said.push(what) },
  };
  await reportConfinement(to, Promise.resolve({ isBounded: false, missing: ['they could reach the network'] }));
  expect(said).toEqual([
    'readers: the memory of processes that read uploads cannot be bounded on this machine: Word documents of before 2007 and words in pictures are not read',
    'readers of uploads: they could reach the network',
  ]);
  await reportConfinement(to, Promise.resolve({ isBounded: true, missing: [] }));
  expect(said).toHaveLength(2);
});
