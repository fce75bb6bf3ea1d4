import { readFileSync } from 'node:fs';
import { documents, dropFromDesktop, nameOf } from './desk';
import { expect, expectForEverybody, PEOPLE, test } from './test';
import { eventsIn, newFolder, openEvent, reach, rowOf, rowsNamed } from './screenshots/screens';

const FOLDER = 'Luna noiembrie, pe scurt';
const OTHER = 'Verificate';
const RENAMED = 'Bon benzină 14 noiembrie.pdf';
const INVOICE = 'Factură MB-29135 Grădina.pdf';
const names = documents.map(nameOf).sort();

/** The same names, in whatever order they are shown. */
const after = (change: (all: Set<string>) => void): string[] => {
  const all = new Set(names);
  change(all);
  return [...all].sort();
};

/** What has come to the newest events since those of before. */
const since = <T extends { readonly position: string }>(before: readonly T[], now: readonly T[]): T[] =>
  now.filter(({ position }) => BigInt(position) > BigInt(before[0]?.position ?? 0));

test('a month of documents: dropped by the client, seen and put in order by the accountant, known to the audit', async ({
  as,
}) => {
  test.setTimeout(240_000);
  expect(names).toHaveLength(30);
  const admin = await as(PEOPLE.admin);
  const uploadedBefore = await eventsIn(admin, 'Fișier încărcat', 'Ana Țăranu');
  const downloadedBefore = await eventsIn(admin, 'Fișier descărcat', 'Ana Țăranu');
  const client = await as(PEOPLE.client);
  const accountant = await as(PEOPLE.accountant);
  const bothSee = async (expected: readonly string[]) => {
    await expect.poll(() => rowsNamed(client), 'what the client sees').toEqual(expected);
    await expect.poll(() => rowsNamed(accountant), 'what the accountant sees').toEqual(expected);
  };

  await test.step('the client makes two folders, and the accountant sees them come', async () => {
    await client.goto('/files');
    await accountant.goto('/files-select');
    await accountant.getByRole('link', { name: /Brutăria Țărănească/ }).click();
    await newFolder(client, FOLDER);
    await newFolder(client, OTHER);
    await expect(rowOf(accountant, FOLDER)).toBeVisible();
    await expect(rowOf(accountant, OTHER)).toBeVisible();
    await rowOf(accountant, FOLDER).getByText(FOLDER).click();
    await rowOf(client, FOLDER).getByText(FOLDER).click();
    await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
    await expect(accountant.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
    await accountant.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }));
  });

  await test.step('the client drops all thirty at once; both have them by their exact names', async () => {
    await dropFromDesktop(client, client.locator('#content section').first(), documents);
    await expect(client.getByText('30 de documente încărcate')).toBeVisible({ timeout: 60_000 });
    await bothSee(names);
    await expectForEverybody(client);
  });

  await test.step('copies of what is there stay when the client says so, and the panel goes after three seconds', async () => {
    await client.getByRole('button', { name: 'Păstrează tot' }).click();
    await expect(client.getByRole('region', { name: 'Încărcări' })).toBeHidden();
  });

  await test.step('the accountant renames one in place', async () => {
    await (await reach(accountant, 'scan bonuri.pdf')).click();
    await accountant.keyboard.press('F2');
    const input = accountant.getByRole('textbox', { name: 'Numele nou' });
    await expect(input).toHaveValue('scan bonuri.pdf');
    await expectForEverybody(accountant);
    await input.pressSequentially('Bon benzină 14 noiembrie');
    await input.press('Enter');
    await bothSee(after((all) => all.delete('scan bonuri.pdf') && all.add(RENAMED)));
  });

  await test.step('the client drags one to another folder, and takes it back', async () => {
    const moved = after((all) => all.delete('scan bonuri.pdf') && all.delete('bon_01.jpg') && all.add(RENAMED));
    await (await reach(client, 'bon_01.jpg')).dragTo(client.getByRole('treeitem', { name: OTHER }));
    await expect(client.getByText(`Element mutat în „${OTHER}”`)).toBeVisible();
    await bothSee(moved);
    await client.getByRole('button', { name: 'Anulează' }).last().click();
    await bothSee(after((all) => all.delete('scan bonuri.pdf') && all.add(RENAMED)));
  });

  await test.step('the client deletes two, and takes it back', async () => {
    await (await reach(client, 'bon_02.jpg')).click();
    await (await reach(client, 'bon_03.jpg')).click({ modifiers: ['Control'] });
    await client.keyboard.press('Delete');
    await expect(client.getByText('2 elemente șterse')).toBeVisible();
    await bothSee(
      after((all) => {
        for (const gone of ['scan bonuri.pdf', 'bon_02.jpg', 'bon_03.jpg']) all.delete(gone);
        all.add(RENAMED);
      }),
    );
    await client.getByRole('button', { name: 'Anulează' }).last().click();
    await bothSee(after((all) => all.delete('scan bonuri.pdf') && all.add(RENAMED)));
  });

  await test.step('the accountant marks one as processed; the client sees it, and may not change it any more', async () => {
    await (await reach(accountant, INVOICE)).click();
    await accountant.getByRole('toolbar').getByRole('button', { name: 'Stare' }).click();
    await accountant.getByRole('menuitem', { name: 'Prelucrat' }).click();
    await expect(
      (await reach(client, INVOICE)).getByText('Prelucrat', { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await rowOf(client, INVOICE).click();
    await expect(client.getByRole('toolbar').getByRole('button', { name: 'Șterge' })).toBeDisabled();
    await client.keyboard.press('Escape');
  });

  await test.step('the client downloads one, byte for byte what it was', async () => {
    const downloading = client.waitForEvent('download');
    await (await reach(client, 'Extras de cont 2026-09.csv')).click();
    await client.getByRole('toolbar').getByRole('button', { name: 'Descarcă' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Extras de cont 2026-09.csv');
    const original = documents.find((path) => path.endsWith('Extras de cont 2026-09.csv'))!;
    expect(readFileSync(await download.path()).equals(readFileSync(original))).toBe(true);
  });

  await test.step('the accountant has seen all of it without a reload', async () =>
    expect(await accountant.evaluate(() => 'wasNotReloaded' in globalThis)).toBe(true));

  await test.step('the audit has one event for each', async () => {
    const uploaded = await eventsIn(admin, 'Fișier încărcat', 'Ana Țăranu');
    const named = since(uploadedBefore, uploaded).map(({ details }) => details['file_name']);
    expect(named.sort()).toEqual(names);
    await expect(admin.getByRole('button', { name: /Ana Țăranu a încărcat .*Brutăria/ }).first()).toBeVisible();
    const renamed = await eventsIn(admin, 'Fișier redenumit', 'Elena Dumitrescu');
    expect(renamed).toMatchObject([{ details: { from: 'scan bonuri.pdf', to: RENAMED } }]);
    await expect(admin.getByRole('button', { name: `scan bonuri.pdf → ${RENAMED}` })).toBeVisible();
    // others were moved and deleted before
    const ofPhotos = async (kind: string) =>
      (await eventsIn(admin, kind, 'Ana Țăranu'))
        .map(({ details }) => details)
        .filter((details) => String(details['file_name']).startsWith('bon_'));
    const moved = await ofPhotos('Fișier mutat');
    const place = (name: string) => ({ folder_path: expect.stringContaining(name) as unknown });
    expect(moved).toMatchObject([
      { file_name: 'bon_01.jpg', from: place(OTHER), to: place(FOLDER) },
      { file_name: 'bon_01.jpg', from: place(FOLDER), to: place(OTHER) },
    ]);
    const namesOf = async (kind: string) => (await ofPhotos(kind)).map((details) => details['file_name']).sort();
    expect(await namesOf('Fișier șters')).toEqual(['bon_02.jpg', 'bon_03.jpg']);
    expect(await namesOf('Fișier restaurat')).toEqual(['bon_02.jpg', 'bon_03.jpg']);
    const downloaded = await eventsIn(admin, 'Fișier descărcat', 'Ana Țăranu');
    expect(since(downloadedBefore, downloaded)).toMatchObject([
      { details: { file_name: 'Extras de cont 2026-09.csv' } },
    ]);
    // others were processed before
    const processed = await eventsIn(admin, 'Prelucrare schimbată', 'Elena Dumitrescu');
    const ofInvoice = processed.filter(
      ({ details }) => details['file_name'] === INVOICE && details['folder_name'] === FOLDER,
    );
    expect(ofInvoice).toMatchObject([{ details: { from: 'new', to: 'processed' } }]);
    await expectForEverybody(admin);
  });

  await test.step('with who, when, from where, and what else the action did', async () => {
    await eventsIn(admin, 'Fișier șters', 'Ana Țăranu');
    await openEvent(admin, 'FileDeleted');
    const drawer = admin.getByRole('dialog');
    await expect(drawer.getByText('Ana Țăranu · Client')).toBeVisible();
    await expect(drawer.getByText('127.0.0.1')).toBeVisible();
    await expect(drawer.getByText(/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/).first()).toBeVisible();
    await expect(drawer.getByText(/Din aceeași acțiune: încă \d+ evenimente/)).toBeVisible();
    await expectForEverybody(admin);
    await drawer.getByRole('button', { name: 'Arată toată acțiunea' }).click();
    await expect(admin.getByText('O singură acțiune')).toBeVisible();
    await expect.poll(() => admin.url()).toContain('correlation_id=');
  });
});
