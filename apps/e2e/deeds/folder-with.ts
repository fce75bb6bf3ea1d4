import { dropFromDesktop } from '../desk';
import { newFolder, rowOf } from '../screenshots/screens';
import { expect, type Page } from '../test';

/** A new folder of the client's, in which these are. @returns its address */
export const folderWith = async (page: Page, name: string, paths: readonly string[]): Promise<string> => {
  await page.goto('/files');
  await newFolder(page, name);
  await rowOf(page, name).getByText(name).click();
  await expect(page.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  if (paths.length > 0) {
    await dropFromDesktop(page, page.locator('#content section').first(), paths);
    const rows = String(paths.length + 1);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', rows, { timeout: 60_000 });
  }
  return new URL(page.url()).pathname;
};
