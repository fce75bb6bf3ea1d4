import { type Browser, type Page } from '@playwright/test';
import { sheets } from './sheets';
import { expect, expectForEverybody } from '../test';

const SIZES = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const;

/** Both languages in both themes, at a desk and on a phone. */
export const LOOKS = (['ro', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    SIZES.map((size) => ({ language, theme, size, name: `${language}, ${theme}, ${size.name}` })),
  ),
);
export type Look = (typeof LOOKS)[number];

/** What a guest chooses goes into the account that then signs in. */
export const chooseLook = async (page: Page, { language, theme }: Look): Promise<void> => {
  await page.goto('/login');
  // what is chosen already says nothing when it is chosen again
  await page.getByText(language === 'ro' ? 'English' : 'Română', { exact: true }).click();
  await page.getByText(language === 'ro' ? 'Română' : 'English', { exact: true }).click();
  await page.getByTitle(theme === 'light' ? /^(Întunecat|Dark)$/ : /^(Luminos|Light)$/).click();
  await page.getByTitle(theme === 'light' ? /^(Luminos|Light)$/ : /^(Întunecat|Dark)$/).click();
};

/** The pictures of one look, numbered as they are taken. */
export const album = (folder: string, { language, theme, size }: Look) => {
  const place = `../../test-results/${folder}/${language}-${theme}-${size.name}`;
  const shots: string[] = [];
  return {
    /** `except`: rules of the accessibility check that say nothing about this screen. */
    shoot: async (page: Page, name: string, except: string[] = []): Promise<void> => {
      const path = `${place}/${String(shots.length + 1).padStart(2, '0')}-${name}.png`;
      await page.waitForTimeout(250);
      const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect.soft(await page.evaluate(tooWide), `${name} is not wider than the window`).toBe(0);
      await page.screenshot({ path, animations: 'disabled' });
      shots.push(path);
      await expectForEverybody(page, expect.soft, except);
    },
    close: (browser: Browser): Promise<void> => sheets(browser, shots, place, size.name === 'phone' ? 6 : 2),
  };
};
