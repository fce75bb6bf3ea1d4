import { aReport, documents, dropFromDesktop, nameOf, onDisk } from '../desk';
import { pressesIn, type Presses } from '../first-day/presses';
import { messagesIn, writingIn } from '../conversations';
import { opened, reach, rowOf } from '../screenshots/screens';
import { expect, PEOPLE, test, type Page } from '../test';
import { folderWith } from './folder-with';
import { DESK, measure } from './measure';

const REVIEWED = documents.length;

/** A page in which presses are counted, at that address. */
const at = async (page: Page, path: string): Promise<() => Presses> => {
  const presses = await pressesIn(page);
  await page.goto(path);
  return presses;
};

test('sign in, with a second tab open', async ({ visit, portal }, info) => {
  const { page } = await visit(DESK);
  const other = await page.context().newPage();
  await other.goto('/login');
  const presses = await at(page, '/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await measure(info, { presses, most: { clicks: 0 } }, async () => {
    await page.keyboard.type(PEOPLE.accountant);
    await page.keyboard.press('Tab');
    await page.keyboard.type(portal.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /Bună ziua/ })).toBeVisible();
  });
});

test('open a client, from anywhere by keys', async ({ as }, info) => {
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await at(page, '/chat');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await measure(info, { presses, most: { clicks: 0, keys: 10 } }, async () => {
    await page.keyboard.press('Control+K');
    await page.keyboard.type('valc');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/Construcții Vâlcea SRL/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Construcții Vâlcea SRL' })).toBeVisible();
  });
});

test('open a client, from the first screen', async ({ as }, info) => {
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await at(page, '/');
  const link = page.getByRole('link', { name: /^Transport Hîrșova SRL/ }).first();
  await expect(link).toBeVisible();
  await measure(info, { presses, most: { clicks: 1 } }, async () => {
    await link.click();
    await expect(page).toHaveURL(/\/(files|documents)\?/);
    await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Transport Hîrșova SRL');
  });
});

test('find an invoice by a word in it, and look', async ({ as }, info) => {
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await at(page, '/');
  await expect(page.getByRole('heading', { name: /Bună ziua/ })).toBeVisible();
  await measure(info, { presses, most: { clicks: 0, keys: 16 } }, async () => {
    await page.keyboard.press('Control+K');
    await page.keyboard.type('tesatoria');
    const hit = page.getByRole('option', { name: /\.pdf/ }).first();
    await expect(hit).toBeVisible();
    while ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  });
});

test('look at a document of a list', async ({ as }, info) => {
  const client = await as(PEOPLE.client, DESK);
  const address = await folderWith(client, 'De privit pe rând', documents.slice(0, 12));
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await at(page, address);
  const row = rowOf(page, nameOf(documents.find((path) => /Factură A/.test(path))!.normalize('NFC')));
  await expect(row).toBeVisible();
  await measure(info, { presses, most: { clicks: 2 } }, async () => {
    await row.dblclick();
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  });
});

test('book a folder of thirty at once', async ({ as }, info) => {
  const client = await as(PEOPLE.client, DESK);
  const address = await folderWith(client, 'De contabilizat deodată', documents);
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await at(page, address);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(REVIEWED + 1));
  await page.getByRole('grid').focus();
  await measure(info, { presses, most: { clicks: 2, keys: 2 } }, async () => {
    await page.keyboard.press('Control+A');
    await page.getByRole('toolbar').getByRole('button', { name: 'Stare' }).click();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/bulk/files/status'));
    await page.getByRole('menuitem', { name: /^Contabilizat/ }).click();
    expect((await answered).status()).toBe(200);
  });
});

test('review and book thirty, each one seen', async ({ as }, info) => {
  const client = await as(PEOPLE.client, DESK);
  const address = await folderWith(client, 'De contabilizat pe rând', documents);
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await at(page, address);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(REVIEWED + 1));
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await measure(info, { presses, most: { clicks: 0, keys: REVIEWED } }, async () => {
    for (let each = 1; each <= REVIEWED; each += 1) {
      await expect(dialog.getByRole('status').filter({ hasText: 'din' })).toHaveText(`${each} din ${REVIEWED}`);
      await page.keyboard.press('6');
    }
  });
});

test('ask about a document', async ({ as }, info) => {
  const client = await as(PEOPLE.client, DESK);
  const address = await folderWith(client, 'De întrebat', onDisk({ 'Raport.pdf': aReport('Raport') }));
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await at(page, address);
  await expect(rowOf(page, 'Raport.pdf')).toBeVisible();
  await measure(info, { presses, most: { clicks: 3 } }, async () => {
    await rowOf(page, 'Raport.pdf').dblclick();
    await opened(page, 'Raport.pdf').getByRole('button', { name: 'Întreabă' }).first().click();
    await expect(writingIn(page)).toBeFocused();
    await page.keyboard.type('Ce este acesta?');
    await page.keyboard.press('Control+Enter');
    await expect(messagesIn(page, 'Ce este acesta?')).toBeVisible();
  });
});

test('upload a month: thirty files', async ({ as }, info) => {
  const page = await as(PEOPLE.client, DESK);
  const address = await folderWith(page, 'Luna aleasă', []);
  const presses = await at(page, address);
  await expect(page.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await measure(info, { presses, most: { clicks: 2 }, elsewhere: 1 }, async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Încarcă', exact: true }).first().click();
    await (await choosing).setFiles([...documents]);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(documents.length + 1), {
      timeout: 60_000,
    });
  });
});

test('upload a month: dragged', async ({ as }, info) => {
  const page = await as(PEOPLE.client, DESK);
  const address = await folderWith(page, 'Luna trasă', []);
  const presses = await at(page, address);
  await expect(page.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await measure(info, { presses, most: { clicks: 1 }, elsewhere: 1 }, async () => {
    await dropFromDesktop(page, page.locator('#content section').first(), documents);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(documents.length + 1), {
      timeout: 60_000,
    });
  });
});

test('upload a month: an archive, unpacked', async ({ as }, info) => {
  const page = await as(PEOPLE.client, DESK);
  const address = await folderWith(page, 'Luna arhivată', []);
  const presses = await at(page, address);
  const archive = documents.find((path) => nameOf(path) === 'Documente septembrie 2026.zip')!;
  await expect(page.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  // the drag is one
  await measure(info, { presses, most: { clicks: 4 }, elsewhere: 1 }, async () => {
    await dropFromDesktop(page, page.locator('#content section').first(), [archive]);
    await rowOf(page, nameOf(archive)).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Dezarhivează' }).click();
    const where = page.getByRole('dialog', { name: 'Unde dezarhivăm' });
    await where.getByRole('button', { name: 'Dezarhivează' }).click();
    await expect(rowOf(page, 'Documente septembrie 2026')).toBeVisible();
  });
});

test('restore what was deleted, from the trash', async ({ as }, info) => {
  const page = await as(PEOPLE.client, DESK);
  const address = await folderWith(page, 'De șters', onDisk({ 'bon de restaurat.txt': 'bon' }));
  const presses = await at(page, address);
  await rowOf(page, 'bon de restaurat.txt').click();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'bon de restaurat.txt')).toHaveCount(0);
  await measure(info, { presses, most: { clicks: 3 } }, async () => {
    await page.getByRole('link', { name: 'Coș' }).first().click();
    await (await reach(page, 'bon de restaurat.txt')).click();
    await page.getByRole('button', { name: 'Restaurează' }).first().click();
    await expect(rowOf(page, 'bon de restaurat.txt')).toHaveCount(0);
  });
});

test('take back a deletion by keys', async ({ as }, info) => {
  const page = await as(PEOPLE.client, DESK);
  const address = await folderWith(page, 'De luat înapoi', onDisk({ 'bon luat înapoi.txt': 'bon' }));
  const presses = await at(page, address);
  await rowOf(page, 'bon luat înapoi.txt').click();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'bon luat înapoi.txt')).toHaveCount(0);
  await measure(info, { presses, most: { clicks: 0, keys: 2 } }, async () => {
    await page.keyboard.press('Control+Z');
    await expect(rowOf(page, 'bon luat înapoi.txt')).toBeVisible();
  });
});
