// Contents that were made to take long to look at: texts that expressions read again and again, containers that lead in
// circles or promise more than they hold, from one byte to the largest that may be sent.
const KB = 1024;
const MB = 1024 * KB;
const MOST = 20 * MB;

const text = (part, bytes, end = '') => Buffer.from(part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes) + end);
const wide = (part, bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(part.repeat(bytes), 'utf16le')]);
const begun = (head, bytes, fill = 0) => Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, fill)]);
const hex = (digits, bytes, fill = 0) => begun(Buffer.from(digits, 'hex'), bytes, fill);

/** Local headers of a ZIP, one after the other, with these names and sizes. */
const zip = (entries, name, size = 0, extra = 0) => {
  const header = Buffer.alloc(30 + name.length + extra);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra, 28);
  header.write(name, 30, 'latin1');
  return Buffer.concat(Array.from({ length: entries }, () => header));
};

/** A container of old Office documents: sectors of 2^power bytes, the directory there. */
const ole = (power, directory, bytes) => {
  const buffer = Buffer.alloc(Math.max(512, bytes));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(buffer);
  buffer.writeUInt16LE(power, 30);
  buffer.writeUInt32LE(directory, 48);
  return buffer;
};

/** A picture whose directory of marks leads to itself. */
const circularExif = () => {
  const tiff = Buffer.from('49492a0008000000', 'hex');
  const entries = Buffer.alloc(2 + 12 * 5_000 + 4);
  entries.writeUInt16LE(5_000, 0);
  entries.writeUInt32LE(8, entries.length - 4);
  return Buffer.concat([tiff, entries]);
};

/** An object of ASF that is as long as its own header: whoever goes on by it stays where they are. */
const circularAsf = (size) => {
  const head = Buffer.alloc(64 * KB);
  Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex').copy(head);
  for (let at = 30; at + 24 < head.length; at += 24) head.writeBigUInt64LE(BigInt(size), at + 16);
  return head;
};

const ebml = (depth) =>
  Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(depth, Buffer.from('01ffffffffffffff', 'hex'))]);
const laughs = `<?xml version="1.0"?><!DOCTYPE l [${Array.from({ length: 30 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')}]><l>&l30;</l>`;

export const hostile = [
  ['one byte as text', 'a.txt', Buffer.from('<')],
  ['one byte as a document', 'a.pdf', Buffer.from('%')],
  ['nothing', 'a.zip', Buffer.alloc(0)],
  ['60 remarks (was for ever)', 'a.xml', text('<!---->', 420, '<a/>')],
  ['60 remarks as text', 'a.txt', text('<!---->', 420)],
  ['9,000 remarks', 'a.xml', text('<!---->', 63 * KB, '<a/>')],
  ['remarks, as large as may be', 'a.xml', text('<!---->', MOST)],
  ['open remarks', 'a.svg', text('<!--', 64 * KB)],
  ['open remarks, as large as may be', 'a.svg', text('<!--', MOST)],
  ['remarks with dashes', 'a.xml', text('<!---', 64 * KB)],
  ['dashes', 'a.xml', text('<!--', 4) && Buffer.from(`<!--${'-'.repeat(MOST - 10)}`)],
  ['instructions', 'a.xml', text('<?xml>', 64 * KB)],
  ['open instructions', 'a.xml', text('<?', MOST)],
  ['types', 'a.xml', text('<!doctype x>', 64 * KB)],
  ['open types', 'a.xml', text('<!doctype [', MOST)],
  ['types of pages that are none', 'a.txt', text('<!doctype  ', 64 * KB)],
  ['blanks', 'a.txt', text(' ', MOST)],
  ['blanks before a page', 'a.txt', text(' \n', 70 * KB, '<html>')],
  ['new lines as a table', 'a.csv', text('\r\n', MOST)],
  ['quotes as a table', 'a.csv', text('"', MOST)],
  ['semicolons as a table', 'a.csv', text(';', MOST)],
  ['brackets as data', 'a.json', text('[', MOST)],
  ['braces as data', 'a.json', text('{"a":', MOST)],
  ['commands', 'a.sql', text("';--", MOST)],
  ['open tags as a drawing', 'a.svg', text('<svg', MOST)],
  ['tags with long prefixes', 'a.xml', text('<aaaaaaaaaaaaaaaa:', MOST)],
  ['colons', 'a.xml', text('<:', MOST)],
  ['laughs', 'a.xml', Buffer.from(laughs)],
  ['zeros as text', 'a.txt', Buffer.alloc(MOST)],
  ['a zero at the end', 'a.txt', Buffer.concat([Buffer.alloc(MOST - 1, 'a'), Buffer.alloc(1)])],
  ['half letters', 'a.txt', Buffer.alloc(MOST, 0xc3)],
  ['wide remarks', 'a.xml', wide('<!---->', 60)],
  ['many wide remarks', 'a.xml', wide('<!---->', 4_500)],
  ['wide blanks', 'a.txt', wide(' ', 10 * MB - 10)],
  ['wide zeros', 'a.txt', hex('fffe', MOST - 10)],
  ['wide page', 'a.xml', wide('<html><script>', 1)],
  ['zeros as a document', 'a.pdf', Buffer.alloc(MOST)],
  ['ones as a picture', 'a.png', Buffer.alloc(MOST, 0xff)],
  [
    'a document of objects',
    'a.pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), text('1 0 obj<<>>endobj\n', 20_000_000)]),
  ],
  [
    'a picture of empty parts',
    'a.png',
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), text('\0\0\0\0IDAT\0\0\0\0', 20_000_000)]),
  ],
  ['a picture of a part without end', 'a.png', hex('89504e470d0a1a0a7fffffff49484452', 1 * MB)],
  ['a picture of remarks', 'a.jpg', Buffer.concat([Buffer.from('ffd8', 'hex'), text('\xff\xfe\0\x02', 64 * KB)])],
  ['a moving picture of parts', 'a.gif', Buffer.concat([Buffer.from('GIF89a'), text('!\xfe\x01a\0', 10 * MB)])],
  ['marks that lead in a circle', 'a.jpg', circularExif()],
  ['ZIP: 2,000 entries in the head', 'a.zip', zip(2_000, 'x')],
  ['ZIP: entries without end', 'a.zip', zip(500_000, 'xx')],
  ['ZIP: a size that goes beyond', 'a.zip', zip(2_000, 'x', 0xffffffff)],
  ['ZIP: extras that go beyond', 'a.zip', zip(1, 'x', 0, 60_000)],
  ['ZIP: named like a document', 'a.docx', zip(20_000, '[Content_Types].xml')],
  ['ZIP: relations without end', 'a.xlsx', zip(20_000, '_rels/.rels')],
  ['ZIP: a type that is none', 'a.odt', zip(10_000, 'mimetype', 60_000)],
  ['ZIP: sizes of zero told later', 'a.pptx', zip(5_000, 'ppt/x', 0)],
  ['container: sectors of 2^65535', 'a.doc', ole(65_535, 0, 4 * KB)],
  ['container: a directory far away', 'a.xls', ole(9, 0xfffffffe, 10 * MB)],
  ['container: sectors of one byte', 'a.ppt', ole(0, 0, 10 * MB)],
  ['ASF: objects of no length', 'a.pdf', circularAsf(0)],
  ['ASF: objects of their header', 'a.pdf', circularAsf(24)],
  ['EBML: elements in elements', 'a.webp', ebml(64 * KB)],
  ['ID3: a tag without end', 'a.pdf', begun(Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), 1 * MB)],
  ['archive of empty names', 'a.tar', Buffer.alloc(MOST, '0')],
  ['packed nothing', 'a.gz', hex('1f8b08', MOST - 10)],
  ['7z: a header far away', 'a.7z', hex('377abcaf271c0004', MOST - 10, 0xff)],
  ['a name of dots', `${'. '.repeat(7_000)}txt`, Buffer.from('x')],
  ['a name of letters', `${'ă'.repeat(7_000)}.txt`, Buffer.from('x')],
];
