import { crc32, deflateRawSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { extraField, UNIX, zipOf, type Made } from './zip-builder';

/** The code of the refusal; or the extracted things, files by path, folders with a trailing slash. */
export type Verdict = string | readonly string[];
export type Case = readonly [what: string, archive: () => Buffer, verdict: Verdict];

const MiB = 1024 * 1024;
const file = (name: string | Buffer, more: Partial<Made> = {}): Made => ({ name, data: 'conținut', ...more });
const zip = (...names: (string | Buffer)[]) => zipOf(names.map((name) => file(name)));
const old = (text: string, page: string) => iconv.encode(text, page);
const zeros = (size: number) => Buffer.alloc(size);
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n', 'latin1');
/** Signatures of programs. */
const PROGRAMS: Readonly<Record<string, Buffer>> = {
  exe: Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), zeros(64)]),
  elf: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0'), zeros(64)]),
  class: Buffer.from('cafebabe00000034', 'hex'),
  lnk: Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), zeros(64)]),
};

/** Several entries that share the same bytes: the second header lies inside the content of the first. */
const overlapping = (): Buffer => {
  const inner = zipOf([file('b.txt')]);
  const data = inner.subarray(0, inner.indexOf('PK\x01\x02'));
  const first: Made = { name: 'a.bin.txt', data, method: 0 };
  const at = 30 + first.name.length;
  return zipOf(
    [first, { ...file('b.txt'), at }].map((each, index) =>
      index === 0 ? each : { ...each, packed: zeros(0), packedSize: deflateRawSync('conținut').length },
    ),
  );
};

/** A small archive that refers to the same content again and again. */
const repeated = (): Buffer => {
  const kernel = deflateRawSync(zeros(900_000));
  const first: Made = { name: '0.txt', packed: kernel, data: zeros(900_000) };
  const again = Array.from({ length: 250 }, (_, at): Made => ({
    name: `${at + 1}.txt`,
    packed: zeros(0),
    at: 0,
    packedSize: kernel.length,
    crc: crc32(zeros(900_000)),
    size: 900_000,
    local: { name: '0.txt' },
  }));
  return zipOf([first, ...again]);
};

const unicodePath = (raw: Buffer, name: string, sum = crc32(raw)) => {
  const head = Buffer.from([1, 0, 0, 0, 0]);
  head.writeUInt32LE(sum, 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(name)]));
};
const nested = (depth: number): Buffer =>
  depth === 0 ? zip('a.txt') : zipOf([{ name: 'inner.zip', data: nested(depth - 1) }]);
/** Files in the deepest of 31 implied folders. */
const deepFiles = (count: number) => Array.from({ length: count }, (_, at) => `${folders(31).slice(0, -5)}${at}.txt`);
const folders = (depth: number) => `${Array.from({ length: depth }, (_, at) => `d${at}`).join('/')}/a.txt`;

/** Paths that lead outside, and deceptive names. */
const NAMES: readonly Case[] = [
  ['a path upwards', () => zip('../a.txt'), 'ZIP_UNSAFE'],
  ['a path upwards in the middle', () => zip('a/../../b.txt'), 'ZIP_UNSAFE'],
  ['a path upwards behind a good file', () => zip('bun.txt', '../../../etc/cron.d/a.txt'), 'ZIP_UNSAFE'],
  ['upwards with backslashes', () => zip('..\\..\\a.txt'), 'ZIP_UNSAFE'],
  ['upwards at the end', () => zip('a/..'), 'ZIP_UNSAFE'],
  ['upwards with blanks, as Windows reads it', () => zip('.. /a.txt'), 'ZIP_UNSAFE'],
  ['an absolute path', () => zip('/etc/passwd.txt'), 'ZIP_UNSAFE'],
  ['an absolute path with a backslash', () => zip('\\Windows\\a.txt'), 'ZIP_UNSAFE'],
  ['a path of a network', () => zip('\\\\server\\share\\a.txt'), 'ZIP_UNSAFE'],
  ['a drive', () => zip('C:\\Windows\\a.txt'), 'ZIP_UNSAFE'],
  ['a drive without a slash', () => zip('c:a.txt'), 'ZIP_UNSAFE'],
  ['a zero byte in a name', () => zip('a.txt\0.exe'), 'ZIP_UNSAFE'],
  ['a new line in a name', () => zip('a\r\nSet-Cookie: x.txt'), 'ZIP_UNSAFE'],
  ['an escape sequence in a name', () => zip('a\u001b[2J.txt'), 'ZIP_UNSAFE'],
  ['a delete character in a name', () => zip('a\u007f.txt'), 'ZIP_UNSAFE'],
  ['no name', () => zip(''), 'ZIP_UNSAFE'],
  ['a name of a dot', () => zip('.'), 'ZIP_UNSAFE'],
  ['a name of three dots', () => zip('...'), 'ZIP_UNSAFE'],
  ['a program, though another is twice there', () => zip('a.exe', 'a.exe'), 'INVALID_FILE_TYPE'],
  ['only what cannot be taken', () => zip('a.eml', 'b.exe', 'd/c.p7s'), 'INVALID_FILE_TYPE'],
  ['an empty PDF alone', () => zipOf([{ name: 'gol.pdf', data: '', method: 0 }]), 'INVALID_FILE_TYPE'],
  ['a path upwards behind what is left out', () => zip('a.exe', '../b.txt'), 'ZIP_UNSAFE'],
  ['a password behind a good file', () => zipOf([file('a.txt'), file('b.txt', { flags: 0x801 })]), 'ZIP_ENCRYPTED'],
  ['a link behind a good file', () => zipOf([file('a.txt'), file('b.txt', { mode: 0o120_777 })]), 'ZIP_UNSAFE'],
  ['a file that is a folder, too', () => zip('a.txt', 'a.txt/b.txt'), 'ZIP_UNSAFE'],
  ['a folder that is a file, too', () => zip('a.txt/b.txt', 'a.txt'), 'ZIP_UNSAFE'],
  [
    'a name that says it is UTF-8 and is not',
    () => zipOf([file(Buffer.from([0xff, 0xfe, 0x2e, 0x74, 0x78, 0x74]), { flags: 0x800 })]),
    'ZIP_CORRUPT',
  ],
  ['folders of 33 levels', () => zip(folders(33)), 'TOO_DEEP'],
  ['folders of 3,000 levels', () => zip(folders(3_000)), 'TOO_DEEP'],
  ['a path of 3,000 bytes', () => zip(`${'x'.repeat(200)}/`.repeat(14) + 'a.txt'), 'TOO_DEEP'],
  ['a name of 60,000 bytes', () => zip(`${'x'.repeat(60_000)}.txt`), 'TOO_DEEP'],
  ['a name turned round', () => zip('factura_\u202egpj.exe'), 'INVALID_FILE_TYPE'],
  ['a stream of another file', () => zip('a.txt:b.exe'), 'INVALID_FILE_TYPE'],
];

/** Content that is refused whatever its name. */
const CONTENTS: readonly Case[] = [
  ['a program', () => zip('a.exe'), 'INVALID_FILE_TYPE'],
  ['a blocked extension in the middle', () => zip('a.exe.pdf'), 'INVALID_FILE_TYPE'],
  ['a blocked extension before a blank', () => zip('a.exe .txt'), 'INVALID_FILE_TYPE'],
  ['a blocked extension behind a blank', () => zip('a.pdf .exe'), 'INVALID_FILE_TYPE'],
  ['a page', () => zip('a.html'), 'INVALID_FILE_TYPE'],
  ['no extension', () => zip('LICENSE'), 'INVALID_FILE_TYPE'],
  ...Object.entries(PROGRAMS).map(([kind, data]): Case => [
    `${kind} that says it is a PDF`,
    () => zipOf([{ name: 'a.pdf', data }]),
    'INVALID_FILE_TYPE',
  ]),
  [
    'a script that says it is a text',
    () => zipOf([{ name: 'a.txt', data: '#!/bin/sh\nrm -rf /\n' }]),
    'INVALID_FILE_TYPE',
  ],
  [
    'a page that says it is a text',
    () => zipOf([{ name: 'a.txt', data: '<html><script>alert(1)</script>' }]),
    'INVALID_FILE_TYPE',
  ],
  [
    'a file over 20 MiB',
    () => zipOf([{ name: 'a.txt', data: Buffer.alloc(20 * MiB + 1, 'ab c'), method: 0 }]),
    'FILE_TOO_LARGE',
  ],
];

/** Archives that unpack to much more than their size. */
const BOMBS: readonly Case[] = [
  ['a thousand to one', () => zipOf([{ name: 'a.txt', data: zeros(10 * MiB) }]), 'ZIP_UNSAFE'],
  [
    '201 MiB in all',
    () =>
      zipOf(
        Array.from({ length: 11 }, (_, at) => ({
          name: `${at}.zip`,
          data: '',
          size: 19 * MiB,
          packed: zeros(200_000),
        })),
      ),
    'ZIP_TOO_LARGE',
  ],
  ['one kernel for 250 files', repeated, 'ZIP_UNSAFE'],
  ['an entry inside of another', overlapping, 'ZIP_UNSAFE'],
  [
    'an entry that reaches into the directory',
    () => zipOf([file('a.txt', { method: 0, packedSize: 40, size: 40, local: { packedSize: 40, size: 40 } })]),
    'ZIP_UNSAFE',
  ],
  [
    '2,001 entries',
    () => zipOf(Array.from({ length: 2_001 }, (_, at) => file(`${at}.txt`, { method: 0 }))),
    'ZIP_TOO_MANY',
  ],
  [
    '1,990 entries, each 31 folders deep',
    () => zipOf(Array.from({ length: 1_990 }, (_, at) => file(`${at}/${folders(30)}`))),
    'ZIP_TOO_MANY',
  ],
  ['2,001 things, folders that paths imply among them', () => zip(...deepFiles(1_970)), 'ZIP_TOO_MANY'],
  ['60,000 entries, as it says', () => zipOf([file('a.txt')], { count: 60_000 }), 'ZIP_TOO_MANY'],
  [
    '900,000 entries, told in the longer form',
    () => zipOf([file('a.txt')], { zip64: { count: 900_000 } }),
    'ZIP_TOO_MANY',
  ],
  ['more comes out than it says', () => zipOf([file('a.txt', { size: 3, local: { size: 3 } })]), 'ZIP_CORRUPT'],
  ['less comes out than it says', () => zipOf([file('a.txt', { size: 900, local: { size: 900 } })]), 'ZIP_CORRUPT'],
  [
    '2 GiB that it says in 20 bytes',
    () => zipOf([file('a.txt', { size: 0x8000_0000, local: { size: 0x8000_0000 } })]),
    'ZIP_UNSAFE',
  ],
  [
    'a size that the longer form has',
    () => zipOf([file('a.txt', { size: 0xffff_ffff, extra: extraField(1, Buffer.from('00000000ff000000', 'hex')) })]),
    'ZIP_UNSAFE',
  ],
  ['a size that the longer form should have', () => zipOf([file('a.txt', { size: 0xffff_ffff })]), 'ZIP_UNSAFE'],
];

/** Archives that contradict themselves or cannot be read. */
const DAMAGED: readonly Case[] = [
  ['no archive', () => Buffer.from('nu este o arhivă'), 'NOT_A_ZIP'],
  ['an archive without its end', () => zip('a.txt').subarray(0, -30), 'ZIP_CORRUPT'],
  ['an archive without its beginning', () => zip('a.txt').subarray(20), 'ZIP_CORRUPT'],
  ['the end alone of a long archive', () => zipOf([], { count: 3 }), 'ZIP_CORRUPT'],
  ['more at its end', () => zipOf([file('a.txt')], { after: Buffer.from('more') }), 'ZIP_CORRUPT'],
  ['another end in its comment', () => zipOf([file('a.txt')], { comment: zipOf([]) }), 'ZIP_CORRUPT'],
  ['more entries than it counts', () => zipOf([file('a.txt'), file('b.txt')], { count: 1 }), 'ZIP_CORRUPT'],
  ['fewer entries than it counts', () => zipOf([file('a.txt')], { count: 2 }), 'ZIP_CORRUPT'],
  ['a directory somewhere else', () => zipOf([file('a.txt')], { directoryAt: 4 }), 'ZIP_CORRUPT'],
  ['a directory of another size', () => zipOf([file('a.txt')], { directorySize: 7 }), 'ZIP_CORRUPT'],
  ['another directory in the longer form', () => zipOf([file('a.txt')], { zip64: { at: 0 } }), 'ZIP_CORRUPT'],
  ['a longer form that is not there', () => zipOf([file('a.txt')], { zip64: { recordAt: 2 ** 48 } }), 'ZIP_CORRUPT'],
  ['a part of several disks', () => zipOf([file('a.txt')], { disk: 3 }), 'ZIP_CORRUPT'],
  ['a checksum of something else', () => zipOf([file('a.txt', { crc: 1 })]), 'ZIP_CORRUPT'],
  [
    'a content that is not packed so',
    () => zipOf([file('a.txt', { packed: Buffer.from('nu e împachetat') })]),
    'ZIP_CORRUPT',
  ],
  ['another name before the content', () => zipOf([file('a.txt', { local: { name: 'b.exe' } })]), 'ZIP_UNSAFE'],
  ['another method before the content', () => zipOf([file('a.txt', { local: { method: 0 } })]), 'ZIP_CORRUPT'],
  ['another size before the content', () => zipOf([file('a.txt', { local: { size: 4_000 } })]), 'ZIP_CORRUPT'],
  ['an entry whose content is not there', () => zipOf([file('a.txt', { at: 3 })]), 'ZIP_CORRUPT'],
  ['an entry behind the end', () => zipOf([file('a.txt', { at: 4_000_000 })]), 'ZIP_CORRUPT'],
  ['a method that nobody has', () => zipOf([file('a.txt', { method: 77 })]), 'ZIP_CORRUPT'],
  [
    'an extra field that is longer than it is',
    () => zipOf([file('a.txt', { extra: Buffer.from('0100ff00', 'hex') })]),
    'ZIP_CORRUPT',
  ],
  ['a password', () => zipOf([file('a.txt', { flags: 0x801 })]), 'ZIP_ENCRYPTED'],
  ['a password of the stronger kind', () => zipOf([file('a.txt', { flags: 0x841 })]), 'ZIP_ENCRYPTED'],
  ['a password as WinZip has it', () => zipOf([file('a.txt', { method: 99 })]), 'ZIP_ENCRYPTED'],
  ['a password said only before the content', () => zipOf([file('a.txt', { local: { flags: 0x801 } })]), 'ZIP_CORRUPT'],
  ['a link', () => zipOf([{ name: 'a.txt', data: '/etc/passwd', mode: 0o120_777 }]), 'ZIP_UNSAFE'],
  ['a device', () => zipOf([file('a.txt', { mode: 0o020_644 })]), 'ZIP_UNSAFE'],
  ['a pipe', () => zipOf([file('a.txt', { mode: 0o010_644 })]), 'ZIP_UNSAFE'],
  ['a folder with a content', () => zip('dosar/'), 'ZIP_UNSAFE'],
  ['nothing in it', () => zipOf([]), 'ZIP_EMPTY'],
  ['only what a system left', () => zip('__MACOSX/._a.txt', '.DS_Store', 'd/Thumbs.db'), 'ZIP_EMPTY'],
  ['only what programs left', () => zip('d/~$act.docx', '.~lock.act.odt#', 'd/__MACOSX/a.pdf'), 'ZIP_EMPTY'],
];

/** Harmless archives that must be unpacked, with cleaned names. */
const MENDED: readonly Case[] = [
  ['a zero-width character', () => zip('fac\u200btura.txt'), ['fac_tura.txt']],
  ['a dot at the end of a folder', () => zip('Ian./a.txt'), ['Ian/', 'Ian/a.txt']],
  ['a blank at the end of a folder', () => zip('Ian /a.txt', 'Ian/b.txt'), ['Ian/', 'Ian/a.txt', 'Ian/b.txt']],
  ["a name of Windows' own", () => zip('CON.txt'), ['CON.txt']],
  ['names that differ by case', () => zip('A.txt', 'a.txt'), ['A.txt', 'a (1).txt']],
  ['names that differ by diacritics', () => zip('și.txt', 'si.txt'), ['și.txt', 'si (1).txt']],
  ['folders that differ by case', () => zip('D/a.txt', 'd/b.txt'), ['D/', 'D/a.txt', 'D/b.txt']],
  ['a name of 300 bytes', () => zip(`${'x'.repeat(296)}.txt`), [`${'x'.repeat(251)}.txt`]],
  ['a path that begins where it is', () => zip('./d/./a.txt'), ['d/', 'd/a.txt']],
  ['an archive in an archive in an archive', () => nested(5), ['inner.zip']],
  [
    'folders of 32 levels',
    () => zip(folders(32)),
    [...Array.from({ length: 32 }, (_, at) => `${folders(at + 1).slice(0, -5)}`), folders(32)],
  ],
  ['an empty folder', () => zipOf([{ name: 'gol/', data: '', method: 0 }]), ['gol/']],
  ['an empty file', () => zipOf([{ name: 'gol.txt', data: '', method: 0 }]), ['gol.txt']],
  ['a longer form that is true', () => zipOf([file('a.txt')], { zip64: {} }), ['a.txt']],
  ['a comment', () => zipOf([file('a.txt')], { comment: Buffer.from('făcut la birou') }), ['a.txt']],
  [
    'a name beside the header, of another header',
    () =>
      zipOf([file(old('facturâ.txt', 'cp852'), { extra: unicodePath(old('facturâ.txt', 'cp852'), 'alta.exe', 7) })]),
    ['facturâ.txt'],
  ],
];

/** Archives with things that cannot be taken, and what is. */
const PARTLY: readonly Case[] = [
  ['a file twice', () => zip('a.txt', 'b.txt', 'a.txt'), ['a.txt', 'b.txt', 'a (1).txt']],
  ['a file twice, once with a slash too many', () => zip('d/a.txt', 'd//a.txt'), ['d/', 'd/a.txt', 'd/a (1).txt']],
  ['a file twice, composed and not', () => zip('ă.txt', 'a\u0306.txt'), ['ă.txt', 'ă (1).txt']],
  ['a letter, a signature and a script', () => zip('a.txt', 'b.js', 'c.eml', 'd/e.p7s'), ['a.txt']],
  ['a program behind a good file', () => zipOf([file('a.txt'), { name: 'b.png', data: PROGRAMS['exe']! }]), ['a.txt']],
  [
    'an empty PDF in a folder of its own',
    () => zipOf([file('a.txt'), { name: 'd/gol.pdf', data: '', method: 0 }]),
    ['a.txt'],
  ],
  [
    'a folder that is named, and nothing in it to take',
    () => zipOf([file('a.txt'), { name: 'd/', data: '', method: 0 }, file('d/b.exe'), file('e/f.pdf')]),
    ['a.txt', 'd/'],
  ],
  ['one with another checksum', () => zipOf([file('a.txt'), file('b.txt', { crc: 1 })]), ['a.txt']],
  ['one packed as nobody does', () => zipOf([file('a.txt', { method: 77 }), file('b.txt')]), ['b.txt']],
  ['one too deep', () => zip('a.txt', folders(33), `${'x/'.repeat(1_100)}b.txt`), ['a.txt']],
  [
    'one too large',
    () => zipOf([file('a.txt'), { name: 'b.txt', data: Buffer.alloc(20 * MiB + 1, 'ab c'), method: 0 }]),
    ['a.txt'],
  ],
  [
    'locks of open documents',
    () => zip('Acte/~$contract.docx', 'Acte/.~lock.contract.odt#', 'Acte/a.txt', 'Acte/__MACOSX/._a.txt'),
    ['Acte/', 'Acte/a.txt'],
  ],
  [
    'what a system left beside each of 1,500 files',
    () =>
      zipOf(
        Array.from({ length: 1_500 }, (_, at) => [`${at}.txt`, `__MACOSX/._${at}.txt`])
          .flat()
          .map((name) => file(name, { method: 0 })),
      ),
    Array.from({ length: 1_500 }, (_, at) => `${at}.txt`),
  ],
];

/** Archives like those of real programs. */
const REAL: readonly Case[] = [
  [
    'Windows, Romanian, before UTF-8',
    () =>
      zip(
        ...['Bancă\\extras știri.txt', 'Facturi\\țară.txt', 'Facturi\\Încasări.txt'].map((name) =>
          old(name.replace(/ș/g, 'ş').replace(/ț/g, 'ţ'), 'cp852'),
        ),
      ),
    ['Bancă/', 'Bancă/extras știri.txt', 'Facturi/', 'Facturi/țară.txt', 'Facturi/Încasări.txt'],
  ],
  [
    'Windows, western',
    () => zip(old('résumé à Besançon/où.txt', 'cp437')),
    ['résumé à Besançon/', 'résumé à Besançon/où.txt'],
  ],
  [
    'Windows with UTF-8',
    () => zip('Declarații\\D300 ș.txt', 'Declarații\\Thumbs.db'),
    ['Declarații/', 'Declarații/D300 ș.txt'],
  ],
  ['Windows, cedillas in UTF-8', () => zip('ştiri ţară.txt'), ['știri țară.txt']],
  [
    'macOS',
    () =>
      zipOf([
        { name: Buffer.from('Acte șantier/'.normalize('NFD')), data: '', method: 0, mode: 0o040_755 },
        {
          name: Buffer.from('Acte șantier/Contract între părți.pdf'.normalize('NFD')),
          data: PDF,
          mode: 0o100_644,
          flags: 8,
          local: { crc: 0, size: 0, packedSize: 0 },
        },
        {
          name: Buffer.from('__MACOSX/Acte șantier/._Contract între părți.pdf'.normalize('NFD')),
          data: 'x',
          mode: 0o100_644,
        },
        { name: Buffer.from('Acte șantier/.DS_Store'.normalize('NFD')), data: 'x', mode: 0o100_644 },
      ]),
    ['Acte șantier/', 'Acte șantier/Contract între părți.pdf'],
  ],
  [
    '7-Zip',
    () =>
      zipOf(
        [
          { name: 'Bonuri', data: '', method: 0, madeBy: 0, mode: 0 },
          { name: 'Bonuri/bon.txt', data: 'bon', madeBy: 63 },
        ].map((each, at) => (at === 0 ? { ...each, name: 'Bonuri/' } : each)),
      ),
    ['Bonuri/', 'Bonuri/bon.txt'],
  ],
  [
    'Info-ZIP with a name beside the header',
    () =>
      zipOf([
        file(old('factura nr. 5 ??.txt', 'latin1'), {
          madeBy: UNIX,
          mode: 0o100_644,
          extra: unicodePath(old('factura nr. 5 ??.txt', 'latin1'), 'factura nr. 5 țș.txt'),
        }),
      ]),
    ['factura nr. 5 țș.txt'],
  ],
  ['a backup with system files of Windows', () => zip('desktop.ini', 'A/Desktop.ini', 'A/a.txt'), ['A/', 'A/a.txt']],
];

export const hostile: readonly Case[] = [...NAMES, ...CONTENTS, ...BOMBS, ...DAMAGED];
export const legal: readonly Case[] = [...MENDED, ...PARTLY, ...REAL];

/** That many small files. */
export const many = (count: number): Buffer =>
  zipOf(Array.from({ length: count }, (_, at) => file(`${at}.txt`, { data: `bonul ${at}\n`.repeat(40) })));
