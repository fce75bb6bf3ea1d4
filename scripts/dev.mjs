// npm run dev: builds on every change and starts the server again; the console is at its own address and changes in place.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watch } from 'rolldown';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const { default: config } = await import('../apps/gateway/rolldown.config.mjs');
process.chdir('apps/gateway');

// its pages come from their sources, everything else from the server
const gateway = `http://127.0.0.1:${process.env.DOSAR_PORT ?? 3000}`;
const pages = spawn(process.execPath, ['../../node_modules/vite/bin/vite.js', '--clearScreen', 'false'], {
  stdio: 'inherit',
  cwd: '../console',
  env: { ...process.env, DOSAR_GATEWAY: gateway },
});

let server = null;
let turn = Promise.resolve();

const stop = async () => {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  const late = setTimeout(() => server.kill('SIGKILL'), 3_000);
  await once(server, 'exit');
  clearTimeout(late);
};

const restart = async () => {
  await stop();
  server = spawn(process.execPath, ['--enable-source-maps', 'apps/gateway/dist/main.js'], {
    stdio: 'inherit',
    cwd: '../..',
  });
};

const watcher = watch(config);
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') {
    void event.result?.close?.();
    turn = turn.then(restart);
  }
  if (event.code === 'ERROR') console.error(event.error?.message ?? event);
});

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    pages.kill();
    await watcher.close();
    await stop();
    process.exit(0);
  });
