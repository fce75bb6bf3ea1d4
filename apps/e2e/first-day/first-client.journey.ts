import { readFileSync } from 'node:fs';
import { devices } from '@playwright/test';
import { letterAfter, pathOf } from '../account';
import { documents, onDisk } from '../desk';
import { choose } from '../lists';
import { rowOf } from '../screenshots/screens';
import { expect, expectForEverybody, PEOPLE, test } from '../test';
import { pressesIn } from './presses';

const MARA = { name: 'Mara Olaru', email: 'mara@floraria.test' };
const MOST_CLICKS = 8;
const MOST_TAPS = 6;
/** Not in the page: the link in the letter, and the photo in the chooser of the phone. */
const TAPS_ELSEWHERE = 2;

test('a client is made on one screen, follows the letter on a phone, and its first photo is seen', async ({
  as,
  visit,
  portal,
}, info) => {
  const record = (type: string, description: string) => void info.annotations.push({ type, description });
  const admin = await as(PEOPLE.admin);
  const clicks = await pressesIn(admin);
  const letter = await letterAfter(portal, MARA.email, async () => {
    await admin.goto('/admin/clients');
    await admin.getByRole('link', { name: 'Client nou', exact: true }).click();
    // the list has fields that say so, too
    await expect(admin.getByRole('heading', { level: 1, name: 'Client nou' })).toBeVisible();
    await admin.getByLabel('Denumire').fill('Florăria Mara SRL');
    await admin.getByLabel('CUI').fill('14399840');
    await admin.getByLabel('Reprezentant', { exact: true }).fill(MARA.name);
    await admin.getByLabel('Emailul reprezentantului').fill(MARA.email);
    await choose(admin, 'Firma de contabilitate', 'Contab Expert SRL');
    await choose(admin, 'Contabil repartizat', 'Elena Dumitrescu');
    await admin.getByText('Reprezentantul', { exact: true }).click();
    await expect(admin.getByText(/nu are un server de email/)).toBeVisible();
    await expectForEverybody(admin);
    await admin.getByRole('button', { name: 'Înregistrează clientul', exact: true }).click();
    await expect(admin.getByText('Clientul Florăria Mara SRL a fost înregistrat').first()).toBeVisible();
  });
  // the demo has two firms: with one, which is chosen by itself, it is two clicks less
  record('clicks of the administrator', String(clicks().clicks));
  expect(clicks().clicks).toBeLessThanOrEqual(MOST_CLICKS);

  const since = performance.now();
  const photo = readFileSync(documents.find((path) => path.endsWith('.jpg'))!);
  const [path] = onDisk({ 'bon_mara.jpg': Buffer.concat([photo, Buffer.from('mara')]) });
  const { page: phone } = await visit(devices['Pixel 7']);
  const taps = await pressesIn(phone);
  await phone.goto(pathOf(letter.link));
  await expect(phone.getByRole('heading', { name: `Bine ați venit, ${MARA.name}!` })).toBeVisible();
  await expectForEverybody(phone);
  for (const field of ['Parola nouă', 'Parola nouă, încă o dată']) {
    await phone.getByLabel(field, { exact: true }).tap();
    await phone.keyboard.type('Floare albă 650');
  }
  await phone.getByRole('button', { name: 'Salvează parola' }).tap();
  await expect(phone).toHaveURL(/\/files/);
  // below the folders of the month
  const rows = Number(await phone.getByRole('grid').getAttribute('aria-rowcount'));
  const choosing = phone.waitForEvent('filechooser');
  await phone
    .getByRole('button', { name: /^(Încarcă|Trimite documente)$/ })
    .first()
    .tap();
  await (await choosing).setFiles([path!]);
  await expect(phone.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 1));
  record('seconds from the letter to the photo sent', ((performance.now() - since) / 1000).toFixed(1));
  const all = taps().clicks + TAPS_ELSEWHERE;
  record('taps of the client', String(all));
  expect(all).toBeLessThanOrEqual(MOST_TAPS);

  const accountant = await as(PEOPLE.accountant);
  await accountant.goto('/notifications');
  await accountant
    .getByText(/Mara Olaru a încărcat un fișier/)
    .first()
    .click();
  await expect(rowOf(accountant, 'bon_mara.jpg')).toBeVisible();
  record('seconds until the accountant sees it', ((performance.now() - since) / 1000).toFixed(1));
});
