import { richText } from '../rich-text';

const rtf = (body: string) => {
  const read = richText(Buffer.from(`{\\rtf1${body}}`, 'latin1'));
  return 'text' in read ? read.text : read.why;
};
const FONTS = String.raw`{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset238 Arial CE;}{\f2\fcharset204 Arial Cyr;}{\f3\fnil Alta;}}`;

describe('RTF is read in the letters of the font of each run:', () => {
  it('P18: of an English Windows', () =>
    expect(rtf(String.raw`\ansi\ansicpg1252${FONTS}\f1 Ia\'bai, pre\'feul \f0 caf\'e9`)).toBe('Iaşi, preţul café'));
  it.each([
    [
      'of a Romanian one',
      String.raw`\ansi\ansicpg1250${FONTS}\f1 Gala\'feii, \f0 ni\'f1o, \f3\'baura`,
      'Galaţii, niño, şura',
    ],
    ['one for the whole document', String.raw`\ansi\ansicpg1252\deff1${FONTS}\'bar\'e3`, 'şră'],
    ['until the end of a group', String.raw`\ansi\ansicpg1252${FONTS}{\f1 \'ba}\'ba`, 'şº'],
    ['until letters are plain', String.raw`\ansi\ansicpg1252${FONTS}\f1 \'ba\plain \'ba`, 'şº'],
    ['in other letters', String.raw`\ansi\ansicpg1250${FONTS}\f2 \'c4\'ee\f1 \'e3`, 'Доă'],
    ['with a page of its own', String.raw`\ansi\ansicpg1252{\fonttbl{\f0\fcharset0\cpg1250 A;}}\f0 \'e3`, 'ă'],
    [
      'in a table without groups',
      String.raw`\ansi\ansicpg1252{\fonttbl\f0\fcharset0 A;\f1\fcharset238 B;}\f1 \'e3`,
      'ă',
    ],
    ['of a writer that knows one charset', String.raw`\ansi\ansicpg1250{\fonttbl{\f0\fcharset0 A;}}\f0 \'e3`, 'ă'],
    ['of two bytes', String.raw`\ansi\ansicpg1252{\fonttbl{\f0\fcharset128 A;}}\f0 \'93\'fa`, '日'],
    ['of DOS', String.raw`\pca\'87`, 'ç'],
    ['of a page that is not known', String.raw`\ansi\ansicpg9\'e9`, 'é'],
  ])('%s', (_, body, text) => expect(rtf(body)).toBe(text));
});

describe('Unicode in RTF', () => {
  it.each([
    ['takes the place of what follows it', String.raw`\u537?i \u539\'fea`, 'și ța'],
    ['of two letters', String.raw`{\uc2\u537\'ba\'bai} \u539?`, 'și ț'],
    ['of none', String.raw`{\uc0\u537i} \u539?`, 'și ț'],
    ['of nothing beyond its group', String.raw`{\uc3\u537 }abc`, 'șabc'],
    ['is read in halves, and below nought', String.raw`\u-10179?\u-8704?`, '😀'],
  ])('%s', (_, body, text) => expect(rtf(body)).toBe(text));
});

describe('RTF is read without', () => {
  it.each([
    ['hidden letters', String.raw`a{\v b}c\v d\v0 e\v f\plain g`, 'aceg'],
    ['deleted ones', String.raw`a{\deleted b}c`, 'ac'],
    ['codes of fields', String.raw`{\field{\*\fldinst{ HYPERLINK "http://x"}}{\fldrslt{\f0 aici}}}`, 'aici'],
    ['bytes of pictures', String.raw`a{\pict\bin6 {}}}\'}b`, 'ab'],
    ['entries of an index', String.raw`a{\xe{\v b}}c`, 'ac'],
    ['words that mean nothing', String.raw`a\constructor b`, 'ab'],
  ])('%s', (_, body, text) => expect(rtf(body)).toBe(text));
});

it.each([
  [
    'of Word',
    String.raw`a\par{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt cutie\par}}{\shprslt{\*\do{\dptxbxtext cutie\par}}}}b`,
  ],
  ['of older programs', String.raw`a\par{\*\do{\dptxbxtext cutie\par}}b`],
])('a text box of RTF is read once: %s', (_, body) => expect(rtf(body)).toBe('a\ncutie\nb'));
it('lines and blanks that do not break are read', () => expect(rtf('a\\~b\\_c\\\nd')).toBe('a b-c\nd'));
