import type { Extension } from '@dosar/contracts';
import { notTaken, type Watch } from './watch';

/** The class id of Windows installers, which use the container of old Office documents. */
const INSTALLER = Buffer.from('84100c0000000000c000000000000046', 'hex');
/** An entry of the directory, wherever it is in the file. */
const ENTRY = 128;

/** What an entry of the container is called that has a document of this type. */
const NAMES: readonly (readonly [name: Buffer, type: Extension])[] = (
  [
    ['WordDocument', 'doc'],
    ['Workbook', 'xls'],
    ['Book', 'xls'],
    ['PowerPoint Document', 'ppt'],
    // a newer document with a password
    ['EncryptedPackage', 'docx'],
  ] as const
).map(([name, type]) => [Buffer.from(`${name}\0`, 'utf16le'), type]);

const LOCKED: Readonly<Partial<Record<Extension, Extension>>> = { doc: 'docx', xls: 'xlsx', ppt: 'pptx' };
const lockedType = (named: Extension): Extension => LOCKED[named] ?? (named.endsWith('x') ? named : 'docx');

/** The types of the documents whose entries are in these bytes. */
const typesIn = (bytes: Buffer, offset: number, into: Set<Extension>, named: Extension): void => {
  for (const [name, type] of NAMES)
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
      if ((offset + at) % ENTRY !== 0) continue;
      into.add(type === 'docx' ? lockedType(named) : type);
      break;
    }
};

/** Reads the entries of the container: it must have a document, and its root be no installer. */
export const watchOle = (named: Extension, head: Buffer): Watch => {
  const differs = notTaken('content_differs', { extension: named });
  if (head.length < 512) throw differs;
  const start = (head.readUInt32LE(48) + 1) * 2 ** head.readUInt16LE(30);
  const root = Buffer.alloc(ENTRY);
  const types = new Set<Extension>();
  let seen = 0;
  let rest: Buffer = Buffer.alloc(0);
  const chunk = (bytes: Buffer, offset: number) => {
    const from = Math.max(start, offset);
    const to = Math.min(start + root.length, offset + bytes.length);
    if (from < to) seen += bytes.copy(root, from - start, from - offset, to - offset);
    typesIn(bytes, offset, types, named);
    // an entry that lies in two chunks
    const between = Buffer.concat([rest, bytes.subarray(0, ENTRY)]);
    typesIn(between, offset - rest.length, types, named);
    rest = bytes.subarray(-ENTRY);
  };
  chunk(head, 0);
  const end = (): Extension => {
    if (seen > 0 && root.includes(INSTALLER)) throw notTaken('content_program');
    const [type] = types;
    if (seen === 0 || type === undefined) throw differs;
    return types.has(named) ? named : type;
  };
  return { chunk, end };
};
