import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Locator, type Page } from '@playwright/test';

const DOCUMENTS = join(import.meta.dirname, '../gateway/demo/documents');

/** The month of documents of the bakery, as they are on a disk. */
export const documents: readonly string[] = readdirSync(DOCUMENTS).map((name) => join(DOCUMENTS, name));
export const nameOf = (path: string): string => basename(path).normalize('NFC');

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

/** Drags files or folders from the desktop of the computer into the page, as the browser itself tells of it. */
export const dropFromDesktop = async (page: Page, onto: Locator, paths: readonly string[]): Promise<void> => {
  const box = (await onto.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 200)];
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await devtools.detach();
};
