import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import resultsFolder from './jest.results.mjs';
import { gatewayWorkers, serverBundle, workers } from './rolldown.shared.mjs';

/** Threads cannot run TypeScript: their code is bundled once before the tests. */
export default async function setup(options) {
  await resultsFolder(options);
  const dir = new URL('../../.nx/workers', import.meta.url).pathname;
  const { output, ...input } = serverBundle({ ...workers, ...gatewayWorkers }, dir);
  const bundle = await rolldown({ ...input, logLevel: 'silent' });
  const { output: files } = await bundle.generate(output);
  // others may be reading what is here: a file is there whole or as it was
  for (const { type, fileName, code, source } of files) {
    const file = join(dir, fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, type === 'chunk' ? code : source);
    renameSync(`${file}.${process.pid}`, file);
  }
}
