// What this program shows of a cell beside what LibreOffice shows of it: equal, or a difference that has a name.
import { DAYS } from './workbooks.mjs';

/** The fields of LibreOffice's own list of values: tabs between them, quotes around those that need them. */
export const fieldsOf = (text) => {
  const rows = [[]];
  for (let at = 0; at < text.length;) {
    let field = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1)
        if (text[at] !== '"') field += text[at];
        else if (text[at + 1] === '"') field += text[(at += 1)];
        else break;
      at += 1;
    } else {
      const end = text.slice(at).search(/[\t\n]/);
      field = end < 0 ? text.slice(at) : text.slice(at, at + end);
      at += field.length;
    }
    rows.at(-1).push(field);
    if (text[at] === '\n') rows.push([]);
    at += 1;
  }
  return rows;
};

const inOneOrder = (text, format) => {
  const order = format
    .slice(0, 10)
    .replace(/ .*/, '')
    .split(/[./-]/)
    .map((part) => part[0]);
  const [day, ...time] = text.split(' ');
  const parts = Object.fromEntries(day.split(/[./-]/).map((part, at) => [order[at], part.padStart(2, '0')]));
  return [`${parts.d}.${parts.m}.${parts.y}`, ...time].join(' ');
};

/** What a day of a description is, to the second. */
const dayOf = ({ value, format }) => {
  const iso = new Date(Date.UTC(1899, 11, 30) + Math.round(value * 86_400) * 1_000).toISOString();
  const time = /ss$/.test(format) ? ` ${iso.slice(11, 19)}` : / /.test(format) ? ` ${iso.slice(11, 16)}` : '';
  return `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}${time}`;
};

/** Differences that are meant, each with what LibreOffice's text is then. */
const NAMED = [
  ['blanks at the ends of a text are not shown', ({ theirs }) => theirs.trim()],
  ['a tab in a text is a blank', ({ theirs }) => theirs.replaceAll('\t', ' ').trim()],
  ['no blank before the percent sign', ({ theirs }) => theirs.replace(/\s%$/, '%')],
  [
    'TRUE and FALSE in English',
    ({ theirs, isTruth }) => (isTruth ? (theirs.startsWith('A') ? 'TRUE' : 'FALSE') : null),
  ],
  [
    'a whole day is DD.MM.YYYY',
    ({ theirs, cell }) => (DAYS.includes(cell?.format) ? inOneOrder(theirs, cell.format) : null),
  ],
  ['t and s with a cedilla are with a comma', ({ theirs }) => theirs.replaceAll('ţ', 'ț').replaceAll('ş', 'ș')],
  [
    'a tab in a text of ODS is not lost',
    ({ cell }) => (cell?.kind === 'text' ? cell.value.replaceAll('\t', ' ').trim() : null),
  ],
  [
    'a time that is a millionth of a second before a minute is that minute',
    ({ cell }) => (cell?.kind === 'day' && DAYS.includes(cell.format) ? dayOf(cell) : null),
  ],
  [
    'TRUE and FALSE of XLS are no numbers',
    ({ cell }) => (cell?.kind === 'truth' ? String(cell.value).toUpperCase() : null),
  ],
  [
    'errors of XLS are what they were, not #N/A',
    ({ cell, theirs }) => (cell?.kind === 'error' && theirs === '#N/A' ? cell.value : null),
  ],
  [
    'a formula that no program has computed is shown',
    ({ ours, cell }) => (cell?.kind === 'formula' && ours.startsWith('=') ? ours : null),
  ],
];

/** The name of the difference of two texts of a cell; '' when they are equal, null when it has none. */
export const differenceOf = ({ ours, theirs, cell }) => {
  if (ours === theirs) return '';
  const isTruth = /^(?:ADEVĂRAT|FALS)$/.test(theirs);
  const found = NAMED.find(([, meant]) => meant({ ours, theirs, cell, isTruth }) === ours);
  return found ? found[0] : null;
};
