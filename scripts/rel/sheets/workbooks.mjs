// Workbooks by chance, as descriptions that any writer can write.

/** A row of numbers from a seed. */
const chance = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const NUMBERS = [
  'General',
  '0',
  '0.00',
  '#,##0',
  '#,##0.00',
  '0%',
  '0.00%',
  '@',
  '00000',
  '#,##0.00 "lei"',
  '0.0;(0.0)',
  '0.00E+00',
];
/** Those whose order of a day's numbers is the file's; they are shown in one order. */
export const DAYS = ['dd.mm.yyyy', 'yyyy-mm-dd', 'dd/mm/yyyy', 'm/d/yyyy', 'dd.mm.yyyy hh:mm', 'yyyy-mm-dd hh:mm:ss'];
const PARTS = ['mmmm yyyy', 'd mmmm yyyy', 'dddd', 'mm/yyyy', 'yyyy'];
const TIMES = ['hh:mm', 'hh:mm:ss', '[h]:mm', '[h]:mm:ss'];
const TEXTS = [
  'Bunuri',
  'Țesături și fire',
  'a\nb',
  '0012',
  '1.234,50',
  ' spații ',
  '=nu e formulă',
  '<&">',
  '„ghilimele”',
  'RO12345678',
  'x\ty',
  '😀',
];
const ERRORS = ['#DIV/0!', '#N/A'];

const cell = (next, kinds) => {
  const of = (all) => all[Math.floor(next() * all.length)];
  const cents = () => Math.round((next() - 0.4) * 10 ** Math.floor(next() * 9)) / 100;
  switch (of(kinds)) {
    case 'number':
      return { kind: 'number', value: next() < 0.2 ? 0.1 + 0.2 : cents(), format: of(NUMBERS) };
    case 'share':
      return { kind: 'number', value: Math.floor(next() * 100) / 100, format: of(['0%', '0.00%']) };
    case 'day': {
      const isWhole = next() < 0.6;
      const day = 30_000 + Math.floor(next() * 20_000);
      return { kind: 'day', value: day + Math.floor(next() * 1_440) / 1_440, format: of(isWhole ? DAYS : PARTS) };
    }
    case 'time':
      return { kind: 'number', value: Math.floor(next() * 2_880) / 1_440, format: of(TIMES) };
    case 'truth':
      return { kind: 'truth', value: next() < 0.5, format: 'General' };
    case 'error':
      return { kind: 'error', value: of(ERRORS), format: 'General' };
    case 'formula':
      return { kind: 'formula', value: `${Math.floor(next() * 100)}+0.5`, format: 'General' };
    default:
      return { kind: 'text', value: `${of(TEXTS)}${next() < 0.3 ? '' : Math.floor(next() * 100)}`, format: 'General' };
  }
};

const KINDS = ['text', 'text', 'number', 'number', 'share', 'day', 'time', 'truth', 'error', 'formula'];

/** A workbook: sheets with cells here and there. */
export const workbook = (seed) => {
  const next = chance(seed);
  const sheets = Array.from({ length: 1 + Math.floor(next() * 3) }, (_, at) => {
    const cells = new Map();
    const rows = 5 + Math.floor(next() * 30);
    const count = 5 + Math.floor(next() * 60);
    for (let each = 0; each < count; each += 1) {
      const row = 1 + Math.floor(next() * rows);
      const column = 1 + Math.floor(next() ** 2 * 12);
      cells.set(`${row}:${column}`, { row, column, ...cell(next, KINDS) });
    }
    return { name: `Foaia ${at + 1} ț`, isHidden: at > 0 && next() < 0.4, cells: [...cells.values()] };
  });
  return { is1904: next() < 0.3, sheets };
};
