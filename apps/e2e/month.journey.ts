import { documents, dropFromDesktop, nameOf } from './desk';
import { expect, PEOPLE, test } from './test';
import { eventsIn, newFolder, rowOf, rows, rowsNamed } from './screens';

test('a month of documents: dropped by the client, seen and put in order by the accountant, known to the audit', async ({
  as,
}) => {
  const client = await as(PEOPLE.client);
  const accountant = await as(PEOPLE.accountant);
  const folder = 'Luna noiembrie, pe scurt';
  const other = 'Verificate';
  const names = documents.map(nameOf);
  expect(names).toHaveLength(30);

  await test.step('the client makes two folders, and the accountant sees them come', async () => {
    await client.goto('/files');
    await accountant.getByRole('link', { name: /Brutăria Țărănească/ }).click();
    await newFolder(client, folder);
    await newFolder(client, other);
    await expect(rowOf(accountant, folder)).toBeVisible();
    await expect(rowOf(accountant, other)).toBeVisible();
    await rowOf(accountant, folder).getByText(folder).click();
    await rowOf(client, folder).getByText(folder).click();
    await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  });

  await test.step('the client drops all thirty at once', async () => {
    await dropFromDesktop(client, client.locator('#content section'), documents);
    await expect(client.getByText('30 de documente încărcate')).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => rowsNamed(client)).toEqual([...names].sort());
  });

  await test.step('and the accountant has them without a reload', () =>
    expect.poll(() => rowsNamed(accountant)).toEqual([...names].sort()));

  await test.step('uploads that are done go from the panel after three seconds', () =>
    expect(client.getByRole('region', { name: 'Încărcări' })).toBeHidden());

  await test.step('the accountant renames one in place', async () => {
    await rowOf(accountant, 'scan bon.pdf').click();
    await accountant.keyboard.press('F2');
    const input = accountant.getByRole('textbox', { name: 'Numele nou' });
    await expect(input).toHaveValue('scan bon.pdf');
    await input.pressSequentially('Bon benzină 14 noiembrie');
    await input.press('Enter');
    await expect(rowOf(accountant, 'Bon benzină 14 noiembrie.pdf')).toBeVisible();
    await expect(rowOf(client, 'Bon benzină 14 noiembrie.pdf')).toBeVisible();
    await expect(rowOf(client, 'scan bon.pdf')).toHaveCount(0);
  });

  await test.step('the client drags one to another folder', async () => {
    await rowOf(client, 'bon_01.jpg').dragTo(client.getByRole('treeitem', { name: other }));
    await expect(client.getByText(`Element mutat în „${other}”`)).toBeVisible();
    await expect(rowOf(client, 'bon_01.jpg')).toHaveCount(0);
    await expect(rowOf(accountant, 'bon_01.jpg')).toHaveCount(0);
  });

  await test.step('the client deletes two, and takes it back', async () => {
    await rowOf(client, 'bon_02.jpg').click();
    await rowOf(client, 'bon_03.jpg').click({ modifiers: ['Control'] });
    await client.keyboard.press('Delete');
    await expect(client.getByText('2 elemente șterse')).toBeVisible();
    await expect(rowOf(accountant, 'bon_02.jpg')).toHaveCount(0);
    await expect(rowOf(accountant, 'bon_03.jpg')).toHaveCount(0);
    await client.getByRole('button', { name: 'Anulează' }).last().click();
    await expect(rowOf(client, 'bon_02.jpg')).toBeVisible();
    await expect(rowOf(accountant, 'bon_03.jpg')).toBeVisible();
  });

  await test.step('the accountant marks one as processed, and the client sees it, and may not change it any more', async () => {
    const invoice = 'Factură FC-80097 Grădina.pdf';
    await rowOf(accountant, invoice).click();
    await accountant.getByRole('button', { name: 'Stare' }).last().click();
    await accountant.getByRole('menuitem', { name: 'Prelucrat' }).click();
    await expect(rowOf(client, invoice).getByText('Prelucrat').first()).toBeVisible();
    await rowOf(client, invoice).click();
    await expect(client.getByRole('toolbar').getByRole('button', { name: 'Șterge' })).toBeDisabled();
  });

  await test.step('the client downloads one, byte for byte what it was', async () => {
    const downloading = client.waitForEvent('download');
    await rowOf(client, 'extras_bancar_2026-09.csv').dblclick();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('extras_bancar_2026-09.csv');
    const { readFileSync } = await import('node:fs');
    const original = documents.find((path) => path.endsWith('extras_bancar_2026-09.csv'))!;
    expect(readFileSync(await download.path()).equals(readFileSync(original))).toBe(true);
  });

  await test.step('the audit has one event for each', async () => {
    const admin = await as(PEOPLE.admin);
    await admin.getByRole('link', { name: 'Jurnal de audit' }).click();
    const uploaded = await eventsIn(admin, 'Fișier încărcat', 'Ana Țăranu');
    for (const name of names) expect(uploaded.filter((text) => text.includes(name))).not.toHaveLength(0);
    const renamed = await eventsIn(admin, 'Fișier redenumit', 'Elena Dumitrescu');
    expect(renamed).toEqual(['scan bon.pdf → Bon benzină 14 noiembrie.pdf']);
    const moved = await eventsIn(admin, 'Fișier mutat', 'Ana Țăranu');
    expect(moved).toHaveLength(1);
    expect(moved[0]).toMatch(new RegExp(`bon_01\\.jpg: .*${folder}.* → .*${other}`));
    expect(await eventsIn(admin, 'Fișier șters', 'Ana Țăranu')).toHaveLength(2);
    expect(await eventsIn(admin, 'Fișier restaurat', 'Ana Țăranu')).toHaveLength(2);
    expect(await eventsIn(admin, 'Fișier descărcat', 'Ana Țăranu')).toHaveLength(1);

    await test.step('with who, when, from where, and what else the action did', async () => {
      await eventsIn(admin, 'Fișier șters', 'Ana Țăranu');
      await admin.locator('ol li button').first().click();
      const drawer = admin.getByRole('dialog');
      await expect(drawer.getByText('Ana Țăranu · Client')).toBeVisible();
      await expect(drawer.getByText('127.0.0.1')).toBeVisible();
      await expect(drawer.getByText(/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/).first()).toBeVisible();
      await expect(drawer.getByText(/Din aceeași acțiune: încă \d+ evenimente/)).toBeVisible();
      await drawer.getByRole('button', { name: 'Arată toată acțiunea' }).click();
      await expect(admin.getByText('O singură acțiune')).toBeVisible();
      await expect.poll(() => admin.url()).toContain('correlation_id=');
    });
  });
  expect(await rows(client).count()).toBeGreaterThan(0);
});
