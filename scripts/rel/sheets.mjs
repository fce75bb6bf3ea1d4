// Workbooks by chance, written by openpyxl, ExcelJS and LibreOffice (XLSX, ODS, XLS), are shown as LibreOffice's own lists
// of values show them, cell by cell, or the difference has a name. ExcelJS is installed into a folder that is then removed.
//   npm run rel:sheets -- --count 200 --seed 1      (needs libreoffice-calc and python3-openpyxl)
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { serverBundle } from '../config/rolldown.shared.mjs';
import { atEnd, exit } from '../ending.mjs';
import { ROOT } from './server.mjs';
import { differenceOf, fieldsOf } from './sheets/compare.mjs';
import { workbook } from './sheets/workbooks.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dosar-sheets-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (...names) => {
  const path = join(folder, ...names);
  mkdirSync(path, { recursive: true });
  return path;
};

/** LibreOffice as it is in Romania, with a profile of its own. */
const profile = inFolder('profile', 'user');
writeFileSync(
  join(profile, 'registrymodifications.xcu'),
  `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">
<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>ro-RO</value></prop></item></oor:items>`,
);
const convert = (format, into, files) =>
  run(
    'soffice',
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
      '--headless',
      '--convert-to',
      format,
      '--outdir',
      into,
      ...files,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
/** Tabs, UTF-8, values as they are shown, each sheet as a file. */
const VALUES = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true,false,false,-1';
const filesIn = (path) =>
  readdirSync(path)
    .sort()
    .map((name) => join(path, name));

const withExcelJs = async (books, into) => {
  const packages = inFolder('packages');
  await run('npm', ['install', '--prefix', packages, '--ignore-scripts', '--no-audit', '--no-fund', 'exceljs@4.4.0']);
  const { Workbook } = createRequire(join(packages, 'x.js'))('exceljs');
  for (const { name, is1904, sheets } of books) {
    const book = new Workbook();
    book.properties.date1904 = is1904;
    for (const sheet of sheets) {
      const made = book.addWorksheet(sheet.name, { state: sheet.isHidden ? 'hidden' : 'visible' });
      for (const { row, column, kind, value, format } of sheet.cells) {
        const at = made.getCell(row, column);
        const shown = kind === 'day' && is1904 ? value - 1_462 : value;
        if (kind === 'error') at.value = { error: value };
        else if (kind === 'formula') at.value = { formula: value, result: Number.parseInt(value, 10) + 0.5 };
        else at.value = shown;
        at.numFmt = format;
      }
    }
    await book.xlsx.writeFile(join(into, `${name}.xlsx`));
  }
};

const withOpenpyxl = async (books, into) => {
  const source = join(folder, 'books.json');
  writeFileSync(source, JSON.stringify(books));
  await run('/usr/bin/python3', [join(ROOT, 'scripts/rel/sheets/write.py'), source, into]);
};

const withLibreOffice = (format) => async (books, into) => {
  const from = inFolder(`source-${format}`);
  await withOpenpyxl(books, from);
  await convert(format, into, filesIn(from));
};

const WRITERS = {
  'openpyxl xlsx': withOpenpyxl,
  'ExcelJS xlsx': withExcelJs,
  'LibreOffice ods': withLibreOffice('ods'),
  'LibreOffice xls': withLibreOffice('xls'),
  'LibreOffice xlsx': withLibreOffice('xlsx'),
};

const reader = async () => {
  const dir = join(ROOT, 'apps/gateway/dist-spec/sheets');
  const input = { sheets: join(ROOT, 'apps/gateway/files/texts/read-text.ts') };
  const { output, ...options } = serverBundle(input, dir);
  await (await rolldown({ ...options, logLevel: 'silent' })).write(output);
  return (await import(pathToFileURL(join(dir, 'sheets.js')).href)).readText;
};

/** The cells of our text of a workbook, by sheet, row and column. */
const cellsOf = (text) =>
  new Map(
    text.split('\f').map((sheet) => {
      const [head, ...rows] = sheet.replace(/\n$/, '').split('\n');
      return [head.split('\t')[0], rows.map((row) => row.split('\t').map((cell) => cell.replaceAll('\u2028', '\n')))];
    }),
  );

const readText = await reader();
const named = new Map();
const faults = [];
let compared = 0;
const each = Math.ceil(Number(values.count) / Object.keys(WRITERS).length);
for (const [index, [writer, write]] of Object.entries(WRITERS).entries()) {
  const books = Array.from({ length: each }, (_, at) => ({
    name: `w${at}`,
    ...workbook(Number(values.seed) * 1_000_003 + index * 10_007 + at),
  }));
  const place = writer.replace(' ', '-');
  const into = inFolder(place);
  await write(books, into);
  const lists = inFolder(`${place}-lists`);
  await convert(VALUES, lists, filesIn(into));
  const ending = writer.split(' ')[1];
  for (const { name, sheets } of books) {
    const outcome = await readText(readFileSync(join(into, `${name}.${ending}`)), ending);
    const ours = 'text' in outcome ? cellsOf(outcome.text) : new Map();
    for (const sheet of sheets) {
      const theirs = fieldsOf(readFileSync(join(lists, `${name}-${sheet.name}.csv`), 'utf8'));
      const rows = ours.get(sheet.name) ?? [];
      const cells = new Map(sheet.cells.map((cell) => [`${cell.row}:${cell.column}`, cell]));
      for (let row = 0; row < Math.max(rows.length, theirs.length); row += 1)
        for (let column = 0; column < Math.max(rows[row]?.length ?? 0, theirs[row]?.length ?? 0); column += 1) {
          const cell = cells.get(`${row + 1}:${column + 1}`);
          const pair = { ours: rows[row]?.[column] ?? '', theirs: theirs[row]?.[column] ?? '', cell };
          const difference = differenceOf(pair);
          compared += 1;
          if (difference === null)
            faults.push({ writer, book: name, sheet: sheet.name, row: row + 1, column: column + 1, ...pair });
          else if (difference) named.set(`${writer}: ${difference}`, (named.get(`${writer}: ${difference}`) ?? 0) + 1);
        }
    }
  }
  console.log(`${writer}: ${books.length} workbooks`);
}
console.log(`${compared} cells compared, seed ${values.seed}`);
for (const [difference, count] of [...named].sort()) console.log(`${String(count).padStart(7)}  ${difference}`);
for (const fault of faults.slice(0, 20)) console.log(JSON.stringify(fault));
console.log(`${faults.length} differences without a name`);
await exit(faults.length === 0 ? 0 : 1);
