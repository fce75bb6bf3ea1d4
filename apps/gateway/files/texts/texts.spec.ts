import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensionOf, type Extension } from '@dosar/contracts';
import { aFile, aFirm, aGateway, type Gateway } from '../../testing/gateway';
import { packed } from '../../testing/workbooks';
import { readText } from './read-text';

const documents = join(__dirname, '../../demo/documents/brutaria-2026-09');
const document = (name: string) => readFileSync(join(documents, name));
const outcomeOf = (ending: string, bytes: Buffer) =>
  readText(Buffer.from(bytes), extensionOf(`x.${ending}`) as Extension);
const textOf = async (ending: string, bytes: Buffer) => {
  const outcome = await outcomeOf(ending, bytes);
  return 'text' in outcome ? outcome.text : outcome.why;
};

const word = (body: string) => packed({ '[Content_Types].xml': '<Types/>', 'word/document.xml': body });
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('what no program writes is not gathered:', () => {
  const many = (piece: string, times: number) => piece.repeat(times);
  const lots = Array.from({ length: 10_001 }, (_, at) => ` a${at}=""`).join('');
  it.each([
    ['a name', `<${many('a', 1_025)}/>`],
    ['a name of an attribute', `<a ${many('a', 1_025)}=""/>`],
    ['an attribute', `<a b="${many('b', 64 * 1024 + 1)}"/>`],
    ['attributes', `<a${lots}/>`],
    ['a text', `<a>${many('a', 5 * 1024 * 1024)}</a>`],
    ['a remark', `<a><!--${many('a', 5 * 1024 * 1024)}--></a>`],
    ['elements in elements', many('<a>', 10_001)],
  ])('%s', async (_, xml) => expect(await outcomeOf('docx', await word(xml))).toEqual({ why: 'too_large' }));
  it('groups in groups', async () =>
    expect(await outcomeOf('rtf', Buffer.from(`{\\rtf1${many('{', 10_001)}`))).toEqual({ why: 'too_large' }));
  it('but as much as they write is', async () => {
    const xml = `<${many('a', 1_000)} b="${many('b', 64 * 1024)}">${paragraph('scris')}</${many('a', 1_000)}>`;
    expect(await textOf('docx', await word(xml))).toBe('scris');
  });
});

describe('the text of a document is read from', () => {
  it.each(['docx', 'odt', 'rtf'])('%s', async (ending) => {
    const text = await textOf(ending, document(`Contract de prestări servicii nr 16.${ending}`));
    expect(text.split('\n')[0]).toBe('Contract de prestări servicii contabile nr. 16');
    expect(text).toContain('Ținerea evidenței contabile');
  });
  it.each(['xlsx', 'ods'])('%s', async (ending) => {
    const text = await textOf(ending, document(`Extras de cont 2026-09.${ending}`));
    expect(text.split('\n').slice(0, 2)).toEqual(['Extras', 'EXTRAS DE CONT RO73INGB7209142296183755']);
    expect(text).toContain('Plată factura FC-90428 Vinăria Cotești SA');
  });
  it('pdf', async () => {
    const text = await textOf('pdf', document('Factură AV-23846 Electro.pdf'));
    expect(text).toContain('Brutăria Țărănească SRL');
    expect(text).toMatch(/Total de plată\s+71\.254,58 lei/);
  });
  it('pptx, with its notes', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const parts = { 'ppt/slides/slide10.xml': slide('Zece'), 'ppt/slides/slide2.xml': slide('Doi') };
    const bytes = await packed({ ...parts, 'ppt/notesSlides/notesSlide2.xml': slide('De spus') });
    expect((await textOf('pptx', bytes)).split(/\n+/)).toEqual(['Doi', 'Zece', 'De spus']);
  });
  it('odp', async () => {
    const page = '<draw:page draw:name="Pagina 1"><text:p>Buget<text:s text:c="2"/>2027</text:p></draw:page>';
    const bytes = await packed({ 'content.xml': `<o:d><office:body>${page}</office:body></o:d>` });
    expect(await textOf('odp', bytes)).toBe('Pagina 1\nBuget  2027');
  });
  it('tables, cell by cell', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const bytes = await word(
      `<w:d><w:tbl><w:tr>${cell('Sumă')}${cell('TVA')}</w:tr></w:tbl>${paragraph('Gata')}</w:d>`,
    );
    expect(await textOf('docx', bytes)).toBe('Sumă \tTVA\nGata');
  });
  it('sheets, with days as days', async () => {
    const cells = [
      '<c t="s"><v>0</v></c><c s="1"><v>46349</v></c><c s="2"><v>46349.5</v></c><c><v>46349</v></c>',
      '<c t="inlineStr"><is><t>în celulă</t></is></c><c t="b"><v>1</v></c><c t="str"><v>rezultat</v></c>',
    ];
    const bytes = await packed({
      'xl/workbook.xml': '<workbook><sheets><sheet name="Registru"/></sheets></workbook>',
      'xl/sharedStrings.xml': '<sst><si><r><t>Da</t></r><r><t>ta</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;d&quot;"/></numFmts>' +
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet>${cells.map((row) => `<row>${row}</row>`).join('')}</worksheet>`,
    });
    expect(await textOf('xlsx', bytes)).toBe('Registru\nData\t23.11.2026\t2026d\t46349\nîn celulă\tTRUE\trezultat');
  });
  it('RTF in old letters, in Unicode, and without what is aside', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1250{\fonttbl{\f0 Arial;}}{\*\generator X;}Plat\'e3\par\uc1\u537?i \{a\}\tab b\~c\emdash}`;
    expect(await textOf('rtf', Buffer.from(rtf, 'latin1'))).toBe('Plată\nși {a}\tb c—');
  });
  it.each([
    ['UTF-8', Buffer.from('Țară')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Țară', 'utf16le')])],
    ['the letters of older programs', Buffer.from([0xde, 0x61, 0x72, 0xe3])],
  ])('text in %s', async (_, bytes) => expect(await textOf('txt', bytes)).toMatch(/^[ȚŢ]ară$/));
  it.each([
    ['docx', 'word/header1.xml', 'word/document.xml', `<w:d>${paragraph('a'.repeat(1_000_000))}</w:d>`],
    [
      'xlsx',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
      `<s><row><c><v>${'1'.repeat(1_000_000)}</v></c></row></s>`,
    ],
  ])('and nothing of its parts that come after that: %s', async (ending, first, second, long) => {
    const bytes = await packed({ '[Content_Types].xml': '<Types/>', [first]: long, [second]: 'no XML' });
    expect(await outcomeOf(ending, bytes)).toMatchObject({ isCut: true });
  });

  it('what is long, up to a million letters', async () => {
    const outcome = await outcomeOf('docx', await word(`<w:d>${paragraph('a'.repeat(999)).repeat(1_500)}</w:d>`));
    expect(outcome).toMatchObject({ isCut: true });
    expect('text' in outcome && outcome.text.length).toBeGreaterThan(999_000);
  });
});

describe('of a document that cannot be read it is said why:', () => {
  /** An archive whose last part claims that size. */
  const claiming = (archive: Buffer, size: number) => {
    const bytes = Buffer.from(archive);
    bytes.writeUInt32LE(size, bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
    return bytes;
  };
  const broken = document('Contract de prestări servicii nr 16.docx').subarray(0, 700);
  const marked = (archive: Buffer) => {
    const bytes = Buffer.from(archive);
    for (const mark of ['PK\x01\x02', 'PK\x03\x04'])
      for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 1, 'latin1'))
        bytes[at + (mark.charCodeAt(2) === 1 ? 8 : 6)]! |= 1;
    return bytes;
  };
  it.each<[string, string, () => Promise<Buffer> | Buffer, string]>([
    ['cut off', 'docx', () => broken, 'damaged'],
    ['no archive', 'xlsx', () => Buffer.from('nimic'), 'damaged'],
    ['no RTF', 'rtf', () => Buffer.from('nimic'), 'damaged'],
    ['no PDF', 'pdf', () => Buffer.from('%PDF-1.7 nimic'), 'damaged'],
    ['no XML', 'docx', () => word('<w:d><w:p></w:d>'), 'damaged'],
    [
      'bytes that are no letters',
      'docx',
      () => packed({ 'word/document.xml': Buffer.from([0x3c, 0xff, 0xfe]) }),
      'damaged',
    ],
    [
      'entities of its own',
      'docx',
      () => word('<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:d><w:p><w:t>&b;</w:t></w:p></w:d>'),
      'damaged',
    ],
    ['a locked archive', 'docx', async () => marked(await word('<w:d/>')), 'encrypted'],
    [
      'a locked LibreOffice document',
      'odt',
      () => packed({ 'META-INF/manifest.xml': '<m:e><m:encryption-data/></m:e>', 'content.xml': 'x' }),
      'encrypted',
    ],
    ['more than is unpacked', 'docx', async () => claiming(await word('<w:d/>'), 200_000_000), 'too_large'],
  ])('%s', async (_, ending, bytes, why) => expect(await textOf(ending, await bytes())).toBe(why));
});

describe('a look at a document of an office', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const look = async (name: string, bytes: Buffer) => {
    const { id } = await aFile(firm.bakery.ask, name, {}, bytes);
    return { id, ...((await firm.bakery.ask('get', `/files/${id}/preview`).expect(200)).body as { url: string }) };
  };

  it('opens its text, as text and nothing else, and is an event', async () => {
    const name = 'Contract de prestări servicii nr 16.docx';
    const { id, url, ...said } = await look(name, document(name));
    expect(said).toEqual({ kind: 'text' });
    const answer = await gateway.anonymous('get', url).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(answer.text).toContain('2. Confidențialitate');
    const { body } = await firm.admin('get', `/audit/events?resource_id=${id}&event_type=FilePreviewed`);
    expect((body as { events: object[] }).events).toHaveLength(1);
  });

  it('that is a bomb says so, and others are answered meanwhile', async () => {
    /** The longest that another call took, as a part of the time that the bomb took. */
    const longestOf = async (levels: number) => {
      const { id } = await aFile(firm.bakery.ask, `bombă ${levels}.docx`, {}, await word('<a>'.repeat(levels)));
      const asked = firm.bakery.ask('get', `/files/${id}/preview`).expect(200);
      let slowest = 0;
      let isOver = false;
      const began = performance.now();
      const answered = asked.then(({ body }) => ((isOver = true), body as object));
      while (!isOver) {
        const begun = performance.now();
        await gateway.anonymous('get', '/health/live').expect(200);
        slowest = Math.max(slowest, performance.now() - begun);
      }
      const whole = performance.now() - began;
      expect(await answered).toMatchObject({ kind: 'none', why: 'too_large' });
      return slowest / whole;
    };
    // within the request loop it would be all of the time, each time; once it may be the tests' own memory that is collected
    const parts = [await longestOf(4_000_000), await longestOf(4_000_001), await longestOf(4_000_002)];
    const [, median] = parts.sort((one, other) => one - other);
    expect(median).toBeLessThan(1 / 2);
  });
});
