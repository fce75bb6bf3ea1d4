import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documents, dropFromDesktop } from './desk';
import { expect, PEOPLE, test } from './test';
import { newFolder, rowOf, rowsNamed } from './screenshots/screens';

test('a whole folder is dropped with all that is in it, and lands as it was', async ({ as }) => {
  const desk = mkdtempSync(join(tmpdir(), 'dosar-folder-'));
  const folder = join(desk, 'Acte octombrie');
  mkdirSync(join(folder, 'Bonuri', 'Benzină'), { recursive: true });
  mkdirSync(join(folder, 'Gol'));
  writeFileSync(join(folder, 'listă.csv'), 'a;b\n1;2\n');
  writeFileSync(join(folder, 'Bonuri', 'bon.txt'), 'bon');
  writeFileSync(join(folder, 'Bonuri', 'Benzină', 'plin.txt'), 'plin');
  writeFileSync(join(folder, 'Thumbs.db'), 'of the operating system');

  const client = await as(PEOPLE.client);
  await test.step('a new folder is opened', async () => {
    await client.goto('/files');
    await newFolder(client, 'Din calculator');
    await rowOf(client, 'Din calculator').getByText('Din calculator').click();
    await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  });
  await test.step('the folder is dropped, and what is in it stands where it was', async () => {
    await dropFromDesktop(client, client.locator('#content section').first(), [folder]);
    await expect(client.getByText('3 documente încărcate')).toBeVisible();
    await expect.poll(() => rowsNamed(client)).toEqual(['Acte octombrie']);
    await rowOf(client, 'Acte octombrie').getByText('Acte octombrie').click();
    await expect.poll(() => rowsNamed(client)).toEqual(['Bonuri', 'Gol', 'listă.csv']);
    await rowOf(client, 'Bonuri').getByText('Bonuri').click();
    await expect.poll(() => rowsNamed(client)).toEqual(['Benzină', 'bon.txt']);
  });

  await test.step('the same once more adds to the folders that are there, and the files take another name', async () => {
    await client.getByRole('treeitem', { name: 'Din calculator' }).click();
    await expect.poll(() => rowsNamed(client)).toEqual(['Acte octombrie']);
    await dropFromDesktop(client, client.locator('#content section').first(), [folder]);
    await expect(client.getByText('3 documente încărcate').last()).toBeVisible();
    await rowOf(client, 'Acte octombrie').getByText('Acte octombrie').click();
    await expect.poll(() => rowsNamed(client)).toEqual(['Bonuri', 'Gol', 'listă (1).csv', 'listă.csv']);
  });
});

test('an archive is looked into, unpacked and filed, and its unpacking undone', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await newFolder(client, 'Arhive');
  await rowOf(client, 'Arhive').getByText('Arhive').click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  const archives = documents.filter((path) => path.endsWith('.zip'));
  await dropFromDesktop(client, client.locator('#content section').first(), archives);
  await expect.poll(() => rowsNamed(client)).toEqual(['Documente septembrie 2026.zip', 'arhivă veche cp852.zip']);

  await rowOf(client, 'arhivă veche cp852.zip').dblclick();
  const preview = client.getByRole('dialog', { name: 'arhivă veche cp852.zip' });
  const inside = preview.getByRole('list', { name: 'Ce este în arhivă' });
  await expect(inside.getByText('factură nr 1.txt')).toBeVisible();
  await preview.getByRole('button', { name: 'Dezarhivează' }).click();
  const where = client.getByRole('dialog', { name: 'Unde dezarhivăm' });
  await expect(where.getByLabel('Numele dosarului')).toHaveValue('arhivă veche cp852');
  await where.getByLabel('Numele dosarului').fill('Din 2008');
  await where.getByRole('button', { name: 'Dezarhivează' }).click();
  await expect(client.getByText('„arhivă veche cp852.zip” a fost dezarhivată')).toBeVisible();
  await client.keyboard.press('Escape');
  await expect
    .poll(() => rowsNamed(client))
    .toEqual(['Din 2008', 'Documente septembrie 2026.zip', 'arhivă veche cp852.zip']);
  await rowOf(client, 'Din 2008').getByText('Din 2008').click();
  await expect.poll(() => rowsNamed(client)).toEqual(['Bancă', 'Diverse', 'Facturi']);
  await rowOf(client, 'Facturi').getByText('Facturi').click();
  await expect.poll(() => rowsNamed(client)).toEqual(['factură nr 1.txt']);

  // from the row, beside the archive, and back again
  await client.getByRole('treeitem', { name: 'Arhive' }).click();
  await rowOf(client, 'Documente septembrie 2026.zip').click({ button: 'right' });
  await client.getByRole('menuitem', { name: 'Dezarhivează' }).click();
  await where.getByLabel('Într-un dosar nou').uncheck();
  await where.getByRole('button', { name: 'Dezarhivează' }).click();
  await expect.poll(() => rowsNamed(client)).toContain('Bancă');
  await client.getByRole('button', { name: 'Anulează' }).last().click();
  await expect
    .poll(() => rowsNamed(client))
    .toEqual(['Din 2008', 'Documente septembrie 2026.zip', 'arhivă veche cp852.zip']);
});

test('the tree shows where somebody is, and keeps the keys that walk in it', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files?navigateToMonth=true');
  const tree = client.getByRole('tree');
  const last = tree.getByRole('treeitem', { name: '99 Diverse' });
  await test.step('the last folder of the month is opened, and is in sight in the tree', async () => {
    // only the rows in sight are there
    await client.getByRole('grid').press('End');
    await rowOf(client, '99 Diverse').getByText('99 Diverse').click();
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await expect(last).toBeInViewport();
  });

  await test.step('keys walk up the tree and open what they come to', async () => {
    await tree.focus();
    await client.keyboard.press('ArrowUp');
    await client.keyboard.press('Enter');
    await expect(client.getByRole('heading', { name: '14 Corespondență ANAF (SPV)' })).toBeVisible();
    await expect(tree).toBeFocused();
    await client.keyboard.press('ArrowUp');
    await client.keyboard.press('Enter');
    await expect(client.getByRole('heading', { name: '13 Obligații de plată' })).toBeVisible();
  });
});
