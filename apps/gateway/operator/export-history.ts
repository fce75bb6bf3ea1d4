import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { onDisk } from '@dosar/adapters/backups';
import { CannotStart } from '@dosar/adapters/cannot-start';
import { openEvidence } from '@dosar/adapters/open-evidence';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { historyOf, leaveAct } from '@dosar/kernel/runtime';
import { wordsOf } from './backup';
import { progressOn } from './progress';

const USAGE = 'dosar export <file> writes the history under the newest head, for dosar verify or verify.html';

export const NO_HEAD = 'no head was signed yet: start Dosar, and try again some seconds later';

/** @throws CannotStart when nothing was written */
export const exportHistory = async (config: PortsConfig, words: readonly string[]): Promise<readonly string[]> => {
  const { positionals } = wordsOf(words, [], USAGE);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CannotStart(USAGE);
  if (existsSync(file))
    throw new CannotStart(`${file} is there already, and nothing is overwritten: give another name`);
  const evidence = await openEvidence(config);
  try {
    const history = await historyOf(evidence, progressOn('export'));
    if (!history) throw new CannotStart(NO_HEAD);
    const { head, pieces } = history;
    await onDisk(`${file} was not written`, () => write(file, pieces));
    await leaveAct(evidence.vault, 'export', { count: head.size, root: head.root });
    return [
      `${head.size} records are in ${file}, under the head signed at ${head.at}:`,
      `${head.size} ${head.root}`,
      'Note these two elsewhere: with them anybody can find out whether the history was changed later.',
    ];
  } finally {
    await evidence.close();
  }
};

/** Complete or not at all. */
const write = async (file: string, pieces: AsyncIterable<Buffer>): Promise<void> => {
  const part = `${file}.part`;
  try {
    await pipeline(pieces, createWriteStream(part, { mode: 0o600 }));
    const handle = await open(part, 'r');
    await handle.sync();
    await handle.close();
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
};
