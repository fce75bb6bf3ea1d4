import { ALLOWED_EXTENSIONS, BLOCKED_EXTENSIONS, MIME_TYPES } from '@dosar/contracts';
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
  it('but a word of a name that only looks like one is', () => {
    for (const allowed of ALLOWED_EXTENSIONS)
      for (const name of [`js exe.${allowed}`, `Factura Booking.com.${allowed}`, `img.2026.03.${allowed}`])
        expect(allowedExtensionOf(name)).toBe(allowed);
    expect(Object.keys(MIME_TYPES)).toEqual(ALLOWED_EXTENSIONS);
  });
});
