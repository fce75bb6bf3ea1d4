import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEVEL } from '@dosar/kernel/runtime';
import { mustNotBeHigher } from './levels';

/** The text in a data folder or bucket that says its level. */
export const textOf = (level: number) => `Dosar, level ${level}\n`;

export const levelIn = (text: string): number | null => {
  const [, level] = /^Dosar, level (\d+)\n$/.exec(text) ?? [];
  return level === undefined ? null : Number(level);
};

const fileIn = (folder: string) => join(folder, 'level');

const found = (folder: string): number | null => {
  try {
    return levelIn(readFileSync(fileIn(folder), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
};

/** To be called before anything in the folder is touched. @throws CannotStart when a higher level has written to it */
export const mustBeReadableFolder = (folder: string): void => mustNotBeHigher(`the folder ${folder}`, found(folder));

/** Marks the folder with this level. */
export const raiseFolder = (folder: string): void => {
  if (found(folder) === LEVEL) return;
  const next = `${fileIn(folder)}.next`;
  const file = openSync(next, 'w', 0o600);
  writeFileSync(file, textOf(LEVEL));
  fsyncSync(file);
  closeSync(file);
  renameSync(next, fileIn(folder));
};
