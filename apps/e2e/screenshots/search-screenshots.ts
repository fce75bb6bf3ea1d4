import { album, chooseLook, LOOKS } from './looks';
import { expect, PEOPLE, signIn, test, type Page } from '../test';

const BOX = '[role=combobox][type=search]';

/** The box has answered to what is typed in it. */
const type = async (page: Page, words: string) => {
  await page.locator(BOX).fill(words);
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.waitForTimeout(600);
};

for (const look of LOOKS)
  test(`searching, ${look.name}`, async ({ visit, portal, browser }) => {
    test.setTimeout(180_000);
    const { shoot, close } = album('search', look);
    const { page } = await visit({ viewport: look.size.viewport });
    await chooseLook(page, look);
    await signIn(page, PEOPLE.accountant, portal.password);
    await expect(page.locator('#content h1')).toBeVisible();
    await shoot(page, 'home');

    await page.keyboard.press('Control+K');
    await expect(page.locator(BOX)).toBeFocused();
    await shoot(page, 'box');
    await type(page, 'factura');
    await shoot(page, 'box-found');
    await type(page, 'incarca');
    await shoot(page, 'box-action');
    await type(page, 'nimicdefelulacesta');
    await shoot(page, 'box-none');
    await page.keyboard.press('Escape');

    await page.goto('/search?q=contract');
    await expect(page.locator('#content ol li').first()).toBeVisible();
    await shoot(page, 'page');
    await page.goto('/search?q=factura&types=files&process_state=processed');
    await expect(page.locator('#content ol li').first()).toBeVisible();
    await shoot(page, 'page-filtered');
    await page.locator('#content ol li a').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForTimeout(1_500);
    await shoot(page, 'opened');
    await page.goto('/search?q=nimicdefelulacesta');
    await expect(page.locator('#content h2')).toBeVisible();
    await shoot(page, 'page-none');
    await page.goto('/search');
    await expect(page.locator('#content section li').first()).toBeVisible();
    await shoot(page, 'history');
    await close(browser);
  });
