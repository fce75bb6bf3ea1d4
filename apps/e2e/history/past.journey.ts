import type { Client } from '@dosar/contracts';
import { documents, dropFromDesktop } from '../desk';
import { ask, newFolder, reach, rowOf, rows } from '../screenshots/screens';
import { expect, expectForEverybody, PEOPLE, test, type Page } from '../test';

const MANY = 500;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;
const SLOW = { timeout: 60_000 };

const bar = (page: Page) => page.getByRole('region', { name: 'Trecutul' });
const slider = (page: Page) => bar(page).getByRole('slider', { name: 'Momente' });

/** Goes from a folder to how it was. */
const lookBack = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('menuitem', { name: 'Cum a fost' }).click();
  await expect(slider(page)).toBeVisible();
};

/** As many small documents as a folder may hold, without the screen. */
const uploadMany = (page: Page, folderId: string): Promise<void> =>
  page.evaluate(
    async ([folder, count]) => {
      const { token } = JSON.parse(localStorage.getItem('dosar.session')!) as { token: string };
      const send = async (at: number) => {
        const form = new FormData();
        form.set('folder_id', folder);
        form.set('file', new File([`bon ${at}`], `bon ${String(at).padStart(3, '0')}.txt`, { type: 'text/plain' }));
        const headers = { authorization: `Bearer ${token}` };
        const { status } = await fetch('/api/files/upload', { method: 'POST', headers, body: form });
        if (status !== 201) throw new Error(`an upload was answered ${status}`);
      };
      for (let at = 0; at < count; at += 10)
        await Promise.all(Array.from({ length: 10 }, (_, next) => send(at + next)));
    },
    [folderId, MANY] as const,
  );

test('a folder of 500 is deleted, found in the audit, looked at as it was before, and restored: nothing differs', async ({
  as,
}) => {
  test.setTimeout(300_000);
  const folder = 'Bonuri pe un an';
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await newFolder(client, folder);
  await rowOf(client, folder).getByText(folder).click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await uploadMany(client, new URL(client.url()).pathname.split('/').at(-1)!);
  await client.goto('/files');
  await (await reach(client, folder)).click({ button: 'right' });
  await client.getByRole('menuitem', { name: 'Șterge' }).click();
  await expect(rowOf(client, folder)).toHaveCount(0, SLOW);

  const admin = await as(PEOPLE.admin);
  await test.step('from the deed to how it was just before', async () => {
    await admin.goto('/admin/audit?kinds=files');
    const deed = admin.locator('button[data-deed]').filter({ hasText: `a șters dosarul ${folder}` });
    await expect(deed).toContainText(`și încă ${MANY} de elemente`);
    await deed.click();
    await admin.getByRole('link', { name: 'Cum era înainte' }).click();
    await expect(admin.getByRole('heading', { name: folder })).toBeVisible();
    await expect(admin.getByRole('grid')).toHaveAttribute('aria-rowcount', String(MANY + 1));
    await expectForEverybody(admin);
  });

  await test.step('nothing is changed there but by restoring, which says first what it does', async () => {
    await rows(admin).first().click({ button: 'right' });
    await expect(admin.getByRole('menuitem')).toHaveText(['DeschideEnter', 'Restaurează']);
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Renunță la selecție' }).click();
    await admin.getByRole('button', { name: 'Restaurează tot dosarul' }).click();
    const dialog = admin.getByRole('dialog', { name: /^Restaurați cum era la / });
    await expect(dialog.getByText('Va fi restaurat').first()).toBeVisible(SLOW);
    await expectForEverybody(admin);
    await dialog.getByRole('button', { name: `Restaurează ${MANY + 1} elemente` }).click();
    await expect(dialog).toBeHidden(SLOW);
  });

  await test.step('then and now are the same, and the client has all of it again', async () => {
    await expect(async () => {
      await admin.getByRole('button', { name: 'Despre acest moment' }).click();
      await admin.getByRole('menuitem', { name: 'Ce s-a schimbat' }).click();
      const drawer = admin.getByRole('dialog', { name: 'Ce s-a schimbat' });
      try {
        await expect(drawer.getByRole('heading', { name: 'Nicio deosebire' })).toBeVisible({ timeout: 5_000 });
        await expectForEverybody(admin);
      } finally {
        await drawer.getByRole('button', { name: 'Închide' }).click();
      }
    }).toPass(SLOW);
    await (await reach(client, folder)).getByText(folder).click();
    await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', String(MANY + 1));
  });
});

test('an administrator plays a month step by step, sees it as somebody else, and who could see it', async ({ as }) => {
  test.setTimeout(240_000);
  const folder = 'Luna, pas cu pas';
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await newFolder(client, folder);
  await rowOf(client, folder).getByText(folder).click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await dropFromDesktop(client, client.locator('#content section').first(), documents.slice(0, 8));
  await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', '9', SLOW);
  // where a folder was not yet
  const admin = await as(PEOPLE.admin, { expected: /status of 404/ });
  const { clients } = (await ask(admin, 'GET', '/api/clients?q=Brut')) as { clients: Client[] };
  await admin.goto(`${new URL(client.url()).pathname}?clientId=${clients[0]!.id}&at=last`);

  await test.step('one moment after the other, to the last', async () => {
    await expect(rows(admin)).toHaveCount(8);
    for (let step = 0; step < 5; step += 1) {
      const before = await slider(admin).inputValue();
      await admin.keyboard.press(',');
      await expect(slider(admin)).not.toHaveValue(before);
    }
    await expect.poll(() => rows(admin).count()).toBeLessThan(8);
    await bar(admin).getByRole('button', { name: 'Redă pas cu pas' }).click();
    await expect(rows(admin)).toHaveCount(8, SLOW);
    await expect(bar(admin).getByRole('button', { name: 'Redă pas cu pas' })).toBeDisabled(SLOW);
    await expectForEverybody(admin);
  });

  await test.step('before it was made the folder is not there, and that is said', async () => {
    await slider(admin).press('Home');
    await expect(admin.getByRole('heading', { name: 'Dosarul nu exista în acest moment' })).toBeVisible(SLOW);
    await slider(admin).press('End');
    await expect(rows(admin)).toHaveCount(8, SLOW);
  });

  await test.step('who could see it, and as one of them', async () => {
    const more = bar(admin).getByRole('button', { name: 'Despre acest moment' });
    await more.click();
    await admin.getByRole('menuitem', { name: 'Cine putea vedea atunci' }).click();
    const drawer = admin.getByRole('dialog', { name: 'Cine putea vedea atunci' });
    await expect(drawer.getByRole('button', { name: 'Ana Țăranu' })).toBeVisible();
    await expectForEverybody(admin);
    await drawer.getByRole('button', { name: 'Închide' }).click();
    await more.click();
    await admin.getByRole('menuitem', { name: 'Vedeți ca altcineva' }).click();
    const person = admin.getByRole('combobox', { name: 'Persoana' });
    await person.click();
    await person.fill('Ana Ț');
    await admin.getByRole('option', { name: 'Ana Țăranu' }).click();
    await admin.getByRole('button', { name: 'Vedeți', exact: true }).click();
    await expect(bar(admin).getByText('Ca Ana Țăranu')).toBeVisible();
    await expect(rows(admin)).toHaveCount(8, SLOW);
    await expect(admin.getByRole('button', { name: 'Restaurează tot dosarul' })).toHaveCount(0);
  });
});

test('a client on a phone picks a day and a moment of it; a day before all is told', async ({ as }) => {
  const client = await as(PEOPLE.client, { ...PHONE, expected: /status of 422/ });
  await client.goto('/files');
  await lookBack(client);
  const calendar = async () => {
    await bar(client).getByRole('button', { name: 'Alegeți ziua' }).tap();
    return client.getByRole('dialog', { name: 'Alegeți ziua' });
  };
  await test.step('a moment of today', async () => {
    const picker = await calendar();
    await picker.getByRole('listitem').last().getByRole('button').tap();
    await expect(picker).toBeHidden();
    await expect(client).toHaveURL(/at=\d+$/);
    await expect(bar(client).getByRole('status')).toContainText('Așa era la ');
    await expectForEverybody(client);
  });
  await test.step('a day on which nothing had begun', async () => {
    const picker = await calendar();
    await picker.getByRole('button', { name: /luna dinainte|Luna anterioară|Previous/i }).tap();
    await picker.getByRole('button', { name: /^5 / }).tap();
    await client.keyboard.press('Escape');
    await expect(client.locator('#content').getByRole('button', { name: 'Încearcă din nou' })).toBeVisible();
    await bar(client).getByRole('button', { name: 'Înapoi la prezent' }).tap();
    await expect(bar(client)).toHaveCount(0);
  });
});
