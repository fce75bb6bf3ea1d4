import { onDisk } from '../desk';
import { pressesIn } from '../first-day/presses';
import { opened, rowOf } from '../screenshots/screens';
import { expect, PEOPLE, test } from '../test';
import { folderWith } from './folder-with';
import { DESK, measure } from './measure';

test('make a client with its user, folders and accountant, on one screen', async ({ as, portal }, info) => {
  const page = await as(PEOPLE.admin, DESK);
  const presses = await pressesIn(page);
  await page.goto('/admin/clients');
  const named = (label: string) => ({ name: label, exact: true }) as const;
  const field = (label: string) => page.getByRole('textbox', named(label)).or(page.getByRole('combobox', named(label)));
  const fill = async (label: string, text: string) => {
    while (!(await field(label).evaluate((each) => each === document.activeElement))) await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  };
  const pick = async (label: string, text: string, option: string) => {
    await fill(label, text);
    // nothing else is offered once what was typed is looked for
    await expect(page.getByRole('option').filter({ visible: true })).toHaveText([option]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field(label)).toHaveValue(option);
  };
  await measure(info, { presses, most: { clicks: 6 } }, async () => {
    await page.getByRole('link', { name: 'Client nou', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Client nou' })).toBeVisible();
    await fill('Denumire', 'Florile Deed SRL');
    await fill('CUI', '14399840');
    await fill('Reprezentant', 'Mara Olaru');
    await fill('Emailul reprezentantului', 'mara@deed.test');
    await pick('Firma de contabilitate', 'Contab Expert', 'Contab Expert SRL');
    await pick('Contabil repartizat', 'Elena', 'Elena Dumitrescu');
    await page.getByText('Reprezentantul', { exact: true }).click();
    await page.getByRole('button', { name: 'Înregistrează clientul', exact: true }).click();
    await expect(page.getByText('Clientul Florile Deed SRL a fost înregistrat').first()).toBeVisible();
  });
  await expect.poll(() => portal.letterTo('mara@deed.test')?.link ?? '').toContain('/invitation?token=');
});

test('who renamed a document, beside it', async ({ as }, info) => {
  const client = await as(PEOPLE.client, DESK);
  const address = await folderWith(client, 'De redenumit', onDisk({ 'bon vechi.txt': 'bon' }));
  await rowOf(client, 'bon vechi.txt').click();
  await client.keyboard.press('F2');
  await client.getByRole('textbox', { name: 'Numele nou' }).fill('bon nou.txt');
  await client.keyboard.press('Enter');
  await expect(rowOf(client, 'bon nou.txt')).toBeVisible();
  const page = await as(PEOPLE.accountant, DESK);
  const presses = await pressesIn(page);
  await page.goto(address);
  await measure(info, { presses, most: { clicks: 3 } }, async () => {
    await rowOf(page, 'bon nou.txt').dblclick();
    const renamed = opened(page, 'bon nou.txt')
      .getByText(/redenumit/i)
      .first();
    await expect(renamed).toBeVisible();
    await renamed.scrollIntoViewIfNeeded();
    await expect(renamed).toBeInViewport();
  });
});

test('who renamed a document, in the audit', async ({ as }, info) => {
  const page = await as(PEOPLE.admin, DESK);
  const presses = await pressesIn(page);
  await page.goto('/');
  await measure(info, { presses, most: { clicks: 2 } }, async () => {
    await page.getByRole('link', { name: 'Jurnal de audit' }).click();
    await page.getByRole('main').getByRole('searchbox').click();
    await page.keyboard.type('bon nou');
    await expect(page.locator('button[data-deed]').filter({ hasText: /a redenumit .*bon nou\.txt/ })).toBeVisible();
  });
});
