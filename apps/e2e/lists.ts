import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

/** The rows of a list of people, firms or clients, once they are read. */
export const entries = (page: Page): Locator =>
  page
    .getByRole('table')
    .locator('tbody tr')
    .filter({ has: page.getByRole('link') });

/** What is in the first column, from top to bottom. */
export const firstColumn = (page: Page): Promise<string[]> => entries(page).locator('td:first-child').allInnerTexts();

/** A choice that is found as it is typed. */
export const choose = async (page: Page, label: string, option: string): Promise<void> => {
  const field = page.getByRole('main').getByRole('combobox', { name: label });
  await field.click();
  if ((await field.getAttribute('readonly')) === null) await field.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** The lines of the file that a list is exported to. */
export const exported = async (page: Page): Promise<{ readonly name: string; readonly lines: string[] }> => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportă CSV' }).click();
  const download = await downloading;
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return { name: download.suggestedFilename(), lines: text.slice(1, -2).split('\r\n') };
};

/** The rest of an address, as it stands in the bar of the browser. */
export const searchOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);
