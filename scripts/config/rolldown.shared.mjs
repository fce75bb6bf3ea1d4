import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundles our own code from source; what comes from npm stays in node_modules. */
export const serverBundle = (input, dir) => ({
  input,
  platform: 'node',
  external: (id) => !/^(\.|\/|@dosar\/|@oxc-project\/|\0)/.test(id),
  output: { dir, format: 'esm', sourcemap: true, keepNames: true, entryFileNames: '[name].js' },
});

const filesOf = (...places) =>
  Object.fromEntries(
    places.map((place) => [basename(place, '.ts'), fileURLToPath(new URL(`../../${place}`, import.meta.url))]),
  );
/** Code that runs in threads or processes of its own, and so has bundles of its own beside the one that starts it. */
export const workers = filesOf(
  'libs/adapters/blob-store/small-blobs.worker.ts',
  'libs/adapters/event-store/sqlite-writer.worker.ts',
  'libs/adapters/read-store/sqlite-search.worker.ts',
  'libs/adapters/search-index/search-index.worker.ts',
  'libs/adapters/search-index/meilisearch.worker.ts',
  'libs/adapters/vault/sqlite-vault.worker.ts',
);
/** Those that only the gateway has. */
export const gatewayWorkers = filesOf(
  'apps/gateway/files/unzip/unzip.worker.ts',
  'apps/gateway/files/texts/text.worker.ts',
  'apps/gateway/files/texts/scan.worker.ts',
  'apps/gateway/files/thumbnails/thumbnail.worker.ts',
  'apps/gateway/files/thumbnails/page.worker.ts',
);
