// npm run e2e: people's journeys through the console in a real browser. What it is given goes to Playwright.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, ensurePrograms, run } from './ensure.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
await ensureInstalled();
await ensurePrograms({ chromium: 'chromium' });
await ensureBuilt();

const [project = 'journeys', ...rest] = process.argv.slice(2);
const wanted = ['journeys', 'screenshots'].includes(project) ? [project, ...rest] : ['journeys', project, ...rest];
await run(process.execPath, ['../../node_modules/@playwright/test/cli.js', 'test', '--project', ...wanted], {
  cwd: 'apps/e2e',
}).catch(() => process.exit(1));
