import { readFileSync } from 'node:fs';
import { letterAfter, pathOf } from '../account';
import { messagesIn, openConversation, send, writingIn } from '../conversations';
import { documents, onDisk } from '../desk';
import { pressesIn } from '../first-day/presses';
import { aPhonePhoto } from '../photos';
import { ask } from '../screenshots/screens';
import { expect, PEOPLE, test } from '../test';
import { measure, PHONE } from './measure';

const PASSWORD = 'Floare alba 650';

test('from the invitation’s letter to six photos sent, on a phone', async ({ as, visit, portal }, info) => {
  const admin = await as(PEOPLE.admin);
  const email = 'dana@telefon.test';
  const letter = await letterAfter(portal, email, async () => {
    const { clients } = (await ask(admin, 'GET', '/api/clients?q=constructii')) as { clients: { id: string }[] };
    await ask(admin, 'POST', '/api/users', { role: 'user', name: 'Dana Pop', email, client_id: clients[0]!.id });
  });
  const photo = readFileSync(documents.find((path) => path.endsWith('.jpg'))!);
  const photos = Object.fromEntries(
    [1, 2, 3, 4, 5].map((at) => [`deed_${at}.jpg`, Buffer.concat([photo, Buffer.from([at])])]),
  );
  const paths = onDisk({ ...photos, 'IMG_6.HEIC': aPhonePhoto });
  const { page } = await visit(PHONE);
  const presses = await pressesIn(page);
  // the link in the letter, and the photos in the phone's own chooser
  await measure(info, { presses, most: { clicks: 6 }, elsewhere: 2 }, async () => {
    await page.goto(pathOf(letter.link));
    for (const field of ['Parola nouă', 'Parola nouă, încă o dată']) {
      await page.getByLabel(field, { exact: true }).tap();
      await page.keyboard.type(PASSWORD);
    }
    await page.getByRole('button', { name: 'Salvează parola' }).tap();
    await expect(page).toHaveURL(/\/files/);
    const rows = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    const choosing = page.waitForEvent('filechooser');
    await page
      .getByRole('button', { name: /^(Încarcă|Trimite documente)$/ })
      .first()
      .tap();
    await (await choosing).setFiles(paths);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + paths.length));
  });
});

test('a photo is sent from the first screen, and its state is seen, on a phone', async ({ as }, info) => {
  const photo = readFileSync(documents.find((path) => path.endsWith('.jpg'))!);
  const paths = onDisk({ 'bon de pe telefon.jpg': Buffer.concat([photo, Buffer.from('telefon')]) });
  const page = await as(PEOPLE.otherClient, PHONE);
  const presses = await pressesIn(page);
  await page.goto('/files');
  await measure(info, { presses, most: { clicks: 2 }, elsewhere: 1 }, async () => {
    const choosing = page.waitForEvent('filechooser');
    await page
      .getByRole('button', { name: /^(Încarcă|Trimite documente)$/ })
      .first()
      .tap();
    await (await choosing).setFiles(paths);
    await expect(page.getByText('bon de pe telefon.jpg').first()).toBeVisible();
    await expect(page.getByText('Nou', { exact: true }).first()).toBeVisible();
  });
});

test('a message is answered from where it is told, on a phone', async ({ as }, info) => {
  const page = await as(PEOPLE.client, PHONE);
  const presses = await pressesIn(page);
  // what was told before is read
  await openConversation(page);
  await expect(page.getByRole('log')).toBeVisible();
  await page.goto('/files');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const elena = await as(PEOPLE.accountant);
  await openConversation(elena);
  await send(elena, 'Mai lipsește un bon.');
  const told = page.locator('[data-type=info]').filter({ hasText: 'Mesaj nou' });
  const toast = told.getByRole('button', { name: 'Deschide' });
  await expect(toast).toBeVisible();
  await measure(info, { presses, most: { clicks: 3 } }, async () => {
    await toast.tap();
    await expect(messagesIn(page, 'Mai lipsește un bon.')).toBeVisible();
    await writingIn(page).tap();
    await page.keyboard.type('Il trimit azi');
    await page.getByRole('button', { name: 'Trimite', exact: true }).tap();
    await expect(messagesIn(elena, 'Il trimit azi')).toBeVisible();
  });
});

test('a document is opened from the list, on a phone', async ({ as }, info) => {
  const page = await as(PEOPLE.client, PHONE);
  const presses = await pressesIn(page);
  await page.goto('/documents?mine=true');
  const link = page.getByRole('link', { name: /Factură .*\.pdf/ }).first();
  await expect(link).toBeVisible();
  await measure(info, { presses, most: { clicks: 1 } }, async () => {
    await link.tap();
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  });
});

test('the bell’s newest is opened, on a phone', async ({ as }, info) => {
  const page = await as(PEOPLE.client, PHONE);
  const presses = await pressesIn(page);
  await page.goto('/files');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await measure(info, { presses, most: { clicks: 2 } }, async () => {
    await page
      .getByRole('button', { name: /^Notificări/ })
      .first()
      .tap();
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('link').first().tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
