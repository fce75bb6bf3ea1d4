import { readFileSync } from 'node:fs';
import { aReport, documents, dropFromDesktop, onDisk } from '../desk';
import { newFolder, opened, rowOf, rows } from '../screenshots/screens';
import { expect, expectForEverybody, PEOPLE, test, type Page } from '../test';

const INVOICE = 'factură venită iar.xml';
const LIKE = documents.find((path) => path.endsWith('efactura_MB-29135.xml'))!;
const PLACE = '2026-09 Septembrie / 01 Facturi emise';

const emptyFolder = async (page: Page, folder: string) => {
  await newFolder(page, folder);
  await rowOf(page, folder).getByText(folder).click();
  await expect(page.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
};
const drop = (page: Page, paths: readonly string[]) =>
  dropFromDesktop(page, page.locator('#content section').first(), paths);

test('an e-Factura says where it belongs and that it is there already; its fields are changed', async ({ as }) => {
  const accountant = await as(PEOPLE.accountant);
  await accountant.goto('/files-select');
  await accountant.getByRole('link', { name: /Brutăria Țărănească/ }).click();
  await emptyFolder(accountant, 'Venite acum');
  await drop(accountant, onDisk({ [INVOICE]: readFileSync(LIKE) }));
  await accountant.getByRole('button', { name: `Păstrează și ${INVOICE}` }).click();
  const offer = accountant.getByText(`Un document nou are locul în ${PLACE}.`);
  await expect(offer).toBeVisible({ timeout: 20_000 });
  await expect(rowOf(accountant, INVOICE).getByRole('img', { name: 'dublură' })).toBeVisible();
  await expectForEverybody(accountant);

  await rowOf(accountant, INVOICE).dblclick();
  const preview = opened(accountant, INVOICE);
  await expect(preview.getByText('Același document (emitent, număr și dată) mai este aici:')).toBeVisible();
  const fields = preview.getByRole('region', { name: 'Datele documentului' });
  await fields.getByRole('button', { name: 'Modifică' }).click();
  await fields.getByLabel('Scadență').fill('1.12.2026');
  await fields.getByRole('button', { name: 'Salvează' }).click();
  await expect(fields.getByText('01.12.2026')).toBeVisible();
  await expectForEverybody(accountant);

  await fields.getByRole('button', { name: 'Mută acolo' }).click();
  await expect(preview).toBeHidden();
  await expect(offer).toBeHidden();
  await accountant.getByRole('button', { name: 'Anulează' }).last().click();
  await expect(offer).toBeVisible();
  await accountant.getByRole('button', { name: 'Mută acolo' }).click();
  await expect(rows(accountant)).toHaveCount(0);
});

test('a scan of several invoices becomes a document of each, by keys', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await emptyFolder(client, 'Scanate');
  await drop(client, onDisk({ 'scan.pdf': aReport('unu', 'doi', 'trei', 'patru') }));
  await rowOf(client, 'scan.pdf').click({ button: 'right' });
  await client.getByRole('menuitem', { name: 'Aranjează paginile' }).click();
  const dialog = client.getByRole('dialog', { name: 'Documente noi din pagini' });
  const sheets = dialog.getByRole('option');
  await expect(sheets.locator('canvas')).toHaveCount(4);
  await expectForEverybody(client);
  await sheets.first().focus();
  await client.keyboard.press('ArrowRight');
  await client.keyboard.press('ArrowRight');
  await client.keyboard.press('Enter');
  await expect(dialog.getByRole('listbox')).toHaveCount(2);
  await expect(sheets.nth(2)).toBeFocused();
  await client.keyboard.press('r');
  await expect(sheets.nth(2)).toHaveAccessibleName(/rotită cu 90°/);
  await client.keyboard.press('Alt+ArrowRight');
  await expect(sheets.nth(3)).toBeFocused();
  await dialog.getByRole('textbox').first().fill('factura întâi');
  await dialog.getByRole('button', { name: 'Creează 2 documente' }).click();
  await expect(rowOf(client, 'factura întâi.pdf')).toBeVisible({ timeout: 30_000 });
  await expect(rows(client)).toHaveCount(3);
  await client.getByRole('button', { name: 'Anulează' }).last().click();
  await expect(rows(client)).toHaveCount(1);
});
