import { randomBytes } from 'node:crypto';
import { dropFromDesktop, onDisk } from './desk';
import { expect, PEOPLE, test } from './test';
import { newFolder, rowOf, rowsNamed } from './screenshots/screens';

const MiB = 1024 ** 2;
const ARCHIVE = 'Arhiva țării.zip';
/** An archive as far as its first bytes say, of so many bytes that cannot be packed. */
const anArchive = (bytes: number): Buffer => {
  const archive = randomBytes(bytes);
  archive.write('PK\x03\x04\x14\0\0\0\0\0', 0, 'latin1');
  archive.writeUInt16LE(5, 26);
  archive.writeUInt16LE(0, 28);
  archive.write('a.bin', 30, 'latin1');
  return archive;
};

test('45 MB over a slow line: paused, gone on with, and not sent again after the page was loaded anew', async ({
  as,
}) => {
  test.setTimeout(180_000);
  const client = await as(PEOPLE.client);
  const [path] = onDisk({ [ARCHIVE]: anArchive(45 * MiB) });
  const panel = client.getByRole('region', { name: 'Încărcări' });
  const bar = panel.getByRole('progressbar', { name: ARCHIVE });
  const offsets: number[] = [];
  client.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/api/uploads/'))
      offsets.push(Number(request.headers()['upload-offset']));
  });
  client.on('dialog', (dialog) => void dialog.accept());
  const sendingAt = async (megabytes: number) => {
    const devtools = await client.context().newCDPSession(client);
    await devtools.send('Network.enable');
    const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: megabytes * MiB };
    await devtools.send('Network.emulateNetworkConditions', limits);
  };
  const drop = () => dropFromDesktop(client, client.locator('#content section').first(), [path!]);
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'));

  await client.goto('/files');
  await newFolder(client, 'Arhive mari');
  await rowOf(client, 'Arhive mari').getByText('Arhive mari').click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();

  await test.step('it is paused, and nothing moves', async () => {
    await sendingAt(6);
    await drop();
    await expect.poll(percent, { timeout: 30_000 }).toBeGreaterThan(25);
    await panel.getByRole('button', { name: `Pune pe pauză încărcarea pentru ${ARCHIVE}` }).click();
    await expect(panel.getByText('În pauză')).toBeVisible();
    const sent = await percent();
    const asked = offsets.length;
    await client.waitForTimeout(1_500);
    expect([await percent(), offsets.length]).toEqual([sent, asked]);
  });

  await test.step('it goes on from a chunk that is there, not from the beginning', async () => {
    const before = offsets.length;
    await panel.getByRole('button', { name: `Continuă încărcarea pentru ${ARCHIVE}` }).click();
    await expect.poll(() => offsets.length).toBeGreaterThan(before + 1);
    expect(offsets[before]).toBeGreaterThanOrEqual(10 * MiB);
  });

  await test.step('the page is loaded anew: it says what was not sent; chosen again, it goes on', async () => {
    await client.reload();
    await expect(panel.getByRole('heading', { name: /nu a apucat să fie trimis/ })).toBeVisible();
    await expect(panel.getByText(ARCHIVE)).toBeVisible();
    await panel.getByRole('button', { name: 'Am înțeles' }).click();
    await sendingAt(60);
    const before = offsets.length;
    await drop();
    await expect(client.getByText('Un document încărcat')).toBeVisible({ timeout: 60_000 });
    expect(offsets[before]).toBeGreaterThanOrEqual(15 * MiB);
    await expect(rowOf(client, ARCHIVE)).toBeVisible();
    await expect(rowOf(client, ARCHIVE)).toContainText('45 MB');
  });

  await test.step('the same content once more is said, and taken away again', async () => {
    const [again] = onDisk({ 'notă.txt': 'Aceeași notă' });
    await dropFromDesktop(client, client.locator('#content section').first(), [again!]);
    await expect(rowOf(client, 'notă.txt')).toBeVisible();
    await dropFromDesktop(client, client.locator('#content section').first(), [again!]);
    await expect(panel.getByText('Există deja în „Arhive mari”, cu numele „notă.txt”.')).toBeVisible();
    await panel.getByRole('button', { name: 'Renunță la notă.txt' }).click();
    await expect.poll(() => rowsNamed(client)).toEqual([ARCHIVE, 'notă.txt']);
    await expect(panel).toBeHidden();
  });
});
