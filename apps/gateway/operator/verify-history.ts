import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import '../../../deploy/verify/dosar-verify.mjs';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { openEvidence } from '@dosar/adapters/open-evidence';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { historyOf } from '@dosar/kernel/runtime';
import { wordsOf } from './backup';
import { Unwell } from './doctor';
import { NO_HEAD } from './export-history';
import { progressOn } from './progress';

const USAGE =
  'dosar verify [<file of dosar export>] [--head <file of a note, or "size root">] [--key <verifier key>] [--lang ro|en]';

type Result = { readonly code: number };
type Verifier = {
  readonly verify: (
    pieces: AsyncIterable<Uint8Array>,
    options: { pins: readonly string[]; key?: string | undefined; onProgress?: (done: number) => void },
  ) => Promise<Result>;
  readonly report: (result: Result, language: string) => readonly string[];
};

declare global {
  /** The verifier that needs no Dosar, as it is given to others. */
  var dosarVerify: Verifier;
}

/** A head that was kept: a note in a file, or size and root as they are printed. */
const pinOf = (head: string): string => {
  if (/^\s*\d+\s+\S+\s*$/.test(head)) return head;
  if (!existsSync(head)) throw new CannotStart(`there is no file ${head}: ${USAGE}`);
  return readFileSync(head, 'utf8');
};

/** @throws Unwell with the verifier's exit code; CannotStart */
export const verifyHistory = async (config: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  const { given, positionals } = wordsOf(words, ['head', 'key', 'lang'], USAGE);
  const [file, ...more] = positionals;
  if (more.length > 0) throw new CannotStart(USAGE);
  const { verify, report } = globalThis.dosarVerify;
  const options = { pins: given.head === undefined ? [] : [pinOf(given.head)], key: given.key };
  const language = given.lang ?? (process.env['LANG']?.startsWith('ro') ? 'ro' : 'en');
  const result = file === undefined ? await here(config, verify, options) : await inFile(file, verify, options);
  const lines = report(result, language);
  if (result.code > 0) throw new Unwell(lines, result.code);
  return lines;
};

type Options = Parameters<Verifier['verify']>[1];

const inFile = async (file: string, verify: Verifier['verify'], options: Options): Promise<Result> => {
  if (!existsSync(file)) throw new CannotStart(`there is no file ${file}: ${USAGE}`);
  const { size } = statSync(file);
  const progress = progressOn('verify');
  const pieces = createReadStream(file, { highWaterMark: 1 << 20 });
  try {
    return await verify(pieces, { ...options, onProgress: (done) => progress(done, size) });
  } catch (error) {
    throw new CannotStart(`${file} cannot be read as a history: ${(error as Error).message}`);
  }
};

const here = async (config: PortsConfig, verify: Verifier['verify'], options: Options): Promise<Result> => {
  const evidence = await openEvidence(config);
  try {
    const history = await historyOf(evidence, progressOn('verify'));
    if (!history) throw new CannotStart(NO_HEAD);
    return await verify(history.pieces, options);
  } finally {
    await evidence.close();
  }
};
