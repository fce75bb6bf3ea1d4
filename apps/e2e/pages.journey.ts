import { dropFromDesktop, onDisk } from './desk';
import { newFolder, rowOf, rows } from './screenshots/screens';
import { expect, expectForEverybody, PEOPLE, test, type Page } from './test';

/** A scan of so many pages, each with its number. */
const aScan = (count: number): Buffer => {
  const at = (page: number) => 4 + 2 * page;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, page) => `${at(page)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (let page = 0; page < count; page += 1) {
    const words = `BT /F 90 Tf 60 180 Td (${page + 1}) Tj ET`;
    const head = `/MediaBox [0 0 200 280] /Resources << /Font << /F 3 0 R >> >> /Contents ${at(page) + 1} 0 R`;
    objects.push(`<< /Type /Page /Parent 2 0 R ${head} >>`);
    objects.push(`<< /Length ${words.length} >>\nstream\n${words}\nendstream`);
  }
  const body = objects.map((object, number) => `${number + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n`);
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Documente noi din pagini' });
const sheets = (page: Page) => dialog(page).getByRole('option');
const drawn = (page: Page) => sheets(page).locator('canvas');

/** A folder with a scan, whose pages are being arranged. */
const arranging = async (page: Page, folder: string, name: string, count: number) => {
  await newFolder(page, folder);
  await rowOf(page, folder).getByText(folder).click();
  await expect(page.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await dropFromDesktop(page, page.locator('#content section').first(), onDisk({ [name]: aScan(count) }));
  await rowOf(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pagini' }).click();
  await expect(drawn(page)).toHaveCount(count);
};

test('a scan of several invoices becomes a document of each, by keys and by the mouse', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await arranging(client, 'Scanate', 'scan.pdf', 4);
  await expectForEverybody(client);

  await test.step('keys choose, turn, split and move', async () => {
    await sheets(client).first().focus();
    await client.keyboard.press('ArrowRight');
    await client.keyboard.press('ArrowRight');
    await client.keyboard.press('Enter');
    await expect(dialog(client).getByRole('listbox')).toHaveCount(2);
    await client.keyboard.press('r');
    await expect(sheets(client).nth(2)).toHaveAccessibleName(/rotită cu 90°/);
    await client.keyboard.press('Alt+ArrowRight');
    await expect(sheets(client).nth(3)).toBeFocused();
    await expect(sheets(client).nth(2)).toHaveAccessibleName(/^Pagina 4 /);
  });
  await test.step('a page is dragged before another', async () => {
    await sheets(client).nth(3).dragTo(sheets(client).nth(2));
    await expect(sheets(client).nth(2)).toHaveAccessibleName(/^Pagina 3 /);
    await expect(dialog(client).getByRole('listbox')).toHaveCount(2);
  });
  await test.step('both documents come, and the scan stays', async () => {
    await dialog(client).getByRole('textbox').first().fill('factura întâi');
    await dialog(client).getByRole('button', { name: 'Creează 2 documente' }).click();
    await expect(client.getByText('2 documente noi au fost create')).toBeVisible({ timeout: 30_000 });
    for (const name of ['factura întâi.pdf', 'scan 2.pdf', 'scan.pdf']) await expect(rowOf(client, name)).toBeVisible();
    await client.getByRole('button', { name: 'Anulează' }).click();
    await expect(rows(client)).toHaveCount(1);
  });
});

test('pages are taken out on a phone', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await arranging(client, 'Scanate pe telefon', 'bonuri.pdf', 3);
  await client.setViewportSize({ width: 390, height: 844 });
  await sheets(client).nth(1).click();
  await expect(dialog(client).getByText('O pagină aleasă')).toBeVisible();
  await dialog(client)
    .getByRole('button', { name: /Scoate pagina/ })
    .click();
  await expect(sheets(client)).toHaveCount(2);
  await expectForEverybody(client);
  await dialog(client).getByRole('button', { name: 'Creează documentul' }).click();
  await expect(rowOf(client, 'bonuri (pagini).pdf')).toBeVisible({ timeout: 30_000 });
});
