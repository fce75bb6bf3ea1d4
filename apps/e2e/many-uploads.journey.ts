import { randomBytes } from 'node:crypto';
import type { File } from '@dosar/contracts';
import { dropFromDesktop, onDisk } from './desk';
import { expect, PEOPLE, test, type Page } from './test';
import { newFolder, rowOf } from './screenshots/screens';

/** `npm run rel:uploads` sends a thousand. */
const FILES = Number(process.env['DOSAR_FILES'] ?? 60);
const KB = 50;
const SLOW = { timeout: 60_000 + FILES * 500 };
const LOST = /ERR_|WebSocket connection|status of 4\d\d/;

const folderOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;
const filesIn = (page: Page, folderId: string): Promise<File[]> =>
  page.evaluate(async (id) => {
    const headers = {
      authorization: `Bearer ${(JSON.parse(localStorage.getItem('dosar.session')!) as { token: string }).token}`,
    };
    const answer = await fetch(`/api/files?folderId=${id}`, { headers });
    return ((await answer.json()) as { files: File[] }).files;
  }, folderId);

test('many small files: the line is cut once and the server killed once, and all are there once', async ({
  as,
  portal,
}) => {
  test.setTimeout(180_000 + FILES * 1_000);
  const client = await as(PEOPLE.client, { expected: LOST });
  const names = Array.from({ length: FILES }, (_, at) => `chitanță ${String(at).padStart(4, '0')}.csv`);
  const paths = onDisk(Object.fromEntries(names.map((name) => [name, randomBytes((KB * 1024) / 2).toString('hex')])));
  const panel = client.getByRole('region', { name: 'Încărcări' });
  const bar = panel.getByRole('progressbar', { name: new RegExp(`^\\d+ din ${FILES}`) });
  const percent = async () => Number((await bar.getAttribute('aria-valuenow')) ?? 100);
  const comesTo = (share: number) => expect.poll(percent, SLOW).toBeGreaterThan(share);
  await client.goto('/files');
  await newFolder(client, 'O mie de bonuri');
  await rowOf(client, 'O mie de bonuri').getByText('O mie de bonuri').click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  const line = await client.context().newCDPSession(client);
  await line.send('Network.enable');
  const isCut = (offline: boolean) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: offline ? 0 : FILES * 20_000,
    });
  await isCut(false);
  const began = Date.now();
  await dropFromDesktop(client, client.locator('#content section').first(), paths);

  await test.step('the line is cut, and comes back', async () => {
    await comesTo(15);
    await isCut(true);
    await expect(panel.getByText('Încărcarea continuă singură când revine conexiunea.')).toBeVisible(SLOW);
    await isCut(false);
  });
  await test.step('the server is killed, and starts again', async () => {
    await comesTo(50);
    await portal.kill();
    await expect(panel.getByText('Încărcarea continuă singură când revine conexiunea.')).toBeVisible(SLOW);
    await portal.start();
  });
  await test.step('every file is there once, with what was in it', async () => {
    await expect(client.getByText(new RegExp(`^${FILES} (de )?documente încărcate$`))).toBeVisible(SLOW);
    const seconds = Math.round((Date.now() - began) / 1_000);
    const there = await filesIn(client, folderOf(client));
    expect(there.map(({ name }) => name).sort()).toEqual(names);
    expect(new Set(there.map(({ sha256 }) => sha256)).size).toBe(FILES);
    expect(there.every(({ size }) => size === KB * 1024)).toBe(true);
    await expect(panel.getByRole('alert')).toHaveCount(0);
    if (process.env['DOSAR_FILES']) console.log(JSON.stringify({ files: there.length, seconds }));
  });
});
