import type { Extension } from '@dosar/contracts';
import { CATALOG, PAGES, pageOf, pdfOf, pdfText, streamOf } from '../../../testing/pdf-builder';
import { packed } from '../../../testing/workbooks';
import { INSIDE } from '../../inside/inside-reader';
import { wordsInside } from '../../inside/read-inside';
import { xmlParts } from '../../inside/xml-parts';
import { readText } from '../read-text';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...all: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships>${all.map(([type, target], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** A workbook of one sheet, written as some program or other does. */
const book = (data: string, parts: Readonly<Record<string, string>> = {}) =>
  packed({
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r0"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${data}</sheetData></worksheet>`,
    ...parts,
  });
const ONE = '<row r="1"><c r="A1"><v>1</v></c></row>';
const beside = (type: string, part: string, content: string) => ({
  'xl/worksheets/_rels/sheet1.xml.rels': relations([type, `../${part}`]),
  [`xl/${part}`]: content,
});
const drawn = (text: string) => `<x><a:p><a:r><a:t>${text}</a:t></a:r></a:p></x>`;
const word = (body: string, parts: Readonly<Record<string, string>> = {}) =>
  packed({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`, ...parts });
const run = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const odf = (content: string, styles = '') =>
  packed({
    'content.xml': `<o:d><office:body>${content}</office:body></o:d>`,
    'styles.xml': `<o:s><office:master-styles>${styles}</office:master-styles></o:s>`,
  });
const table = (rows: string) =>
  odf(`<office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet>`);
const upon = (annotation: string) =>
  pdfOf([
    CATALOG,
    PAGES,
    pageOf('/Contents 4 0 R /Annots [5 0 R]'),
    streamOf(Buffer.from(pdfText('Formular')), ''),
    annotation,
  ]);

type Made = string | Buffer | Promise<Buffer>;
/** What a document is read as, by whoever looks at it and by the search. */
const CASES: readonly (readonly [what: string, format: Extension, made: () => Made, shown: string, found?: string])[] =
  [
    [
      'A: a sheet at an address from the root',
      'xlsx',
      () =>
        book('', {
          'xl/_rels/workbook.xml.rels': relations(['worksheet', '/xl/worksheets/sheet1.xml']),
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${ONE}</sheetData></worksheet>`,
        }),
      'A\n1',
    ],
    [
      'A: elements with a prefix',
      'xlsx',
      () =>
        book('', {
          'xl/worksheets/sheet1.xml':
            '<x:worksheet><x:sheetData><x:row r="2"><x:c r="B2" t="str"><x:v>da</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        }),
      'A\n\n\tda',
    ],
    ['A: addresses in small letters', 'xlsx', () => book('<row r="1"><c r="b1"><v>2</v></c></row>'), 'A\n\t2'],
    [
      'A: days as ISO writes them',
      'xlsx',
      () => book('<row r="1"><c r="A1" t="d"><v>2026-03-05T00:00:00</v></c></row>'),
      'A\n05.03.2026',
    ],
    [
      'A: numbers with exponents, and what counting leaves',
      'xlsx',
      () => book('<row r="1"><c r="A1"><v>1.2E3</v></c><c r="B1"><v>1.1000000000000001</v></c></row>'),
      'A\n1200\t1,1',
    ],
    [
      'A: letters by their numbers',
      'xlsx',
      () => book('<row r="1"><c r="A1" t="inlineStr"><is><t>pre_x021B_</t></is></c></row>'),
      'A\npreț',
    ],
    [
      'A: a formula of a text',
      'xlsx',
      () => book('<row r="1"><c r="A1" t="str"><f>B1</f><v>gata</v></c></row>'),
      'A\ngata',
    ],
    [
      'A: a note on a cell, found and not shown',
      'xlsx',
      () =>
        book(
          ONE,
          beside(
            'comments',
            'comments1.xml',
            '<comments><comment><text><t>de verificat</t></text></comment></comments>',
          ),
        ),
      'A\n1',
      'A\n1\nde verificat',
    ],
    [
      'A: a text box over the cells, found and not shown',
      'xlsx',
      () => book(ONE, beside('drawing', 'drawings/drawing1.xml', drawn('Casetă'))),
      'A\n1',
      'A\n1\nCasetă',
    ],
    [
      'A: merged cells, and those that are repeated',
      'ods',
      () =>
        table(
          '<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Titlu</text:p></table:table-cell><table:covered-table-cell/><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row>',
        ),
      'A\nTitlu\t\tx\tx',
    ],
    [
      'A: rows in groups and at the head',
      'ods',
      () =>
        table(
          '<table:table-header-rows><table:table-row><table:table-cell><text:p>Cap</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row-group><table:table-row><table:table-cell><text:p>Rând</text:p></table:table-cell></table:table-row></table:table-row-group>',
        ),
      'A\nCap\nRând',
    ],
    [
      'A: values without the text that shows them',
      'ods',
      () =>
        table(
          '<table:table-row><table:table-cell office:value-type="percentage" office:value="0.21"/><table:table-cell office:value-type="date" office:date-value="2026-03-05"/><table:table-cell office:value-type="time" office:time-value="PT18H30M00S"/></table:table-row>',
        ),
      'A\n21,00%\t05.03.2026\t18:30:00',
    ],
    [
      'C: what was filled into a form',
      'pdf',
      () => upon('<< /Type /Annot /Subtype /Widget /FT /Tx /T (n) /V (Completat) /Rect [0 0 9 9] >>'),
      'Formular\nCompletat',
    ],
    [
      'C: what was written upon a page',
      'pdf',
      () => upon('<< /Type /Annot /Subtype /FreeText /Contents (Adnotare) /DA (/F 9 Tf) /Rect [0 0 9 9] >>'),
      'Formular\nAdnotare',
    ],
    [
      'C: a mark that is set in a form is no word',
      'pdf',
      () => upon('<< /Type /Annot /Subtype /Widget /FT /Btn /T (n) /V /Da /AS /Da /Rect [0 0 9 9] >>'),
      'Formular',
    ],
    [
      'C: what follows the end, and stands before the beginning',
      'pdf',
      () => Buffer.concat([Buffer.from('HTTP/1.1 200\r\n\r\n'), upon('<< >>'), Buffer.alloc(2_000, 10)]),
      'Formular',
    ],
    [
      'D: a declaration, which says all in attributes',
      'xml',
      () => '<declaratie300 xmlns="mfp:anaf" cif="18547290" den="Moara SRL" totalPlata_A="1200"/>',
      '<declaratie300 xmlns="mfp:anaf" cif="18547290" den="Moara SRL" totalPlata_A="1200"/>',
      '18547290\nMoara SRL\n1200',
    ],
    [
      'D: how an amount is written is no word of it',
      'xml',
      () => '<Invoice><a currencyID="RON" unitCode="H87">5</a></Invoice>',
      '<Invoice><a currencyID="RON" unitCode="H87">5</a></Invoice>',
      '5',
    ],
    [
      'C: a short file, and a signature, in an invoice',
      'xml',
      () =>
        '<Invoice><n>7</n><b:EmbeddedDocumentBinaryObject>c2FsdXQ=</b:EmbeddedDocumentBinaryObject><ds:SignatureValue>QUJD</ds:SignatureValue></Invoice>',
      '<Invoice><n>7</n><b:EmbeddedDocumentBinaryObject>c2FsdXQ=</b:EmbeddedDocumentBinaryObject><ds:SignatureValue>QUJD</ds:SignatureValue></Invoice>',
      '7',
    ],
    [
      'E: a sheet on which all is drawn',
      'xlsx',
      () => book('', beside('drawing', 'drawings/drawing1.xml', drawn('Casetă'))),
      'damaged',
      'A\nCasetă',
    ],
    [
      'E: a document that is another one whole',
      'docx',
      () => word('<w:altChunk r:id="a"/>', { 'word/afchunk.mht': 'x' }),
      'damaged',
    ],
    ['E: a document of one picture', 'docx', () => word('<w:p/>', { 'word/media/image1.png': 'x' }), 'damaged'],
    [
      'E: slides of one picture',
      'pptx',
      () => packed({ 'ppt/slides/slide1.xml': '<p:sld/>', 'ppt/media/image1.png': 'x' }),
      'damaged',
    ],
    [
      'E: a diagram, and what a chart is called',
      'pptx',
      () =>
        packed({
          'ppt/slides/slide1.xml': '<p:sld/>',
          'ppt/diagrams/data1.xml': drawn('Schemă'),
          'ppt/charts/chart1.xml': drawn('Vânzări'),
        }),
      'Schemă\n\nVânzări',
    ],
    [
      'E: a diagram in a letter',
      'docx',
      () => word(run('Text'), { 'word/diagrams/data1.xml': drawn('Schemă') }),
      'Text\n\nSchemă',
    ],
    [
      'E: words at the head alone',
      'docx',
      () => word('<w:p/>', { 'word/header1.xml': `<w:hdr>${run('Antet')}</w:hdr>` }),
      'Antet',
    ],
    [
      'E: the foot of each page',
      'odt',
      () =>
        odf('<office:text><text:p>Text</text:p></office:text>', '<style:footer><text:p>Subsol</text:p></style:footer>'),
      'Text\n\nSubsol',
    ],
    [
      'letters: a formula, a hyphen that does not break, and a line',
      'docx',
      () => word('<w:p><m:r><m:t>x=2</m:t></m:r><w:r><w:noBreakHyphen/><w:cr/><w:t>y</w:t></w:r></w:p>'),
      'x=2-\ny',
    ],
    [
      'letters: the main part elsewhere',
      'docx',
      () =>
        packed({
          '_rels/.rels': relations(['officeDocument', 'word/document2.xml']),
          'word/document2.xml': `<w:document>${run('Text')}</w:document>`,
        }),
      'Text',
    ],
    [
      'letters: a word in several runs and in a control',
      'docx',
      () =>
        word(
          `<w:sdt><w:sdtContent><w:p><w:r><w:t>Con</w:t></w:r><w:proofErr/><w:r><w:t>tract</w:t></w:r></w:p></w:sdtContent></w:sdt>`,
        ),
      'Contract',
    ],
  ];

describe('documents as programs write them', () => {
  const cases = CASES.map(([what, ...rest]) => ({ what, rest }));
  it.each(cases)('$what', async ({ rest: [format, made, shown, found = shown] }) => {
    const bytes = Buffer.from(await made());
    const read = async (isForSearch: boolean) => {
      const outcome = await readText(Buffer.from(bytes), format, isForSearch);
      return 'text' in outcome ? outcome.text : outcome.why;
    };
    expect([await read(false), (await read(true)).replace(/\n+/g, '\n').trim()]).toEqual([
      shown,
      found.replace(/\n+/g, '\n'),
    ]);
  });
});

describe('C: a file in an invoice', () => {
  const noise = Buffer.from('%PDF-1.7 '.repeat(60)).toString('base64');
  const inside = (content: string, attributes = '') =>
    Buffer.from(
      `<Invoice><cac:AdditionalDocumentReference><cbc:ID>Anexa</cbc:ID><cbc:EmbeddedDocumentBinaryObject ${attributes}>${content}</cbc:EmbeddedDocumentBinaryObject></cac:AdditionalDocumentReference></Invoice>`,
    );
  it.each([
    ['as an address of itself', `data:application/pdf;base64,${noise}`],
    ['in lines that are pushed in', `\n    ${noise.match(/.{1,76}/g)!.join('\n    ')}\n`],
    ['with line ends by their numbers', noise.match(/.{1,76}/g)!.join('&#13;\n')],
    ['as characters that are not read', `<![CDATA[${noise}]]>`],
    ['that is short, as an address', `data:text/plain;base64,${Buffer.from('%PDF-1.7 scurt').toString('base64')}`],
  ])('%s is what it was', async (_, content) => {
    const [part] = xmlParts(inside(content), INSIDE).parts;
    expect(String(await part!.content()).slice(0, 9)).toBe('%PDF-1.7 ');
  });
  it('without an ending is read by its media type', async () => {
    const csv = Buffer.from('cod;nume\n7;cireșe').toString('base64');
    const found = xmlParts(inside(csv, 'mimeCode="text/csv"'), INSIDE);
    expect((await wordsInside(found, INSIDE)).text).toContain('cireșe');
  });
});
