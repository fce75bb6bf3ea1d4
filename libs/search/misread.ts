/** Romanian letters decoded as Western European: from legacy encodings, and from UTF-8. */
const MISREAD: Readonly<Record<string, string>> = {
  þ: 'ț',
  Þ: 'Ț',
  ª: 'Ș',
  º: 'ș',
  Äƒ: 'ă',
  'Ã¢': 'â',
  'Ã®': 'î',
  'È™': 'ș',
  'È›': 'ț',
  ÅŸ: 'ș',
  'Å£': 'ț',
  'Ä‚': 'Ă',
  'Ã‚': 'Â',
  ÃŽ: 'Î',
  'È˜': 'Ș',
  Èš: 'Ț',
  Åž: 'Ș',
  'Å¢': 'Ț',
};
/** Any of them, for a regular expression. */
export const MISREAD_ONE = Object.keys(MISREAD).join('|');
const MISREAD_ALL = new RegExp(MISREAD_ONE, 'g');

/** Restores the intended letters. */
export const asWritten = (text: string): string => text.replace(MISREAD_ALL, (letters) => MISREAD[letters]!);
