// npm start: installs and builds what is missing, then serves. The server runs in this process, so signals reach it.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
await ensureInstalled();
await ensureBuilt();
process.setSourceMapsEnabled(true);
await import('../apps/gateway/dist/main.js');
