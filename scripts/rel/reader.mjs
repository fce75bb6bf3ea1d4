// The reader of a log that was written from libs/kernel/FORMAT.md alone, in Python.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensurePython, PYTHON } from '../ensure.mjs';
import { envelopesOf } from './opened.mjs';
import { ROOT } from './server.mjs';
import { secretsIn } from './stored.mjs';

/**
 * Reads the log in a folder, verifies and opens all of it; with `--key` and keys of records, what each opens.
 * @returns {Promise<{ lines: object[], said: object | null }>} `said`: how many records and envelopes. Fails with what it says.
 */
export const readByAnother = async (dataDir, ...args) => {
  await ensurePython();
  const reader = join(ROOT, 'libs/kernel/testing/read_log.py');
  const { status, stdout, stderr } = spawnSync(PYTHON, [reader, dataDir, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`the reader: ${stderr.slice(-500)}`);
  const lines = stdout.split('\n').filter(Boolean);
  return {
    lines: lines.map((line) => JSON.parse(line)),
    said: stderr ? JSON.parse(stderr.trim().split('\n').at(-1)) : null,
  };
};

/** Whether it opens every record and envelope of a log. @returns what is wrong */
export const faultsOfReading = async (dataDir, all) => {
  const { lines, said } = await readByAnother(dataDir);
  const envelopes = all.reduce((sum, record) => sum + envelopesOf(record).size, 0);
  const faults = [];
  if (lines.length !== all.length) faults.push(`the reader has ${lines.length} of ${all.length} records`);
  if (said.envelopes !== envelopes) faults.push(`the reader opened ${said.envelopes} of ${envelopes} envelopes`);
  // it compares the root at that size: one that it has not come to was not compared
  const head = JSON.parse(secretsIn(dataDir).get('log/head') ?? '{"size":0}');
  if (head.size === 0 || head.size > all.length) faults.push(`the head that was known has ${head.size} records`);
  return faults;
};
