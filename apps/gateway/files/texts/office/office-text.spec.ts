import { ZipFile } from 'yazl';
import { readText } from '../read-text';

const packed = async (parts: Readonly<Record<string, string>>): Promise<Buffer<ArrayBuffer>> => {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.from(Buffer.concat(chunks));
};
const textOf = async (ending: 'docx' | 'pptx' | 'odt', parts: Readonly<Record<string, string>>) => {
  const read = await readText(await packed(parts), ending);
  return 'text' in read ? read.text.replace(/\n+/g, '\n') : read.why;
};
const word = (...paragraphs: readonly string[]) =>
  textOf('docx', { 'word/document.xml': `<w:d>${paragraphs.map((each) => `<w:p>${each}</w:p>`).join('')}</w:d>` });
const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
const boxed = (text: string) => `<w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent>`;
const either = (choice: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice>${fallback}</mc:AlternateContent>`;
const fallback = (text: string) => `<mc:Fallback><w:pict>${text}</w:pict></mc:Fallback>`;

describe('of a document of Word', () => {
  it.each<[string, string, string]>([
    [
      'P20: a text box is read once, apart from its paragraph',
      `${run('Alfa')}<w:r>${either(boxed('Cutie'), fallback(boxed('Cutie')))}</w:r>${run('Beta')}`,
      'Alfa\nCutie\nBeta',
    ],
    ['one of an older program is read', `${run('Alfa')}<w:r><w:pict>${boxed('Cutie')}</w:pict></w:r>`, 'Alfa\nCutie'],
    [
      'what only the fallback has is read',
      `<w:r><mc:AlternateContent>${fallback(boxed('Cutie'))}</mc:AlternateContent></w:r>`,
      'Cutie',
    ],
    [
      'boxes in boxes are read once',
      `<w:r>${either(
        `<w:txbxContent><w:p><w:r>${either(boxed('Mic'), fallback(boxed('Mic')))}</w:r>${run('Mare')}</w:p></w:txbxContent>`,
        fallback(
          `<w:txbxContent><w:p><w:r>${either(boxed('Mic'), fallback(boxed('Mic')))}</w:r>${run('Mare')}</w:p></w:txbxContent>`,
        ),
      )}</w:r>`,
      'Mic\nMare',
    ],
    [
      'P21: what was moved is read where it stands now',
      `<w:moveFromRangeStart w:id="1"/><w:moveFrom>${run('mutat')}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>${run('apoi ')}<w:moveTo>${run('mutat')}</w:moveTo>`,
      'apoi mutat',
    ],
    [
      'what was deleted is not read',
      `<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:del><w:r><w:delText>scos</w:delText><w:tab/></w:r></w:del><w:ins>${run('pus')}</w:ins>`,
      'pus',
    ],
    [
      'of a field its result is read',
      `${field('begin')}${code(' PAGE ')}${field('separate')}${run('7')}${field('end')}${run(' din 9')}`,
      '7 din 9',
    ],
    [
      'of fields in the code of a field nothing is',
      `${field('begin')}${code('IF ')}${field('begin')}${code('X')}${field('separate')}${run('ascuns')}${field('end')}${code('= 1')}${field('separate')}${run('vizibil')}${field('end')}`,
      'vizibil',
    ],
    ['hidden letters are not read', run('ascuns', '<w:vanish/>') + run('vizibil', '<w:vanish w:val="0"/>'), 'vizibil'],
    [
      'letters that were hidden once, or whose paragraph ends hidden, are',
      `<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('vizibil', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}`,
      'vizibil',
    ],
  ])('%s', async (_, body, text) => expect(await word(body)).toBe(text));

  it('a field without an end hides no other paragraph', async () =>
    expect(await word(`${field('begin')}${code('X')}`, run('Urmează'))).toBe('Urmează'));
});

it.each([
  ['fields that begin', `${field('begin').repeat(200_000)}</w:p><w:p>${run('Urmează')}`],
  ['fields that end', `${field('end').repeat(200_000)}${run('Urmează')}`],
  [
    'ways in ways',
    `${'<mc:AlternateContent><mc:Choice>'.repeat(4_000)}${run('Urmează')}${'</mc:Choice></mc:AlternateContent>'.repeat(4_000)}`,
  ],
  ['fallbacks of nothing', `${'<mc:Fallback/>'.repeat(200_000)}${run('Urmează')}`],
])('a document of many %s is read', async (_, body) => expect(await word(body)).toBe('Urmează'));

it('of a slide what is written in two ways is read once', async () => {
  const shape = (text: string) => `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const body = either(shape('Formula'), `<mc:Fallback>${shape('Formula')}</mc:Fallback>`);
  expect(await textOf('pptx', { 'ppt/slides/slide1.xml': `<p:sld>${body}${shape('Titlu')}</p:sld>` })).toBe(
    'Formula\nTitlu',
  );
});

describe('of a text of LibreOffice', () => {
  const odt = (body: string) =>
    textOf('odt', { 'content.xml': `<o:d><office:body><office:text>${body}</office:text></office:body></o:d>` });
  it.each<[string, string, string]>([
    [
      'a text box is read apart from its paragraph',
      '<text:p>Alfa<draw:frame><draw:text-box><text:p>Cutie</text:p></draw:text-box></draw:frame>Beta</text:p>',
      'Alfa\nCutie\nBeta',
    ],
    [
      'what was moved is read where it stands now',
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>mutat</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p><text:change text:change-id="a"/>apoi mutat</text:p>',
      'apoi mutat',
    ],
    [
      'a note is no part of the word that it is on',
      '<text:p>cuvânt<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Notă</text:p></text:note-body></text:note> mai</text:p>',
      'cuvânt\nNotă\n mai',
    ],
    [
      'bytes of a picture are no words',
      '<text:p>Sigla<draw:image><office:binary-data>aGVsbG8=</office:binary-data></draw:image></text:p>',
      'Sigla',
    ],
  ])('%s', async (_, body, text) => expect(await odt(body)).toBe(text));
});
