import { FEATURES, type Feature } from '@dosar/contracts';
import { Portal } from './portal';
import { expect, PEOPLE, test, type Page } from './test';
import { rowOf } from './screenshots/screens';

/** A portal without these. */
const without = (...left: readonly Feature[]) =>
  test.extend<object, { portal: Portal }>({
    portal: [
      // eslint-disable-next-line no-empty-pattern -- the way fixtures say that they need none
      async ({}, use) => {
        const offered = FEATURES.filter((each) => !left.includes(each));
        const portal = new Portal({ DOSAR_FEATURES: offered.join(',') });
        await portal.start();
        await use(portal);
        await portal.stop();
      },
      { scope: 'worker' },
    ],
  });

const expectNoPlaces = async (page: Page, ...names: readonly string[]) => {
  for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
};
const expectNoScreen = async (page: Page, path: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Nu am găsit ce căutați' })).toBeVisible();
};

without('file_manager', 'audit')(
  'a portal without documents and audit has neither places nor screens of them',
  async ({ as }) => {
    await test.step('an administrator has neither their places nor their screens', async () => {
      const admin = await as(PEOPLE.admin);
      await expect(admin.getByRole('heading', { name: /Bună ziua/ })).toBeVisible();
      await expect(admin.getByRole('link', { name: 'Utilizatori' })).toBeVisible();
      await expectNoPlaces(admin, 'Documente', 'Jurnal de audit');
      for (const path of ['/admin/audit', '/files', '/files-select', '/files/trash']) await expectNoScreen(admin, path);
    });

    await test.step('a client comes to the start, and has no documents', async () => {
      const client = await as(PEOPLE.client);
      await expect(client.getByRole('heading', { name: /Bună ziua/ })).toBeVisible();
      await expectNoPlaces(client, 'Documente');
    });
  },
);

without('bulk_operations')('a portal without bulk operations offers none of what they do', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await client.goto('/files');
  await test.step('the menu of a folder has neither moving nor deleting', async () => {
    await rowOf(client, '2026').click({ button: 'right' });
    const menu = client.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: 'Redenumește' })).toBeVisible();
    for (const name of ['Mută', 'Șterge']) await expect(menu.getByRole('menuitem', { name })).toHaveCount(0);
  });
  await test.step('and it is not dragged', async () => {
    await expect(rowOf(client, '2026')).toHaveAttribute('draggable', 'false');
  });
});
