import { type Page } from '@playwright/test';
import { aProgram, documents, dropFromDesktop, onDisk } from '../desk';
import { album, chooseLook, LOOKS } from './looks';
import { openEvent, rowOf } from './screens';
import { expect, PEOPLE, signIn, test } from '../test';

/** Texts of the screens in which something has to be pressed, in both languages. */
const EITHER = {
  menu: /Deschide meniul|Open the menu|Open menu/,
  newFolder: /^(Dosar nou|New folder)$/,
  more: /^(Alte acțiuni|More actions)$/,
  move: /^(Mută|Move)$/,
};

for (const [index, look] of LOOKS.entries())
  test(`every screen, ${look.name}`, async ({ visit, portal, browser }) => {
    test.setTimeout(300_000);
    const { size } = look;
    const { shoot, close } = album('screens', look);
    const open = async (email: string | null) => {
      const { page } = await visit({ viewport: size.viewport, expected: /status of 4\d\d/ });
      await chooseLook(page, look);
      if (email === null) return page;
      await signIn(page, email, portal.password);
      await expect(page).not.toHaveURL(/\/login/);
      await expect(page.locator('#content h1')).toBeVisible();
      return page;
    };

    const guest = await open(null);
    await shoot(guest, 'sign-in');
    await signIn(guest, 'ana@brutaria.demo', 'wrong');
    await expect(guest.getByRole('alert')).toBeVisible();
    await shoot(guest, 'sign-in-refused');

    const client = await open(PEOPLE.client);
    await client.goto('/files?navigateToMonth=true');
    await expect(client.locator('main h1')).toBeVisible();
    await shoot(client, 'month');
    await client.goto('/files');
    await expect(client.getByRole('grid')).toBeVisible();
    await shoot(client, 'files');
    await client.getByRole('button', { name: EITHER.more }).click();
    await shoot(client, 'files-more');
    await client.keyboard.press('Escape');
    if (size.name === 'phone') {
      await client.getByRole('button', { name: EITHER.menu }).click();
      await shoot(client, 'menu');
      await client.keyboard.press('Escape');
    }
    await client.goto('/files?navigateToMonth=true');
    await expect(client.getByRole('grid')).toBeVisible();
    const folder = `Acte de la magazin ${index + 1}`;
    await makeFolder(client, folder, shoot);
    await rowOf(client, folder).getByText(folder, { exact: true }).click();
    await expect(client.getByRole('grid')).toHaveCount(0);
    await shoot(client, 'folder-empty');
    const wrong = onDisk({ 'Factură noiembrie.pdf': aProgram(), 'program.exe': aProgram() });
    await dropFromDesktop(client, client.locator('#content section').first(), [...wrong, ...documents]);
    await expect(client.getByRole('grid')).toBeVisible();
    await shoot(client, 'uploading');
    await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', '31', { timeout: 30_000 });
    await client.waitForTimeout(3_500);
    await shoot(client, 'uploads-failed');
    await client.getByRole('region').getByRole('button').first().click();

    const accountant = await open(PEOPLE.accountant);
    await shoot(accountant, 'welcome');
    await accountant.goto('/files-select');
    await expect(accountant.locator('main h1')).toBeVisible();
    await shoot(accountant, 'files-select');
    await accountant.goto(new URL(client.url()).pathname);
    await expect(accountant.getByText('bon_01.jpg').first()).toBeVisible();
    await shoot(accountant, 'folder');
    for (const [name, ...statuses] of [
      ['Contract de prestări servicii nr 16.docx', 2, 5],
      ['Contract de prestări servicii nr 16.odt', 1, 4],
      ['bon_03.jpg', 2],
    ] as const) {
      await rowOf(accountant, name).click();
      for (const status of statuses) {
        await accountant.getByRole('toolbar').getByRole('button').last().click();
        await accountant.getByRole('menuitem').nth(status).click();
      }
    }
    await accountant.getByRole('toolbar').getByRole('button').first().click();
    await expect(accountant.getByText(/^(Stare schimbată|Status changed)$/)).toHaveCount(0);
    await rowOf(accountant, 'bon_01.jpg').getByRole('checkbox').click();
    await rowOf(accountant, 'bon_02.jpg').getByRole('checkbox').click();
    await shoot(accountant, 'selection');
    await rowOf(accountant, 'bon_02.jpg').getByRole('button').click();
    await shoot(accountant, 'row-menu');
    await accountant.keyboard.press('Escape');
    await accountant.getByRole('toolbar').getByRole('button').last().click();
    await shoot(accountant, 'status-menu');
    await accountant.getByRole('menuitem').nth(1).click();
    await shoot(accountant, 'status-changed');
    await accountant.getByRole('toolbar').getByRole('button', { name: EITHER.move }).click();
    await expect(accountant.getByRole('dialog')).toBeVisible();
    await shoot(accountant, 'move');
    await accountant.keyboard.press('Escape');
    await accountant.keyboard.press('Delete');
    await shoot(accountant, 'deleted');
    await accountant.locator('[role=row] [role=gridcell]').first().waitFor();
    await accountant.keyboard.press('Home');
    await accountant.keyboard.press('F2');
    await accountant.getByRole('textbox').last().fill('nume/greșit');
    await accountant.keyboard.press('Enter');
    await shoot(accountant, 'rename-refused');
    await accountant.keyboard.press('Escape');
    await accountant.goto('/files/trash');
    await expect(accountant.locator('main h1')).toBeVisible();
    await shoot(accountant, 'trash');
    await accountant.goto('/files/nu-exista');
    await expect(accountant.locator('main h1, main h2').first()).toBeVisible();
    await shoot(accountant, 'folder-gone');
    await accountant.goto('/admin/audit');
    await shoot(accountant, 'unauthorized');
    await accountant.goto('/nicăieri');
    await shoot(accountant, 'not-found');

    const admin = await open(PEOPLE.admin);
    await shoot(admin, 'welcome-admin');
    await admin
      .getByRole('button', { name: /Ioana/ })
      .first()
      .or(admin.getByRole('button', { name: EITHER.menu }))
      .first()
      .click();
    await shoot(admin, 'person');
    if (size.name === 'phone') {
      await admin.getByRole('dialog').getByRole('button', { name: /Ioana/ }).click();
      await shoot(admin, 'person-menu');
    }
    await admin.keyboard.press('Escape');
    await admin.goto('/admin/audit');
    await expect(admin.locator('ol li').first()).toBeVisible();
    await shoot(admin, 'audit');
    await openEvent(admin, 'FileDeleted');
    await shoot(admin, 'audit-event');
    await admin.goto('/admin/audit?q=nimic-de-felul-acesta');
    await expect(admin.locator('ol li')).toHaveCount(0);
    await shoot(admin, 'audit-none');

    await close(browser);
  });

const makeFolder = async (page: Page, name: string, shoot: (page: Page, name: string) => Promise<void>) => {
  const button = page.getByRole('button', { name: EITHER.newFolder });
  if (await button.isVisible()) await button.click();
  else {
    await page.getByRole('button', { name: EITHER.more }).click();
    await page.getByRole('menuitem', { name: EITHER.newFolder }).click();
  }
  const input = page.getByRole('dialog').getByRole('textbox');
  await input.fill('..');
  await input.press('Enter');
  await shoot(page, 'new-folder-refused');
  await input.fill(name);
  await input.press('Enter');
  await expect(rowOf(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
};
