import { byOldKeyboard } from './desk';
import { hostile } from './inert';
import { expect, PEOPLE, signIn, test } from './test';
import { expire, storedSession } from './session';
import { newFolder, rowOf } from './screenshots/screens';

const REFUSED = /the server responded with a status of 4\d\d/;

test('a guest who wanted somewhere comes there after signing in, and nowhere else', async ({ visit, portal }) => {
  const { page } = await visit();
  await test.step('the wish of a guest is kept at the sign-in screen', async () => {
    await page.goto('/admin/audit?event_type=SignedIn');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin%2Faudit%3Fevent_type%3DSignedIn$/);
  });
  await test.step('after signing in it comes true', async () => {
    await signIn(page, PEOPLE.admin, portal.password);
    await expect(page).toHaveURL(/\/admin\/audit\?event_type=SignedIn$/);
    await expect(page.locator('ol li').first()).toBeVisible();
  });

  await test.step('who is signed in has no business at the sign-in screen, and no address leads out of the portal', async () => {
    await page.goto('/login?redirect=https%3A%2F%2Fexample.com');
    await expect(page.getByRole('heading', { name: /Bună ziua/ })).toBeVisible();
  });
});

test('a client sees their own files and nothing of what is for others', async ({ as }) => {
  const client = await as(PEOPLE.client, { expected: REFUSED });
  await test.step('screens of accountants and administrators are not for a client', async () => {
    await expect(client).toHaveURL(/\/files/);
    await expect(client.getByRole('link', { name: 'Acasă' })).toHaveCount(0);
    await client.goto('/admin/audit');
    await expect(client.getByRole('heading', { name: 'Nu aveți acces aici' })).toBeVisible();
    await client.goto('/files-select');
    await expect(client.getByRole('heading', { name: 'Nu aveți acces aici' })).toBeVisible();
  });

  await test.step('a folder of another company is, for this one, not there', async () => {
    const accountant = await as(PEOPLE.otherAccountant);
    await accountant.goto('/files-select');
    await accountant.locator('#content a').first().click();
    await rowOf(accountant, '2026').getByText('2026', { exact: true }).click();
    await expect(accountant).toHaveURL(/\/files\/[0-9a-f-]{36}$/);
    await client.goto(new URL(accountant.url()).pathname);
    await expect(client.getByRole('heading', { name: 'Nu am găsit ce căutați' })).toBeVisible();
  });
  await test.step('nor is what is nowhere', async () => {
    await client.goto('/nu/este/aici');
    await expect(client.getByRole('heading', { name: 'Nu am găsit ce căutați' })).toBeVisible();
    await expect(client.getByRole('link', { name: 'Documente' })).toBeVisible();
  });
});

test('a token that has run out is replaced unseen', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await test.step('the token runs out, and the files are shown', async () => {
    await expire(client);
    await client.goto('/files');
    await expect(client.getByRole('grid')).toBeVisible();
  });
  await test.step('another token stands in its place', async () => {
    expect(Date.parse((await storedSession(client)).expires_at)).toBeGreaterThan(Date.now());
  });
});

test('everything goes by the keys alone: find, rename, delete, undo', async ({ as }) => {
  const client = await as(PEOPLE.client);
  await test.step('a new folder is found by a key', async () => {
    await client.goto('/files');
    await newFolder(client, 'Taste');
    // after a dialog the keys are in the rows
    await client.keyboard.press('End');
    await expect(rowOf(client, 'Taste')).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('it is renamed, and cedillas of old keyboards are mended', async () => {
    await client.keyboard.press('F2');
    await client.keyboard.press('ControlOrMeta+a');
    await client.keyboard.type(byOldKeyboard('Tastatură și țintă'));
    await client.keyboard.press('Enter');
    await expect(rowOf(client, 'Tastatură și țintă')).toBeVisible();
  });
  await test.step('it is deleted', async () => {
    await client.keyboard.press('Delete');
    await expect(rowOf(client, 'Tastatură și țintă')).toHaveCount(0);
  });
  await test.step('and that is undone', async () => {
    const undo = client.getByRole('button', { name: 'Anulează' }).last();
    await undo.focus();
    await client.keyboard.press('Enter');
    await expect(rowOf(client, 'Tastatură și țintă')).toBeVisible();
  });
});

test('nothing that is kept is ever run: not opened, not framed, not embedded, not looked at', async ({
  as,
  portal,
}) => {
  const client = await as(PEOPLE.client, { expected: /.*/ });
  const { request } = client.context();
  const login = await request.post('/api/auth/login', { data: { email: PEOPLE.client, password: portal.password } });
  const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` };
  const folder = await request.post('/api/folders', { headers, data: { name: 'Ostile' } });
  const { id: folder_id } = ((await folder.json()) as { folder: { id: string } }).folder;

  const urls: string[] = [];
  await test.step('a file of every kind is kept', async () => {
    for (const [name, buffer] of Object.entries(hostile)) {
      const file = { name, buffer, mimeType: 'text/html' };
      const kept = await request.post('/api/files/upload', { headers, multipart: { folder_id, file } });
      expect([name, kept.status()]).toEqual([name, 201]);
      const { id } = ((await kept.json()) as { file: { id: string } }).file;
      for (const use of ['download', 'preview']) {
        const link = await request.get(`/api/files/${id}/${use}`, { headers });
        urls.push(((await link.json()) as { url: string }).url);
      }
    }
  });

  const ran: string[] = [];
  client.on('request', (asked) => void (asked.url().endsWith('?ran') && ran.push(asked.url())));
  client.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await test.step('a page of the same origin that allows everything gets nothing of it to run', async () => {
    const tags = urls.flatMap((url) => [
      `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}">`,
      `<script src="${url}"></script><link rel="stylesheet" href="${url}"><video src="${url}"></video>`,
    ]);
    const body = `<!doctype html><title>pagina</title>${tags.join('')}`;
    await client.route('**/pagina.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await client.goto('/pagina.html');
    expect(await client.evaluate(() => [document.title, 'ran' in window])).toEqual(['pagina', false]);
    for (const url of urls) await client.goto(url).catch(() => undefined);
  });

  await test.step('nor does a look at each of them in the portal', async () => {
    await client.goto(`/files/${folder_id}`);
    await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Object.keys(hostile).length + 1));
    await client.getByRole('grid').focus();
    await client.keyboard.press('Home');
    await client.keyboard.press('Enter');
    const dialog = client.getByRole('dialog');
    const looked: string[] = [];
    for (const at of Object.keys(hostile).keys()) {
      await expect(dialog.getByRole('status').filter({ hasText: 'din' })).toHaveText(
        `${at + 1} din ${urls.length / 2}`,
      );
      await expect(dialog.getByRole('progressbar')).toHaveCount(0);
      const name = (await dialog.getAttribute('aria-label'))!;
      looked.push(name);
      expect([name, await client.evaluate(() => 'ran' in window)]).toEqual([name, false]);
      await client.keyboard.press('ArrowRight');
    }
    expect(looked.sort()).toEqual(Object.keys(hostile).sort());
  });
  expect(ran).toEqual([]);
});
