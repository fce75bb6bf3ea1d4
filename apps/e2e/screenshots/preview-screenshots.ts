import { documents, dropFromDesktop, nameOf } from '../desk';
import { album, chooseLook, LOOKS } from './looks';
import { rowOf } from './screens';
import { expect, PEOPLE, signIn, test } from '../test';

const SHOWN = ['bon_01.jpg', 'efactura_AV-23846.xml', 'scan bonuri.pdf', 'Extras de cont 2026-09.csv'];

for (const [index, look] of LOOKS.entries())
  test(`documents that are looked at, ${look.name}`, async ({ visit, portal, browser }) => {
    const { size } = look;
    const { shoot, close } = album('preview', look);
    const isPhone = size.name === 'phone';
    const { page } = await visit({ viewport: size.viewport, hasTouch: isPhone, isMobile: isPhone });
    await chooseLook(page, look);
    await signIn(page, PEOPLE.accountant, portal.password);
    await expect(page.locator('#content h1')).toBeVisible();
    await page.goto('/files-select');
    await page.getByRole('link', { name: /Brutăria Țărănească/ }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    const paths = documents.filter((path) => SHOWN.includes(nameOf(path)));
    if (index === 0) await dropFromDesktop(page, page.locator('#content section').first(), paths);
    await expect(rowOf(page, SHOWN[0]!)).toBeVisible();
    if (isPhone) await rowOf(page, SHOWN[0]!).tap();
    else await rowOf(page, SHOWN[0]!).dblclick();
    for (const at of SHOWN.keys()) {
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('img, canvas, table').first()).toBeVisible();
      await shoot(page, (await dialog.getAttribute('aria-label'))!);
      if (at === 0) {
        await page.keyboard.press('i');
        await shoot(page, 'details');
        await page.keyboard.press('i');
      }
      if (at < SHOWN.length - 1) await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Escape');
    await rowOf(page, SHOWN[0]!).getByRole('checkbox').click();
    await shoot(page, 'selected');
    await rowOf(page, SHOWN[0]!).getByRole('button').click();
    await shoot(page, 'row-menu');
    await close(browser);
  });
