/** Bundles our own code from source; what comes from npm stays in node_modules. */
export const serverBundle = (input, dir) => ({
  input,
  platform: 'node',
  external: (id) => !/^(\.|\/|@dosar\/|@oxc-project\/|\0)/.test(id),
  output: { dir, format: 'esm', sourcemap: true, keepNames: true, entryFileNames: '[name].js' },
});

/** Code that runs in threads of its own, and so has bundles of its own beside the one that starts it. */
export const workers = {
  'sqlite-writer.worker': new URL('../../libs/adapters/event-store/sqlite-writer.worker.ts', import.meta.url).pathname,
};

/** Those that only the gateway has. */
export const gatewayWorkers = {
  'unzip.worker': new URL('../../apps/gateway/files/unzip/unzip.worker.ts', import.meta.url).pathname,
};
