// From the clone to the first booked invoice, as somebody who tries Dosar does it: the sources are cloned, installed, built
// and started, an accountant of the demo signs in, finds an invoice that waits, looks at it and books it. Each step with
// its seconds, clicks and keys, and a picture of what is then on the screen.
//   npm run rel:first-booking                       a clone of what is committed here, with packages of its own
//   npm run rel:first-booking -- --here             without clone and installation: what is built here
//   npm run rel:first-booking -- --pictures /tmp/x  where pictures go
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { atEnd, exit } from '../ending.mjs';
import { aFolder, freePort, remove, ROOT } from './server.mjs';

const { values } = parseArgs({
  options: {
    here: { type: 'boolean' },
    pictures: { type: 'string', default: join(tmpdir(), 'dosar-first-booking') },
  },
});
mkdirSync(values.pictures, { recursive: true });
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const folder = aFolder('dosar-first-booking-');
atEnd(() => remove(folder));

/** An invoice on paper, and the key that books what is looked at. */
const INVOICE = /Factură [A-Z].*\.pdf/;
const BOOKED = '6';
const ACCOUNTANT = 'elena@contabexpert.demo';
const MOST_CLICKS = 4;

const steps = [];
let counts = { clicks: 0, keys: 0 };
const step = async (what, work) => {
  const began = performance.now();
  counts = { clicks: 0, keys: 0 };
  await work();
  steps.push({ step: what, seconds: Number(((performance.now() - began) / 1000).toFixed(1)), ...counts });
};
/** Counts what is really pressed in the page. */
const counting = async (page) => {
  await page.exposeFunction('dosarPressed', (what) => {
    counts[what] += 1;
  });
  await page.addInitScript(() => {
    const count = (event, what) =>
      globalThis.addEventListener(event, ({ isTrusted }) => isTrusted && globalThis.dosarPressed(what), {
        capture: true,
      });
    count('pointerdown', 'clicks');
    count('keydown', 'keys');
  });
};

const run = async (cwd, program, ...words) => {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${code}`);
};

/** `npm start`, until the accounts of the demo are told. @returns the address, and their password */
const started = async (cwd) => {
  const port = await freePort();
  const environment = { ...process.env, DOSAR_PORT: String(port), DOSAR_DATA_DIR: join(folder, 'data') };
  const server = spawn('npm', ['start'], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  atEnd(async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'close');
  });
  let said = '';
  let password;
  // who stops reading would otherwise close what the server writes to
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk.toString();
    password = new RegExp(`${ACCOUNTANT}\\s+(\\S+)`).exec(said)?.[1];
    if (password) break;
  }
  if (!password) throw new Error(`it did not start: ${said}`);
  server.stdout.resume();
  return { url: `http://localhost:${port}`, password };
};

const failures = [];
try {
  let sources = ROOT;
  if (!values.here) {
    sources = join(folder, 'dosar');
    await step('git clone', () => run(folder, 'git', 'clone', '--quiet', ROOT, sources));
    await step('npm ci', () => run(sources, 'npm', 'ci', '--no-audit', '--no-fund', '--silent'));
  }
  let server;
  await step(values.here ? 'npm start: served, the demo made' : 'npm start: built, served, the demo made', async () => {
    server = await started(sources);
  });

  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  atEnd(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'ro-RO' });
  await counting(page);
  const shoot = (name) => page.screenshot({ path: join(values.pictures, `${steps.length}-${name}.png`) });

  await step('the accountant signs in', async () => {
    await page.goto(server.url);
    await page.getByLabel('Email').click();
    await page.keyboard.type(ACCOUNTANT);
    await page.keyboard.press('Tab');
    await page.keyboard.type(server.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Bună ziua/ }).waitFor();
  });
  await step('and sees what is to be done', async () => {
    await page.locator('#today').getByRole('link', { name: INVOICE }).first().waitFor();
  });
  await shoot('home');
  const dialog = page.getByRole('dialog', { name: INVOICE });
  await step('opens an invoice', async () => {
    await page.locator('#today').getByRole('link', { name: INVOICE }).first().click();
    await dialog.locator('canvas').first().waitFor();
  });
  await shoot('seen');
  await step('books it', async () => {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/bulk/files/status'));
    await page.keyboard.press(BOOKED);
    const status = (await answered).status();
    if (status !== 200) throw new Error(`it was not booked: ${status}`);
  });
  await shoot('booked');

  const sum = (what) => steps.reduce((all, each) => all + each[what], 0);
  console.table([
    ...steps,
    { step: 'all of it', seconds: Number(sum('seconds').toFixed(1)), clicks: sum('clicks'), keys: sum('keys') },
  ]);
  if (sum('clicks') > MOST_CLICKS) failures.push(`${sum('clicks')} clicks, more than ${MOST_CLICKS}`);
} catch (error) {
  console.table(steps);
  failures.push(error.stack);
}
for (const failure of failures) console.error(failure);
await exit(failures.length > 0 ? 1 : 0);
