import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Locator, type Page } from '@playwright/test';

const DOCUMENTS = join(import.meta.dirname, '../gateway/demo/documents');

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
