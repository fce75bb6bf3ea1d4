import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../..');

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The files of the tree as it lies here: what git knows, what is new, and not what was taken out. */
export const filesIn = (...places: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-zco', '--exclude-standard', ...places], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));
