import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Locator, type Page } from '@playwright/test';

const DOCUMENTS = join(import.meta.dirname, '../gateway/demo/documents/brutaria-2026-09');

/** The month of documents of the bakery, as they are on a disk. */
export const documents: readonly string[] = readdirSync(DOCUMENTS).map((name) => join(DOCUMENTS, name));
export const nameOf = (path: string): string => basename(path).normalize('NFC');

const CEDILLAS: Readonly<Record<string, string>> = { ș: '\u015f', Ș: '\u015e', ț: '\u0163', Ț: '\u0162' };
/** As an older keyboard writes it: with cedillas in the place of commas. */
export const byOldKeyboard = (text: string): string => text.replace(/[șȘțȚ]/g, (letter) => CEDILLAS[letter]!);

/** Files made up for one journey. */
export const onDisk = (files: Readonly<Record<string, string | Buffer>>): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'dosar-desk-'));
  return Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
};

/** A program for Windows, as far as its first bytes say. */
export const aProgram = (): Buffer => {
  const program = Buffer.alloc(4_096);
  program.write('MZ', 0);
  program.writeUInt32LE(0x80, 0x3c);
  program.write('PE\0\0', 0x80);
  return program;
};

/** A statement of so many megabytes. */
export const aLongStatement = (megabytes: number): string => {
  const line = `14.11.2026;Plată furnizor;-1.234,56;RON${' '.repeat(24)}\n`;
  return line.repeat(Math.ceil((megabytes * 1024 * 1024) / Buffer.byteLength(line)));
};

/** A PDF of so many pages, each with its words. */
export const aReport = (...pages: readonly string[]): Buffer => {
  const font = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const kids = pages.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  const objects = pages.flatMap((words, at) => {
    const drawn = `BT /F 14 Tf 72 720 Td (${words}) Tj ET`;
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${font} /Contents ${4 + 2 * at} 0 R >>`,
      `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    ];
  });
  const all = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...objects,
  ];
  const body = all.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  const offsets = body.map((_, at) => 9 + body.slice(0, at).join('').length);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const head = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n`;
  const end = `trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${9 + body.join('').length}\n%%EOF\n`;
  return Buffer.from(`%PDF-1.4\n${body.join('')}${head}${table}${end}`, 'latin1');
};

type At = { readonly x?: number; readonly y?: number };

/** Holds files or folders from the desktop of the computer over the page, as the browser itself tells of it. */
export const dragFromDesktop = async (
  page: Page,
  over: Locator,
  paths: readonly string[],
  at: At,
  held: () => Promise<void>,
): Promise<void> => {
  await drag(page, over, paths, at, async (tell) => {
    await held();
    await tell('dragCancel');
  });
};

/** Drags files or folders from the desktop of the computer into the page. */
export const dropFromDesktop = (page: Page, onto: Locator, paths: readonly string[]): Promise<void> =>
  drag(page, onto, paths, {}, (tell) => tell('drop'));

type Tell = (type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop') => Promise<void>;

const drag = async (
  page: Page,
  over: Locator,
  paths: readonly string[],
  at: At,
  end: (tell: Tell) => Promise<void>,
) => {
  const box = (await over.boundingBox())!;
  const x = box.x + (at.x ?? box.width / 2);
  // below the first rows: a folder's row would take what is dropped on it
  const y = box.y + (at.y ?? box.height / 2);
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const tell: Tell = async (type) => {
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  };
  await tell('dragEnter');
  await tell('dragOver');
  await end(tell);
  await devtools.detach();
};
