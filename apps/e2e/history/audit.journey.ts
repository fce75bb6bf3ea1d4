import { readFileSync } from 'node:fs';
import { documents, dropFromDesktop, nameOf } from '../desk';
import { newFolder, reach, rowOf, rows } from '../screenshots/screens';
import { expect, expectForEverybody, PEOPLE, test, type Page } from '../test';

const FOLDER = '2026-09 Acte';
const NAMES = documents.slice(0, 6).map(nameOf);
const DELETED = new RegExp(`Ana Țăranu a șters dosarul ${FOLDER} și încă ${NAMES.length} elemente`);

const deed = (page: Page, name: RegExp | string) => page.locator('button[data-deed]').filter({ hasText: name });

/** A folder of documents that its client makes, and deletes again. */
const deletedFolder = async (client: Page): Promise<void> => {
  await client.goto('/files');
  await newFolder(client, FOLDER);
  await rowOf(client, FOLDER).getByText(FOLDER).click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await dropFromDesktop(client, client.locator('#content section').first(), documents.slice(0, NAMES.length));
  await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', String(NAMES.length + 1), {
    timeout: 60_000,
  });
  await client.goto('/files');
  await (await reach(client, FOLDER)).click({ button: 'right' });
  await client.getByRole('menuitem', { name: 'Șterge' }).click();
  await expect(rowOf(client, FOLDER)).toHaveCount(0);
};

test('a folder that was deleted is one line of the audit, opened to its events, and undone from there', async ({
  as,
}) => {
  test.setTimeout(180_000);
  const client = await as(PEOPLE.client);
  await deletedFolder(client);
  const admin = await as(PEOPLE.admin);

  await test.step('one line for all of it, under the heading of its day', async () => {
    await admin.goto('/admin/audit');
    await admin.getByRole('group', { name: 'Ce fel de acțiuni' }).getByRole('button', { name: 'Documente' }).click();
    await expect(admin).toHaveURL(/kinds=files/);
    await expect(deed(admin, DELETED)).toHaveCount(1);
    await expect(deed(admin, DELETED)).toContainText('Brutăria Țărănească SRL');
    await expect(admin.getByRole('heading', { level: 2 }).first()).toHaveText(/, \d{1,2} \p{L}+ \d{4}$/u);
    await expectForEverybody(admin);
  });

  await test.step('opened to its events', async () => {
    await deed(admin, DELETED).click();
    await expect(deed(admin, DELETED)).toHaveAttribute('aria-expanded', 'true');
    const events = admin.locator('[data-kind=event] [data-type=FileDeleted]');
    await expect(events).toHaveCount(NAMES.length);
    await events.first().click();
    const drawer = admin.getByRole('dialog');
    await expect(drawer.getByText('Ana Țăranu · Client')).toBeVisible();
    await expect(drawer.getByText(/^Chrome \d+ pe Linux$/)).toBeVisible();
    await expectForEverybody(admin);
    await drawer.getByRole('button', { name: 'Închide' }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('undone, after it is said what that does', async () => {
    await admin.getByRole('button', { name: 'Anulează acțiunea' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Anulați acțiunea?' });
    await expect(dialog.getByRole('listitem')).toHaveCount(NAMES.length + 1);
    await expect(dialog.getByText('Va fi restaurat')).toHaveCount(NAMES.length + 1);
    await expectForEverybody(admin);
    await dialog.getByRole('button', { name: `Anulează ${NAMES.length + 1} modificări` }).click();
    await expect(dialog).toBeHidden();
    await client.goto('/files');
    await (await reach(client, FOLDER)).getByText(FOLDER).click();
    await expect(rows(client)).toHaveCount(NAMES.length);
  });

  await test.step('what somebody did by signing in is not undone, and it is said why', async () => {
    await admin.goto('/admin/audit?event_type=SignedIn');
    await deed(admin, 's-a autentificat').first().click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Anulează acțiunea' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Anulați acțiunea?' });
    await expect(dialog.getByText('Nimic din această acțiune nu poate fi anulat.')).toBeVisible();
    await expect(dialog.getByText(/^Autentificare: /)).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Anulează/ })).toHaveCount(0);
  });

  await test.step('whoever may see a thing sees its history', async () => {
    await rows(client).first().click({ button: 'right' });
    await client.getByRole('menuitem', { name: 'Istoric' }).click();
    const history = client.getByRole('dialog', { name: /^Istoric: / });
    await expect(history.getByRole('listitem').first()).toContainText('Restaurat');
    await expect(history.getByRole('listitem').last()).toContainText('Adăugat');
    await expectForEverybody(client);
  });

  await test.step('and takes back from there what they did themselves', async () => {
    const history = client.getByRole('dialog', { name: /^Istoric: / });
    // what the administrator has restored is not theirs to undo
    await expect(history.getByRole('listitem').first().getByRole('button', { name: 'Anulează' })).toHaveCount(0);
    await history.getByRole('listitem').last().getByRole('button', { name: 'Anulează' }).click();
    const dialog = client.getByRole('dialog', { name: 'Anulați acțiunea?' });
    await expect(dialog.getByText('Va ajunge în coș')).toBeVisible();
    await expectForEverybody(client);
    await dialog.getByRole('button', { name: 'Anulează', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(rows(client)).toHaveCount(NAMES.length - 1);
  });
});

test('the audit is looked at over time, and taken away as a file', async ({ as }) => {
  const admin = await as(PEOPLE.admin);
  await admin.goto('/admin/audit');

  await test.step('a part of time is picked in the table of the chart', async () => {
    const show = admin.getByRole('button', { name: 'Arată activitatea în timp' });
    if ((await show.getAttribute('aria-pressed')) === 'false') await show.click();
    await admin.getByText('Arată ca tabel').click();
    await admin.getByRole('region', { name: 'Activitate' }).getByRole('table').getByRole('button').first().click();
    await expect(admin).toHaveURL(/date_from=.*date_to=/);
    await expect(deed(admin, 's-a autentificat').first()).toBeVisible();
    await expectForEverybody(admin);
  });

  await test.step('as a table, whose formulas are none', async () => {
    const downloading = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'Exportă' }).click();
    await admin.getByRole('menuitem', { name: 'Tabel (CSV)' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, ...lines] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toContain('event_type');
    expect(lines.length).toBeGreaterThan(1);
    await admin.goto('/admin/audit?event_type=AuditExported');
    await expect(deed(admin, 'a exportat jurnalul de audit').first()).toBeVisible();
  });

  await test.step('from a client and a person to all that happened to them', async () => {
    await admin.goto('/admin/users');
    await admin.getByRole('link', { name: 'Ana Țăranu' }).first().click();
    await admin.getByRole('link', { name: 'Istoric' }).click();
    await expect(admin).toHaveURL(/resource_type=user/);
    await expect(admin.getByText('Istoric: Ana Țăranu')).toBeVisible();
  });
});
