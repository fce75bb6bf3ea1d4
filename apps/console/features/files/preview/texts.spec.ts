/** @jest-environment ./testing/browser.cjs */
import { xmlOf } from '../../../platform/trusted';
import { indented, textOf } from './texts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

describe('a text', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('Țară, ș').buffer, 'Țară, ș'],
    ['UTF-16', bytes(0xff, 0xfe, 0x1a, 0x02, 0x61, 0x00), 'Ța'],
    ['what older programs wrote', bytes(0xde, 0x61, 0x72, 0xe3), 'Ţară'],
    ['nothing', bytes(), ''],
  ])('is read from %s', (_, from, text) => expect(textOf(from, false)).toBe(text));

  it('that was cut within a letter is still UTF-8', () =>
    expect(textOf(new TextEncoder().encode('aș').buffer.slice(0, 2), true)).toBe('a'));
});

describe('XML', () => {
  it('is laid out with nothing left out', () =>
    expect(indented(xmlOf('<a x="1"><b>text</b><c/><!-- note --><d>a<e/>b</d></a>')!).split('\n')).toEqual([
      '<a x="1">',
      '  <b>text</b>',
      '  <c/>',
      '  <!-- note -->',
      '  <d>a<e/>b</d>',
      '</a>',
    ]));

  it.each([
    ['broken XML', '<Invoice'],
    ['a document type', '<!DOCTYPE x><x/>'],
    ['entities', '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><x>&a;&c;</x>'],
  ])('is not read from %s', (_, text) => expect(xmlOf(text)).toBeNull());
});
