import papa from 'papaparse';

/** The line by which Excel is told what separates values. */
const SEPARATOR = /^\ufeff?"?sep=(.)"?[ \t]*(?:\r\n?|\n|$)/i;

/** The rows of a list of values; empty ones are left out. */
export const csvRows = (text: string, isCut: boolean): readonly string[][] => {
  const [line = '', delimiter] = SEPARATOR.exec(text) ?? [];
  const { data } = papa.parse<string[]>(text.slice(line.length), {
    skipEmptyLines: 'greedy',
    ...(delimiter === undefined ? { delimitersToGuess: [';', ',', '\t', '|'] } : { delimiter }),
  });
  // the last row of a part is a part of a row
  return isCut ? data.slice(0, -1) : data;
};
