import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { rolldown } from 'rolldown';
import { serverBundle, workers } from './rolldown.shared.mjs';

/** Threads cannot run TypeScript: their code is bundled once before the tests. */
export default async function setup({ outputFile }) {
  if (outputFile) mkdirSync(dirname(outputFile), { recursive: true });
  const dir = new URL('../../.nx/workers', import.meta.url).pathname;
  const { output, ...options } = serverBundle(workers, dir);
  const bundle = await rolldown({ ...options, logLevel: 'silent' });
  await bundle.write(output);
}
