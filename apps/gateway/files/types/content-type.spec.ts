import { ALLOWED_EXTENSIONS, BLOCKED_EXTENSIONS, MIME_TYPES, type Extension } from '@dosar/contracts';
import type { Problem } from '../../platform/http/problem';
import { zipOf } from '../../testing/zip-builder';
import { readText } from '../texts/read-text';
import { allowedExtensionOf, HEAD_BYTES, inspect } from './content-type';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** A buffer with other bytes at a place in it. */
const at = (place: number, mark: Buffer | string, from = Buffer.alloc(HEAD_BYTES)) => {
  Buffer.from(mark as string, 'latin1').copy(from, place);
  return from;
};
const pe = (kind: number) => {
  const bytes = at(0x80, 'PE\0\0', at(0, 'MZ\x90\0\x03\0'));
  bytes.writeUInt32LE(0x80, 0x3c);
  bytes.writeUInt16LE(kind, 0x96);
  return bytes;
};
const ole = (classId: string) => {
  const bytes = Buffer.alloc(4_096);
  hex('d0cf11e0a1b11ae1').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  for (const [place, name] of ['Root Entry', 'WordDocument', 'Workbook', 'PowerPoint Document'].entries())
    Buffer.from(name, 'utf16le').copy(bytes, 1_024 + place * 128);
  hex(classId).copy(bytes, 1_024 + 80);
  return bytes;
};

/** The first bytes of programs, as far as they identify them. */
const PROGRAMS: Readonly<Record<string, Buffer>> = {
  exe: pe(0x0102),
  dll: pe(0x2102),
  msi: ole('84100c0000000000c000000000000046'),
  elf: at(0, '\x7fELF\x02\x01\x01\0'),
  lnk: at(0, hex('4c000000 01140200 00000000 c0000000 00000046')),
  iso: at(0x8001, 'CD001'),
  class: at(0, hex('cafebabe 00000041 0022')),
  'a script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
};

/** The first bytes of each kind of file, behind which a program may hide. */
const BEGINNINGS: Readonly<Record<string, Buffer>> = {
  pdf: Buffer.from('%PDF-1.7\n'),
  png: hex('89504e470d0a1a0a 0000000d 49484452 00000001 00000001 08060000 00'),
  jpg: hex('ffd8ffe0 0010 4a464946 00'),
  gif: Buffer.from('GIF89a'),
  zip: hex('504b0304 1400 0000 0000'),
  rtf: Buffer.from('{\\rtf1'),
};

const isTaken = async (extension: (typeof ALLOWED_EXTENSIONS)[number], head: Buffer) => {
  try {
    const watch = await inspect(extension, head.subarray(0, HEAD_BYTES));
    watch.end();
    return true;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe.each(Object.entries(PROGRAMS))('%s', (_, bytes) => {
  it.each(ALLOWED_EXTENSIONS)('is not taken as .%s', async (extension) =>
    expect(await isTaken(extension, bytes)).toBe('INVALID_FILE_TYPE'),
  );
});

describe('behind the first bytes of another file', () => {
  it.each(Object.entries(BEGINNINGS))('the image of a disk is not taken as .%s', async (extension, begins) =>
    expect(await isTaken(extension as 'pdf', at(0, begins, at(0x8001, 'CD001')))).toBe('INVALID_FILE_TYPE'),
  );
  it('a script is not taken as an archive that begins with its name', async () =>
    expect(await isTaken('tar', at(257, 'ustar\x0000', at(0, '#!/bin/sh\n')))).toBe('INVALID_FILE_TYPE'));
});

describe('a blocked extension is not taken', () => {
  const refusal = expect.objectContaining({ code: 'INVALID_FILE_TYPE' });
  it.each(BLOCKED_EXTENSIONS)('.%s, at the end of a name, in any case', (blocked) => {
    for (const allowed of ALLOWED_EXTENSIONS)
      for (const name of [`a.${allowed}.${blocked}`, `a.${blocked.toUpperCase()}`, `a.${allowed}. ${blocked}`])
        expect(() => allowedExtensionOf(name)).toThrow(refusal);
  });
  const WORDS = ['com', 'js', 'sh', 'cmd'];
  it.each(BLOCKED_EXTENSIONS)('.%s, right before the allowed one, unless it is a word of names', (blocked) => {
    for (const allowed of ALLOWED_EXTENSIONS)
      for (const name of [`a.${blocked}.${allowed}`, `a.${blocked.toUpperCase()} .${allowed}`]) {
        if (WORDS.includes(blocked)) expect(allowedExtensionOf(name)).toBe(allowed);
        else expect(() => allowedExtensionOf(name)).toThrow(refusal);
      }
  });
  it('P10: but a word of a name that only looks like one is', () => {
    for (const allowed of ALLOWED_EXTENSIONS)
      for (const name of [`js exe.${allowed}`, `Factura Booking.com.${allowed}`, `img.2026.03.${allowed}`])
        expect(allowedExtensionOf(name)).toBe(allowed);
    expect(Object.keys(MIME_TYPES)).toEqual(ALLOWED_EXTENSIONS);
  });
});

/** What is found in a file that comes in pieces, and the rule by which it is refused. */
const typeOf = async (named: Extension, ...pieces: Buffer[]): Promise<string> => {
  try {
    const watch = await inspect(named, pieces[0]!);
    let offset = pieces[0]!.length;
    for (const piece of pieces.slice(1)) {
      watch.chunk(piece, offset);
      offset += piece.length;
    }
    return watch.end();
  } catch (error) {
    return [...(error as Problem).fields!.values()][0]!.rule;
  }
};
const packed = (...names: string[]) => zipOf(names.map((name) => ({ name, data: 'x'.repeat(40), method: 0 })));
const text = (content: string) => Buffer.from(content);
const wide = (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le');
const PICTURE = BEGINNINGS['jpg']!;
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n';
const withStream = (name: string, at = 1_024) => {
  const bytes = ole('00');
  bytes.fill(0, 1_024 + 128);
  const longer = Buffer.concat([bytes, Buffer.alloc(Math.max(0, at - 3_000))]);
  Buffer.from(`${name}\0`, 'utf16le').copy(longer, at);
  return longer;
};

describe('the type is that of the content:', () => {
  it('P9: .pdf that is a line end before it', async () => {
    expect(await typeOf('pdf', text(`\r\n${PDF}`))).toBe('pdf');
  });
  it.each<[Extension, string, Buffer, string]>([
    ['pdf', 'a mark of its letters before it', text(`\ufeff${PDF}`), 'pdf'],
    ['pdf', 'what a printer is told before it', text(`\u001b%-12345X@PJL JOB\r\n${PDF}`), 'pdf'],
    ['pdf', '1,019 bytes before it', text(' '.repeat(1_019) + PDF), 'pdf'],
    ['pdf', 'a whole page of the web before it', text(`<html><body>${PDF}`), 'content_page'],
    ['pdf', 'more before it than is looked at', text(' '.repeat(1_024) + PDF), 'content_differs'],
    ['pdf', 'a text', text('altceva'), 'content_differs'],
    ['pdf', 'nothing', text(''), 'content_empty'],
    ['xml', 'nothing', text(''), 'content_empty'],
    ['csv', 'nothing', text(''), 'csv'],
    ['pdf', 'a picture', PICTURE, 'content_found'],
    ['png', 'a JPEG', PICTURE, 'jpg'],
    ['jpeg', 'a PNG', BEGINNINGS['png']!, 'png'],
    [
      'jpg',
      'a photo of a telephone',
      Buffer.concat([hex('00000018'), text('ftypheic\0\0\0\0mif1heic')]),
      'content_found',
    ],
    ['doc', 'an RTF', BEGINNINGS['rtf']!, 'rtf'],
    ['rtf', 'a line end before it', text('\r\n{\\rtf1 a}'), 'rtf'],
    ['doc', 'a newer document', packed('[Content_Types].xml', 'word/document.xml'), 'docx'],
    ['xls', 'a newer workbook', packed('xl/workbook.xml', '[Content_Types].xml'), 'xlsx'],
    ['docx', 'a workbook', packed('xl/workbook.xml', 'x'), 'content_found'],
    ['docx', 'an archive', packed('a.txt'), 'content_found'],
    ['csv', 'a workbook', packed('[Content_Types].xml', 'xl/workbook.xml'), 'xlsx'],
    ['txt', 'a workbook', packed('[Content_Types].xml', 'xl/workbook.xml'), 'content_found'],
    ['xlsx', 'an old workbook', withStream('Workbook'), 'xls'],
    ['docx', 'one with a password', withStream('EncryptedPackage'), 'docx'],
    ['xls', 'one with a password', withStream('EncryptedPackage'), 'xlsx'],
    ['xls', 'an old document', withStream('WordDocument'), 'content_found'],
    ['xls', 'the entry of a workbook far behind', withStream('Workbook', 128 * 1_000), 'xls'],
    ['xls', 'a word of that name, which is no entry', withStream('Workbook', 128 * 20 + 2), 'content_differs'],
    ['xls', 'lines of cells', text('Data\tSuma\n01.03.2026\t12,50\n'), 'csv'],
    ['xls', 'cells in UTF-16', wide('Data\tSuma\n01.03.2026\t12,50\n'), 'csv'],
    ['xls', 'a page of the web', text('<table><tr><td>1</td></tr></table>'), 'content_differs'],
    ['xls', 'a whole page of the web', text('<html><table></table></html>'), 'content_page'],
    ['xls', 'a text', text('doar text'), 'content_differs'],
    [
      'xls',
      'a sheet as XML',
      text('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
      'xml',
    ],
    ['txt', 'XML', text('<?xml version="1.0"?><Invoice/>'), 'xml'],
    ['json', 'a text', text('a'), 'json'],
    ['zip', 'a RAR', hex('526172211a0701000000000000'), 'rar'],
    ['rar', 'a ZIP', packed('a.txt'), 'zip'],
    ['zip', 'a document', packed('[Content_Types].xml', 'word/document.xml'), 'zip'],
  ])('.%s that is %s', async (named, _, bytes, type) => {
    expect(await typeOf(named, bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES))).toBe(type);
  });

  it.each([0, 1, 7, 30])('what only its end says, cut at byte %d of it, too', async (cut) => {
    const parts = packed('xl/a.bin', 'xl/b.bin', 'xl/workbook.xml');
    const at = parts.indexOf('xl/workbook.xml') + cut;
    expect(await typeOf('xlsx', parts.subarray(0, at), parts.subarray(at))).toBe('xlsx');
    const old = withStream('Workbook', 128 * 1_000);
    const entry = 128 * 1_000 + cut;
    expect(await typeOf('xls', old.subarray(0, entry), old.subarray(entry))).toBe('xls');
  });
});

it.each<Extension>(['docx', 'xlsx', 'pptx'])('a .%s with a password is known to be locked', async (type) => {
  const locked = withStream('EncryptedPackage');
  expect(await typeOf(type, locked)).toBe(type);
  expect(await readText(locked, type, false)).toEqual({ why: 'encrypted' });
});
