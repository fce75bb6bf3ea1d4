// Documents that cost more than they weigh, made by chance that can be had again.
import { deflateSync } from 'node:zlib';
import { zipOf } from '../zip.mjs';

/** A letter that weighs 100 KB and takes seconds to be read. */
export const dearLetter = (paragraphs = 600_000) => {
  const body = `<w:p><w:r><w:t>a</w:t></w:r></w:p>`.repeat(paragraphs);
  return zipOf([
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    ['word/document.xml', `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`],
  ]);
};

const object = (number, text) => Buffer.from(`${number} 0 obj\n${text}\nendobj\n`, 'latin1');

/** A page of a few KB that takes seconds to be drawn. */
export const dearPage = (rectangles = 300_000) => {
  const content = deflateSync(Buffer.from('0 0 1 rg 0 0 600 600 re f\n'.repeat(rectangles)));
  const objects = [
    object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
    object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R /Resources << >> >>'),
    Buffer.concat([
      Buffer.from(`4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  ];
  const head = Buffer.from('%PDF-1.7\n');
  let at = head.length;
  const places = objects.map((each) => {
    const place = at;
    at += each.length;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([head, ...objects, Buffer.from(table)]);
};

const LETTERS = 'aeiourtnslcdpmbgv';
/** Words that nobody says. */
export const madeUp = ({ below }, many, least = 6) =>
  Array.from({ length: many }, () =>
    Array.from({ length: least + below(7) }, () => LETTERS[below(LETTERS.length)]).join(''),
  ).join(' ');
