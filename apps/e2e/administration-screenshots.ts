import { type Page } from '@playwright/test';
import { entries } from './lists';
import { sheets } from './sheets';
import { expect, expectForEverybody, PEOPLE, signIn, test } from './test';

const FOLDER = '../../test-results/administration';
const HERE = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
];
const LOOKS = ['ro', 'en'].flatMap((language) =>
  ['light', 'dark'].flatMap((theme) => HERE.map((size) => ({ language, theme, size }))),
);
const LISTS = ['users', 'firms', 'clients'] as const;

for (const { language, theme, size } of LOOKS)
  test(`every screen of the administration, ${language}, ${theme}, ${size.name}`, async ({
    visit,
    portal,
    browser,
  }) => {
    test.setTimeout(180_000);
    const shots: string[] = [];
    const place = `${FOLDER}/${language}-${theme}-${size.name}`;
    const { page } = await visit({ viewport: size.viewport, expected: /status of 4\d\d/ });
    const shoot = async (name: string) => {
      const path = `${place}/${String(shots.length + 1).padStart(2, '0')}-${name}.png`;
      await page.waitForTimeout(250);
      const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect.soft(await page.evaluate(tooWide), `${name} is not wider than the window`).toBe(0);
      await page.screenshot({ path, animations: 'disabled', fullPage: name.endsWith('whole') });
      shots.push(path);
      await expectForEverybody(page, expect.soft);
    };
    await page.goto('/login');
    // what a guest chooses goes into the account that then signs in
    await page.getByText(language === 'ro' ? 'English' : 'Română', { exact: true }).click();
    await page.getByText(language === 'ro' ? 'Română' : 'English', { exact: true }).click();
    await page.getByTitle(theme === 'light' ? /^(Întunecat|Dark)$/ : /^(Luminos|Light)$/).click();
    await page.getByTitle(theme === 'light' ? /^(Luminos|Light)$/ : /^(Întunecat|Dark)$/).click();
    await signIn(page, PEOPLE.admin, portal.password);
    await expect(page).not.toHaveURL(/\/login/);

    const chosen: Record<string, string> = {};
    for (const list of LISTS) {
      await page.goto(`/admin/${list}`);
      await expect(entries(page).first()).toBeVisible();
      await shoot(list);
      await page.goto(`/admin/${list}?q=nimic-de-felul-acesta`);
      await expect(page.locator('#content h2').last()).toBeVisible();
      await shoot(`${list}-none`);
      await page.goto(`/admin/${list}/new`);
      await wrongIn(page);
      await shoot(`${list}-new`);
      await page.goto(`/admin/${list}`);
      await entries(page).first().click();
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/);
      await expect(page.locator('#content form').first()).toBeVisible();
      chosen[list] = page.url();
      await shoot(list.slice(0, -1));
      await page.keyboard.press('End');
      await page.locator('#content button').last().scrollIntoViewIfNeeded();
      await shoot(`${list.slice(0, -1)}-below`);
    }
    await page.goto('/admin/users?role=accountant');
    await expect(entries(page).first()).toBeVisible();
    await shoot('users-filtered');
    await entries(page).first().click();
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/);
    await expect(page.locator('#content form').first()).toBeVisible();
    await shoot('accountant');
    await page.locator('#content button').last().scrollIntoViewIfNeeded();
    await shoot('accountant-below');
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.goto(`/admin/clients?accountant_id=${id}`);
    await expect(entries(page).first()).toBeVisible();
    await shoot('clients-of-accountant');
    await page.goto('/admin/settings');
    await expect(page.locator('#content form').first()).toBeVisible();
    await shoot('settings');
    await page.goto(chosen['firms']!);
    await expect(page.locator('#content form').first()).toBeVisible();
    await page.locator('#content button').last().click();
    await shoot('firm-delete');
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot('firm-delete-refused');
    await sheets(browser, shots, place, size.name === 'phone' ? 6 : 2);
  });

/** Sends an empty form, to see what it says. */
const wrongIn = async (page: Page) => {
  await expect(page.locator('#content form').first()).toBeVisible();
  await page.locator('#content form button[type=submit]').last().click();
  await expect(page.locator('[class*=error]').first()).toBeVisible();
};
