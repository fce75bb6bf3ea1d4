// The readers of a log that were written from libs/kernel/FORMAT.md alone: one in Python, one in Perl.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ensurePrograms, ensurePython, PYTHON } from '../ensure.mjs';
import { envelopesOf } from './opened.mjs';
import { ROOT } from './server.mjs';
import { secretsIn } from './stored.mjs';

const READERS = { python: 'read_log.py', perl: 'read_log.pl' };

/**
 * Reads the log in a folder, verifies and opens all of it; with `--key` and keys of records, what each opens.
 * @returns {Promise<{ lines: object[], said: object | null }>} `said`: how many records and envelopes. Fails with what it says.
 */
export const readByAnother = async (dataDir, args = [], language = 'python') => {
  await (language === 'python' ? ensurePython() : ensurePrograms({ perl: 'perl' }));
  const reader = join(ROOT, 'libs/kernel/testing', READERS[language]);
  const program = language === 'python' ? PYTHON : language;
  const { status, stdout, stderr } = spawnSync(program, [reader, dataDir, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`the reader in ${language}: ${stderr.slice(-500)}`);
  const lines = stdout.split('\n').filter(Boolean);
  return {
    lines: lines.map((line) => JSON.parse(line)),
    said: stderr ? JSON.parse(stderr.trim().split('\n').at(-1)) : null,
  };
};

/** The one in Perl reads SQLite's files by itself, and without what a running or killed server has beside them. */
const isWhole = (dataDir) => {
  const beside = join(dataDir, 'log.db-wal');
  return !existsSync(beside) || statSync(beside).size === 0;
};

/** Whether both read the same: all of it, or what these keys of single envelopes open. @returns what differs */
export const differencesIn = async (dataDir, lines, args = []) => {
  const { lines: others } = await readByAnother(dataDir, args, 'perl');
  if (others.length !== lines.length) return [`one reader has ${lines.length} lines, the other ${others.length}`];
  return lines
    .filter((line, at) => !isDeepStrictEqual(line, others[at]))
    .map((line) => `two readers differ about ${JSON.stringify(line).slice(0, 500)}`);
};

/** Whether they open every record and envelope of a log, and alike. @returns what is wrong */
export const faultsOfReading = async (dataDir, all) => {
  const { lines, said } = await readByAnother(dataDir);
  const envelopes = all.reduce((sum, record) => sum + envelopesOf(record).size, 0);
  const faults = [];
  if (lines.length !== all.length) faults.push(`the reader has ${lines.length} of ${all.length} records`);
  if (said.envelopes !== envelopes) faults.push(`the reader opened ${said.envelopes} of ${envelopes} envelopes`);
  // it compares the root at that size: one that it has not come to was not compared
  const head = JSON.parse(secretsIn(dataDir).get('log/head') ?? '{"size":0}');
  if (head.size === 0 || head.size > all.length) faults.push(`the head that was known has ${head.size} records`);
  return isWhole(dataDir) ? [...faults, ...(await differencesIn(dataDir, lines))] : faults;
};
