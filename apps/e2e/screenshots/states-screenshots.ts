import { aLongStatement, aProgram, documents, dragFromDesktop, dropFromDesktop, onDisk } from '../desk';
import { album, chooseLook, LOOKS } from './looks';
import { ask, openEvent, rowOf, rows } from './screens';
import { expect, PEOPLE, signIn, test } from '../test';

const EXPECTED =
  /status of 4\d\d|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_SOCKET|ERR_FAILED|WebSocket connection/;

for (const [index, look] of LOOKS.entries())
  test(`what is under way and what goes wrong, ${look.name}`, async ({ visit, portal, browser }) => {
    test.setTimeout(300_000);
    const { size } = look;
    const { shoot, close } = album('states', look);
    const open = async (email: string) => {
      const { page } = await visit({ viewport: size.viewport, expected: EXPECTED });
      await chooseLook(page, look);
      await signIn(page, email, portal.password);
      await expect(page.locator('#content h1')).toBeVisible();
      return page;
    };
    const client = await open(PEOPLE.client);
    const content = client.locator('#content section').first();

    await test.step('what is not read yet, and what could not be', async () => {
      for (const [name, address, reading] of [
        ['files', '/files', /\/api\/files\?/],
        ['trash', '/files/trash', /\/api\/files\/trash\?/],
        ['security', '/settings/security', /\/api\/auth\/(sessions|two-step)/],
      ] as const) {
        await client.route(reading, () => {});
        await client.goto(address);
        await expect(client.locator('h1').first()).toBeVisible();
        await shoot(client, `${name}-waiting`);
        await client.unroute(reading);
        await client.route(reading, (route) => route.abort('connectionreset'));
        await client.goto(address);
        await client.waitForTimeout(4_500);
        await shoot(client, `${name}-fault`);
        await client.unroute(reading);
      }
    });

    const folder = `Acte scanate la magazinul din centru, cu factură și chitanță, luna noiembrie ${index + 1}`;
    await test.step('what is dragged over', async () => {
      const me = (await ask(client, 'GET', '/api/users/me')) as { user: { client: { id: string } } };
      const made = await ask(client, 'POST', '/api/folders', {
        name: folder,
        client_id: me.user.client.id,
      });
      await client.goto('/files');
      await expect(rows(client).nth(2)).toBeVisible();
      await dragFromDesktop(client, client.getByRole('grid'), documents, { y: 500 }, () => shoot(client, 'drop-here'));
      await dragFromDesktop(client, rows(client).nth(1), documents, {}, () => shoot(client, 'drop-on-folder'));
      if (size.name === 'desktop')
        await dragFromDesktop(client, client.getByRole('treeitem').nth(1), documents, {}, () =>
          shoot(client, 'drop-on-tree'),
        );
      await client.goto(`/files/${(made as { folder: { id: string } }).folder.id}`);
      await expect(client.locator('#content h2')).toBeVisible();
      await dragFromDesktop(client, content, documents, {}, () => shoot(client, 'drop-on-empty'));
    });

    await test.step('uploads, a line that is lost, and uploads that were refused', async () => {
      const line = await client.context().newCDPSession(client);
      await line.send('Network.enable');
      const speed = (uploadThroughput: number) =>
        line.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        });
      await speed(400_000);
      const wrong = onDisk({
        'prea mare.csv': aLongStatement(30),
        'Factură noiembrie.pdf': aProgram(),
        'program.exe': aProgram(),
        'fără extensie': 'text',
        'extras pe tot anul.csv': aLongStatement(6),
      });
      await dropFromDesktop(client, content, [...wrong, ...documents]);
      await expect(
        client
          .getByRole('region')
          .getByLabel(/^(Încărcat|Uploaded)$/)
          .first(),
      ).toBeVisible();
      await shoot(client, 'uploading');
      await portal.kill();
      await speed(-1);
      await client.waitForTimeout(4_000);
      await shoot(client, 'line-lost');
      await rows(client).first().click();
      await client.keyboard.press('Delete');
      await expect(client.getByRole('alert').last()).toBeVisible();
      await shoot(client, 'refused-while-lost');
      await portal.start();
      await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', '32', { timeout: 60_000 });
      await shoot(client, 'uploads-over');
      await client.waitForTimeout(5_500);
      await shoot(client, 'uploads-failed');
      await client.getByRole('alert').getByRole('button').first().click();
    });

    await test.step('the mouse and the keys', async () => {
      const grid = client.getByRole('grid');
      await grid.focus();
      await client.keyboard.press('ArrowDown');
      await client.keyboard.press('ArrowDown');
      await client.keyboard.press('Shift+ArrowDown');
      await shoot(client, 'keys-rows');
      await client.keyboard.press('Control+a');
      await shoot(client, 'all-selected');
      await client.keyboard.press('Escape');
      await rows(client).nth(3).click({ button: 'right' });
      await shoot(client, 'context-menu');
      await client.keyboard.press('Escape');
      await client.keyboard.press('Escape');
      await client.locator('header button').last().focus();
      await client.keyboard.press('Shift+Tab');
      await shoot(client, 'keys-button');
      if (size.name === 'desktop') {
        await client.getByRole('tree').focus();
        await client.keyboard.press('ArrowUp');
        await shoot(client, 'keys-tree');
      }
      await client.goto('/files');
      await expect(rows(client).nth(2)).toBeVisible();
      await rowOf(client, folder).click({ button: 'right' });
      await shoot(client, 'context-menu-folder');
      await client.getByRole('menuitem', { name: /^(Mută|Move)$/ }).click();
      const dialog = client.getByRole('dialog');
      await dialog.getByRole('treeitem').nth(1).click();
      await dialog.getByRole('button').last().click();
      await expect(dialog).toBeHidden();
      await shoot(client, 'moved');
    });

    const admin = await open(PEOPLE.admin);
    await test.step('what is empty', async () => {
      const { firms } = (await ask(admin, 'GET', '/api/firms')) as { firms: { id: string }[] };
      const { client: made } = (await ask(admin, 'POST', '/api/clients', {
        societate: `Societatea Românească de Depozitare și Distribuție a Hârtiei nr. ${index + 1} SRL`,
        firm_id: firms[0]!.id,
        cui: ['18547290', '14399840', '1590082', '361757', '427320', '6859662', '13093222', '15832941'][index],
      })) as { client: { id: string } };
      await admin.goto(`/files?clientId=${made.id}`);
      await expect(admin.locator('#content h2')).toBeVisible();
      await shoot(admin, 'client-empty');
      await admin.goto(`/files/trash?clientId=${made.id}`);
      await expect(admin.locator('#content h2')).toBeVisible();
      await shoot(admin, 'trash-empty');
      await admin.goto('/files-select');
      await expect(admin.locator('#content a[data-client]').first()).toBeVisible();
      await shoot(admin, 'select-recent');
      await admin.locator('#content input').fill('nimic de felul acesta');
      await expect(admin.locator('#content a[data-client]')).toHaveCount(0);
      await shoot(admin, 'select-none');
    });

    await test.step('the audit', async () => {
      await admin.route(/\/api\/audit\/deeds/, () => {});
      await admin.goto('/admin/audit');
      await expect(admin.locator('[aria-busy]').first()).toBeVisible();
      await shoot(admin, 'audit-waiting');
      await admin.unroute(/\/api\/audit\/deeds/);
      await admin.goto('/admin/audit');
      await admin.getByRole('search').getByRole('combobox').first().click();
      // the arrows of the input walk through its options, which the checker does not know
      await shoot(admin, 'audit-types', ['scrollable-region-focusable']);
      await admin.getByRole('option', { name: /^(Dosar mutat|Folder moved)$/ }).click();
      await openEvent(admin, 'FolderMoved');
      await shoot(admin, 'audit-moved');
      await admin
        .getByRole('dialog')
        .getByRole('button')
        .filter({ hasText: /acțiunea|action/ })
        .click();
      await expect(admin).toHaveURL(/correlation_id=/);
      await shoot(admin, 'audit-action');
      await admin.locator('#content [role=search] button[data-dates-input]').click();
      await shoot(admin, 'audit-period');
    });
    await close(browser);
  });
