import { byOldKeyboard, dropFromDesktop, onDisk } from './desk';
import { expect, expectForEverybody, PEOPLE, test, type Page } from './test';
import { newFolder, rowOf, rows } from './screenshots/screens';

/** Of several hundred at once on a busy machine. */
const SLOW = { timeout: 30_000 };
const grid = (page: Page) => page.getByRole('grid');
const cursor = (page: Page) => page.locator('[role=row][data-cursor]');

/** A folder with so many receipts and some others. */
const aFolderOf = async (page: Page, name: string, count: number) => {
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`bon ${String(at).padStart(3, '0')}.txt`, `bon ${at}`]),
  );
  await newFolder(page, name);
  await rowOf(page, name).getByText(name).click();
  await expect(page.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  const more = { 'scan factură.csv': 'a;b', 'scară.txt': 'scară' };
  await dropFromDesktop(page, page.locator('#content section').first(), onDisk({ ...files, ...more }));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count + 3), { timeout: 60_000 });
};

test('a long folder by the keyboard: filter, jump, sort, whole in sight, and back to the same place', async ({
  as,
}) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await aFolderOf(client, 'Listă lungă', 60);

  await test.step('the cursor is whole in sight', async () => {
    await grid(client).focus();
    for (let step = 0; step < 30; step += 1) await client.keyboard.press('ArrowDown');
    const row = (await cursor(client).boundingBox())!;
    const list = (await grid(client).boundingBox())!;
    expect(row.y + row.height).toBeLessThanOrEqual(list.y + list.height + 1);
    expect(row.y).toBeGreaterThanOrEqual(list.y + 38);
  });
  await test.step('what is typed jumps to the name', async () => {
    await client.keyboard.type('scara');
    await expect(cursor(client)).toContainText('scară.txt');
  });
  await test.step('the order is chosen with keys, and kept', async () => {
    await client.keyboard.press('Tab');
    await expect(client.getByRole('button', { name: 'Nume', exact: true })).toBeFocused();
    await client.keyboard.press('Enter');
    // it stands where the cursor was
    await grid(client).evaluate((element) => element.scrollTo(0, 0));
    await expect(rows(client).first()).toContainText('scară.txt');
    await client.reload();
    await expect(rows(client).first()).toContainText('scară.txt');
  });
  await test.step('a slash goes to the filter, which finds without accents, and says how many', async () => {
    await grid(client).focus();
    await client.keyboard.press('/');
    await client.keyboard.type('FACTURA');
    await expect(rows(client)).toHaveCount(1);
    await expect(client.getByText('Un element din 62')).toBeVisible();
    await expectForEverybody(client);
    await client.keyboard.type('x');
    await expect(client.getByRole('heading', { name: 'Niciun element nu se potrivește' })).toBeVisible();
    await client.getByRole('button', { name: 'Arată tot' }).click();
    await client.getByRole('button', { name: 'Filtrează' }).click();
    await client.getByRole('menuitem', { name: 'Tabele' }).click();
    await expect(rows(client)).toHaveCount(1);
    await client.getByRole('button', { name: 'Tabele' }).click();
    await client.getByRole('menuitem', { name: 'Orice tip' }).click();
  });
  await test.step('who comes back finds the place', async () => {
    await grid(client).evaluate((element) => element.scrollTo(0, 900));
    await client.getByRole('treeitem').first().click();
    await expect(rowOf(client, 'Listă lungă')).toBeVisible();
    await client.goBack();
    await expect(rows(client).first()).toBeVisible();
    await expect.poll(() => grid(client).evaluate(({ scrollTop }) => scrollTop)).toBe(900);
  });
  await test.step('a folder that is opened stands at its beginning, wherever the list was that is left', async () => {
    await newFolder(client, 'Alta');
    await grid(client).focus();
    for (const key of ['a', 'c']) await client.keyboard.press(`ControlOrMeta+${key}`);
    await grid(client).evaluate((element) => element.scrollTo(0, 20));
    await rowOf(client, 'Alta').getByText('Alta').click();
    await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
    await client.keyboard.press('ControlOrMeta+v');
    await expect(grid(client)).toHaveAttribute('aria-rowcount', '63', SLOW);
    expect(await grid(client).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
});

test('a folder of more than five hundred: filled with copies, deleted in parts and taken back, found in the trash as one', async ({
  as,
}) => {
  // what is not there any more is asked for
  const client = await as(PEOPLE.client, { expected: /status of 404/ });
  const count = (many: number) => expect(grid(client)).toHaveAttribute('aria-rowcount', String(many + 1), SLOW);
  await client.goto('/files');
  await newFolder(client, 'Cinci sute');
  await rowOf(client, 'Cinci sute').getByText('Cinci sute').click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await dropFromDesktop(client, client.locator('#content section').first(), onDisk({ 'bon nou.txt': 'cinci sute' }));
  await count(1);

  await test.step('a copy is taken back by Ctrl+Z, and what it was made of stays', async () => {
    await grid(client).focus();
    for (const key of ['a', 'c', 'v']) await client.keyboard.press(`ControlOrMeta+${key}`);
    await expect(client.getByText('Element copiat în „Cinci sute”')).toBeVisible();
    await count(2);
    await client.keyboard.press('ControlOrMeta+z');
    await count(1);
    await expect(rowOf(client, 'bon nou.txt')).toBeVisible();
  });
  await test.step('copied with keys, each time what is there', async () => {
    await grid(client).focus();
    for (let there = 1; there < 512; there *= 2) {
      for (const key of ['a', 'c', 'v']) await client.keyboard.press(`ControlOrMeta+${key}`);
      await count(2 * there);
    }
  });
  await test.step('all of them deleted at once, and taken back by Ctrl+Z', async () => {
    await client.keyboard.press('ControlOrMeta+a');
    await client.keyboard.press('Delete');
    await expect(client.getByText('512 elemente șterse')).toBeVisible(SLOW);
    await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
    await client.keyboard.press('ControlOrMeta+z');
    await count(512);
  });
  await test.step('the folder itself is one row of the trash, which says how much is in it and who deleted it', async () => {
    await client.getByRole('treeitem').first().click();
    await rowOf(client, 'Cinci sute').click();
    await client.keyboard.press('Delete');
    await expect(rowOf(client, 'Cinci sute')).toHaveCount(0, SLOW);
    await client.getByRole('link', { name: 'Coș' }).click();
    // the copy that was taken back lay in it, and says so
    const row = rows(client).filter({ hasText: '512 elemente' });
    await expect(row).toContainText('Cinci sute');
    await expect(row).toContainText('Ana Țăranu');
    await expectForEverybody(client);
    await row.getByText('Cinci sute').click();
    await count(512);
    await client.getByRole('searchbox', { name: 'Caută în tot coșul' }).fill('nou.txt');
    await expect(rows(client)).toHaveCount(1);
    await client.goBack();
    await grid(client).focus();
    await client.keyboard.press('ControlOrMeta+z');
    await expect(row).toHaveCount(0, SLOW);
  });
  await test.step('and is there again, whole', async () => {
    await client.getByRole('treeitem', { name: 'Cinci sute' }).click();
    await count(512);
  });
  await test.step('who comes by its address once it is deleted is led to the trash', async () => {
    const address = client.url();
    await client.getByRole('treeitem').first().click();
    await rowOf(client, 'Cinci sute').click();
    await client.keyboard.press('Delete');
    await expect(rowOf(client, 'Cinci sute')).toHaveCount(0, SLOW);
    await client.goto(address);
    await expect(client.getByRole('heading', { name: 'Acest dosar nu mai există' })).toBeVisible();
    await client.getByRole('link', { name: 'Deschide coșul' }).click();
    await expect(rows(client).filter({ hasText: '512 elemente' })).toContainText('Cinci sute');
  });
});

test('letters with cedillas, typed in the middle of a name, become those with commas where they stand', async ({
  as,
}) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await aFolderOf(client, 'Cedile', 1);
  await grid(client).focus();
  await client.keyboard.press('Home');
  await client.keyboard.press('F2');
  await client.keyboard.type(byOldKeyboard('Bon școală țară'));
  await client.keyboard.press('Enter');
  await expect(rowOf(client, 'Bon școală țară.txt')).toBeVisible();
});

test('what is cut is pasted where one goes, and whose documents they are stands at the head', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await aFolderOf(client, 'Tăiat', 1);
  await grid(client).focus();
  await client.keyboard.type('scara');
  await client.keyboard.press('Control+x');
  await client.keyboard.press('Backspace');
  await expect(client.getByRole('heading', { name: 'Brutăria Țărănească SRL' })).toBeVisible();
  await expect(rowOf(client, 'Tăiat')).toBeVisible();
  await grid(client).focus();
  await client.keyboard.press('Control+v');
  await expect(rowOf(client, 'scară.txt')).toBeVisible();

  await client.keyboard.press('?');
  await expect(client.getByRole('dialog', { name: 'Taste' })).toContainText('Ctrl + X');
  await expectForEverybody(client);
  await client.keyboard.press('Escape');
  for (const name of ['Ascunde arborele de dosare', 'Pliază meniul'])
    await client.getByRole('button', { name }).click();
  await expect(client.getByRole('tree')).toBeHidden();
  await client.reload();
  await expect(client.getByRole('button', { name: 'Arată arborele de dosare' })).toBeVisible();
  await expectForEverybody(client);
});
