import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropFromDesktop } from './desk';
import { expect, PEOPLE, test } from './test';
import { newFolder, rowOf, rowsNamed } from './screens';

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
  await client.goto('/files');
  await newFolder(client, 'Din calculator');
  await rowOf(client, 'Din calculator').getByText('Din calculator').click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  await dropFromDesktop(client, client.locator('#content section').first(), [folder]);
  await expect(client.getByText('3 documente încărcate')).toBeVisible();
  expect(await rowsNamed(client)).toEqual(['Acte octombrie']);
  await rowOf(client, 'Acte octombrie').getByText('Acte octombrie').click();
  await expect.poll(() => rowsNamed(client)).toEqual(['Bonuri', 'Gol', 'listă.csv']);
  await rowOf(client, 'Bonuri').getByText('Bonuri').click();
  await expect.poll(() => rowsNamed(client)).toEqual(['Benzină', 'bon.txt']);

  // the same once more adds to the folders that are there, and the files take another name
  await client.getByRole('treeitem', { name: 'Din calculator' }).click();
  await expect.poll(() => rowsNamed(client)).toEqual(['Acte octombrie']);
  await dropFromDesktop(client, client.locator('#content section').first(), [folder]);
  await expect(client.getByText('3 documente încărcate').last()).toBeVisible();
  await rowOf(client, 'Acte octombrie').getByText('Acte octombrie').click();
  await expect.poll(() => rowsNamed(client)).toEqual(['Bonuri', 'Gol', 'listă (1).csv', 'listă.csv']);
});
