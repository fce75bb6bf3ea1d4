// npm run bench:console: how the list of a large folder feels in Chromium, against its limits of quality/performance.md.
// --rows N (10,000), --screens FOLDER keeps pictures of what was measured.
import { chromium } from '@playwright/test';
import { brotliDecompressSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { aFirm, PASSWORD, upload } from '../rel/client.mjs';
import { aFolder, freePort, remove, startServer } from '../rel/server.mjs';
import { inParallel, untilIdle } from './measure.mjs';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000' }, screens: { type: 'string' } } });
const ROWS = Number(values.rows);
const SLOWED = 4;
/** Milliseconds of one task of the main thread; of a click until it is answered; layout shift. */
const LIMITS = { scroll: 50, scrollSlowed: 150, openSlowed: 200, shift: 0 };
const WHEELS = 40;

const dataDir = aFolder('dosar-bench-console-');
const server = await startServer({ dataDir, port: await freePort(), environment: { DOSAR_LIMITS: 'off' } });
const { people } = await aFirm(server.url, 1);
const [{ ask, email }] = people;
const folder = (await ask('POST', '/folders', { body: { name: 'Foarte mare' } })).body.folder;
await inParallel(16, ROWS, async (_lane, at) => {
  const form = upload(`document ${at}`, `factură ${at}.txt`, { folder_id: folder.id });
  const { status } = await ask('POST', '/files/upload', { form });
  if (status !== 201) throw new Error(`an upload answered ${status}`);
});

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Collects, inside the page, every task over 50 ms, every shift of the layout, and how long events took to be answered. */
const watch = () => {
  const seen = (window.seen = { tasks: [], shift: 0, events: [] });
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift' });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') seen.events.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
};
const max = (list) => Math.round(Math.max(0, ...list));

const measure = async (rate) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ro-RO' });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  const row = page.getByRole('row').filter({ hasText: 'Foarte mare' });
  await row.waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.waitForTimeout(500);
  await page.evaluate(() => Object.assign(window.seen, { tasks: [], shift: 0, events: [] }));

  const started = performance.now();
  await row.getByText('Foarte mare').click();
  await page.getByRole('row').filter({ hasText: 'factură 0.txt' }).waitFor();
  const rows = performance.now() - started;
  await page.waitForTimeout(1_000);
  const opening = await page.evaluate(() => ({ ...window.seen }));
  if (values.screens) await page.screenshot({ path: `${values.screens}/open-${rate}.png` });

  await page.evaluate(() => Object.assign(window.seen, { tasks: [] }));
  await page.mouse.move(900, 500);
  for (let step = 0; step < WHEELS; step += 1) {
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(500);
  const scrolling = await page.evaluate(() => ({ ...window.seen }));
  const nodes = await page.evaluate(() => {
    const drawn = document.querySelectorAll('[role=grid] [role=row]');
    return { rows: drawn.length, each: drawn[drawn.length - 1].querySelectorAll('*').length + 1 };
  });
  if (values.screens) await page.screenshot({ path: `${values.screens}/scrolled-${rate}.png` });
  await context.close();
  return {
    click: max(opening.events),
    rows: Math.round(rows),
    openTasks: opening.tasks.map(Math.round),
    scroll: max(scrolling.tasks),
    over: scrolling.tasks.length,
    shift: scrolling.shift,
    nodes,
  };
};

/** What the folder costs on the line. */
const onTheLine = async () => {
  const { body } = await ask('POST', '/auth/login', { body: { email, password: PASSWORD } });
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${body.token}`, 'accept-encoding': 'br' };
    request(`${server.url}/api/files?folderId=${folder.id}`, { headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ sent: bytes.length, plain: brotliDecompressSync(bytes).length });
      });
    })
      .on('error', reject)
      .end();
  });
};

// texts of what was uploaded are read after it: that is not the console's work
await untilIdle(server.pid);
const asIs = await measure(1);
const slowed = await measure(SLOWED);
const line = await onTheLine();
await browser.close();
await server.stop();
remove(dataDir);

const table = [
  ['scrolling, longest task (ms)', asIs.scroll, LIMITS.scroll],
  [`scrolling ${SLOWED}x slowed, longest task (ms)`, slowed.scroll, LIMITS.scrollSlowed],
  [`opening ${SLOWED}x slowed, click answered (ms)`, slowed.click, LIMITS.openSlowed],
  ['layout shift', Math.max(asIs.shift, slowed.shift), LIMITS.shift],
];
console.log(`${ROWS} rows; ${asIs.nodes.rows} drawn, ${asIs.nodes.each} elements each`);
console.log(
  `rows there after ${asIs.rows} ms, ${slowed.rows} ms slowed; tasks ${asIs.openTasks} / ${slowed.openTasks}`,
);
console.log(`tasks over 50 ms while scrolling: ${asIs.over}, ${slowed.over} slowed; ${JSON.stringify(line)} bytes`);
for (const [what, value, limit] of table)
  console.log(`${value <= limit ? 'ok  ' : 'OVER'} ${what}: ${value} (${limit})`);
process.exitCode = table.every(([, value, limit]) => value <= limit) ? 0 : 1;
