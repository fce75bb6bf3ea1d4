import { rolldown } from 'rolldown';
import resultsFolder from './jest.results.mjs';
import { gatewayWorkers, serverBundle, workers } from './rolldown.shared.mjs';

/** Threads cannot run TypeScript: their code is bundled once before the tests. */
export default async function setup(options) {
  await resultsFolder(options);
  const dir = new URL('../../.nx/workers', import.meta.url).pathname;
  const { output, ...input } = serverBundle({ ...workers, ...gatewayWorkers }, dir);
  const bundle = await rolldown({ ...input, logLevel: 'silent' });
  await bundle.write(output);
}
