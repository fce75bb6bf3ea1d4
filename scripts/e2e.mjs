// npm run e2e: people's journeys through the console in a real browser. What it is given goes to Playwright.
// npm run rel:deeds: what is done every day, with its clicks, keys and seconds as a table.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, ensurePrograms, run } from './ensure.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
await ensureInstalled();
if (!process.env.CHROMIUM_PATH) await ensurePrograms({ 'chromium-headless-shell': 'chromium-headless-shell' });
await ensureBuilt();

const [first, ...rest] = process.argv.slice(2);
const isProject = ['journeys', 'screenshots', 'deeds', 'every-screen'].includes(first);
const asked = isProject ? rest : process.argv.slice(2);
if (first === 'deeds') asked.push('--reporter=./deeds/table.ts', '--workers=1');
const project = `--project=${isProject ? first : 'journeys'}`;
await run(process.execPath, ['../../node_modules/@playwright/test/cli.js', 'test', project, ...asked], {
  cwd: 'apps/e2e',
}).catch(() => process.exit(1));
