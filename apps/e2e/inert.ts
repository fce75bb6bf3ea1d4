import { readFileSync } from 'node:fs';
import { documents, nameOf } from './desk';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const real = (ending: string) => readFileSync(documents.find((path) => nameOf(path).endsWith(ending))!);

/** Tells that it was run, in every way that somebody would notice. */
const TELLS = "window.ran=1;top.ran=1;document.title='ran';fetch('/api/health/live?ran')";
const PAGE = `<html><body><script>${TELLS}</script><img src="x" onerror="${TELLS}"></body></html>`;
const behind = (begins: Buffer) => Buffer.concat([begins, Buffer.from(`\n${PAGE}`)]);

const XHTML = 'http://www.w3.org/1999/xhtml';
const pdf = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);${TELLS})>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 100 100]/A<</S/URI/URI(javascript:${TELLS})>>>>]>> endobj
trailer <</Root 1 0 R>>`;
const ole = (() => {
  const bytes = Buffer.alloc(4_096);
  hex('d0cf11e0a1b11ae1').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  for (const [at, name] of ['Root Entry', 'WordDocument', 'Workbook', 'PowerPoint Document'].entries())
    Buffer.from(name, 'utf16le').copy(bytes, 1_024 + at * 128);
  return behind(bytes);
})();
const tar = (() => {
  const bytes = Buffer.alloc(1_024);
  bytes.write('page.html');
  bytes.write('0000644\0', 100);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0) + 8 * 32;
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return behind(bytes);
})();

/** A file of every kind that is kept, each of which would do something if it were ever run. */
export const hostile: Readonly<Record<string, Buffer>> = {
  'a.pdf': Buffer.from(pdf),
  'a.doc': ole,
  'a.xls': ole,
  'a.ppt': ole,
  'a.docx': behind(real('.docx')),
  'a.xlsx': behind(real('.xlsx')),
  'a.odt': behind(real('.odt')),
  'a.ods': behind(real('.ods')),
  'a.rtf': behind(real('.rtf')),
  'a.zip': behind(real('septembrie 2026.zip')),
  // a program as it is, if a text were taken for one
  'a.txt': Buffer.from(`window.ran=1;/*\n${PAGE}*/`),
  'a.csv': Buffer.from(`=cmd|' /C calc'!A1;<img src=x onerror=${TELLS}>\n${PAGE}`),
  'a.json': Buffer.from(`{"a":"</script>${PAGE.replaceAll('"', "'")}"}`),
  'a.sql': Buffer.from(`-- ${PAGE}`),
  'a.xml': Buffer.from(`<a><h:script xmlns:h="${XHTML}">${TELLS.replaceAll('&', '')}</h:script></a>`),
  'a.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${TELLS}"><script>${TELLS}</script></svg>`),
  'a.jpg': behind(real('bon_01.jpg')),
  'a.jpeg': behind(real('bon_02.jpg')),
  'a.gif': Buffer.from(`GIF89a=1;${TELLS}//${PAGE}`),
  'a.bmp': behind(hex('424d 3a000000 00000000 36000000 28000000 01000000 01000000 0100 1800')),
  'a.png': behind(
    hex(
      '89504e470d0a1a0a 0000000d49484452000000010000000108060000001f15c489 0000000d49444154789c6360606060000000050001a5f64540 0000000049454e44ae426082',
    ),
  ),
  'a.webp': behind(hex('52494646 1a000000 57454250 5650384c 0d000000 2f000000 1007 1011 118888fe0700')),
  'a.rar': behind(hex('526172211a0701 00')),
  'a.7z': behind(hex('377abcaf271c 0004')),
  'a.tar': tar,
  'a.gz': behind(hex('1f8b0800000000000003')),
};
