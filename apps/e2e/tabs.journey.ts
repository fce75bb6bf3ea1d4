import { choosePassword, letterAfter, pathOf } from './account';
import { expire } from './session';
import { writingIn } from './conversations';
import { newFolder, rowOf } from './screenshots/screens';
import { expect, PEOPLE, signIn, test, type Page } from './test';

/** A request that is refused on purpose, which browsers always log; and a socket that its page closes while it opens. */
const REFUSED = { expected: /status of 4\d\d|WebSocket is closed before/ };
const BOGDAN = 'bogdan@moara.demo';

const anotherTab = async (page: Page, path: string): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
};
const account = (page: Page, name: string) => page.getByRole('button', { name: `Contul dumneavoastră: ${name}` });
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /Contul dumneavoastră/ }).click();
  await page.getByRole('button', { name: 'Deconectare' }).click();
};

test('three tabs: a sign-in in one is a sign-in in all, and so is a sign-out', async ({ visit, portal }) => {
  const { page: first } = await visit(REFUSED);
  await first.goto('/login');
  const second = await anotherTab(first, '/forgot-password');
  const third = await anotherTab(first, '/settings/security');
  await expect(third).toHaveURL(/\/login\?redirect=%2Fsettings%2Fsecurity$/);
  await signIn(first, PEOPLE.admin, portal.password);
  for (const tab of [first, second]) {
    await expect(account(tab, 'Ioana Marinescu')).toBeVisible();
    await expect(tab).toHaveURL(/:\d+\/$/);
  }
  await expect(third).toHaveURL(/\/settings\/security$/);

  await signOut(second);
  for (const tab of [first, second, third]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByLabel('Email')).toBeVisible();
    await expect(tab.getByRole('alert')).toHaveCount(0);
  }
  await signIn(third, PEOPLE.accountant, portal.password);
  for (const tab of [first, second, third]) await expect(account(tab, 'Elena Dumitrescu')).toBeVisible();
});

test('another account that signs in in one tab takes the place of the first in the other', async ({
  visit,
  portal,
}) => {
  const { page: first } = await visit(REFUSED);
  await first.goto('/login');
  const second = await anotherTab(first, '/login');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await second.route('**/api/auth/login', (route) => answered.then(() => route.continue()));
  await signIn(second, PEOPLE.client, portal.password);

  await signIn(first, PEOPLE.admin, portal.password);
  await expect(account(second, 'Ioana Marinescu')).toBeVisible();
  await first.goto('/settings');
  await first.getByLabel('Nume').pressSequentially(' nesalvat');
  const marks = [first, second].map((tab) => tab.evaluate(() => Object.assign(globalThis, { isFormer: true })));
  await Promise.all(marks);
  answer();
  for (const tab of [first, second]) {
    await expect(account(tab, 'Ana Țăranu')).toBeVisible();
    expect(await tab.evaluate(() => 'isFormer' in globalThis)).toBe(false);
  }
});

test('a session that expires or is revoked ends in all tabs, with the reason, and nothing that was written is lost', async ({
  as,
  portal,
}) => {
  const first = await as(BOGDAN, REFUSED);
  const second = await anotherTab(first, '/settings');
  await first.goto('/chat');
  await first.locator('#content a[href^="/chat/"]').first().click();
  await writingIn(first).fill('Încă netrimis');
  const talk = new URL(first.url()).pathname;
  const isOver = async (reason: string) => {
    for (const tab of [first, second]) {
      await expect(tab).toHaveURL(/\/login\?redirect=/);
      await expect(tab.getByRole('alert')).toContainText(reason);
    }
    await signIn(second, BOGDAN, portal.password);
    await expect(second).toHaveURL(/\/settings$/);
    await expect(first).toHaveURL(new RegExp(`${talk}$`));
    await expect(writingIn(first)).toHaveValue('Încă netrimis');
  };

  await first.context().clearCookies();
  await expire(first);
  await second.reload();
  await isOver('Este necesară autentificarea.');

  const { request } = first.context();
  const login = await request.post('/api/auth/login', { data: { email: BOGDAN, password: portal.password } });
  const { token } = (await login.json()) as { token: string };
  await request.post('/api/auth/logout-all', { headers: { authorization: `Bearer ${token}` } });
  await isOver('Sesiunea a fost închisă de pe alt dispozitiv');
});

test('what was chosen and typed in dialogs stands there again for the same person, and for nobody else', async ({
  as,
  portal,
}) => {
  const page = await as(BOGDAN, REFUSED);
  const revoke = async () => {
    const { request } = page.context();
    const login = await request.post('/api/auth/login', { data: { email: BOGDAN, password: portal.password } });
    const { token } = (await login.json()) as { token: string };
    await request.post('/api/auth/logout-all', { headers: { authorization: `Bearer ${token}` } });
    await expect(page).toHaveURL(/\/login\?redirect=/);
  };
  const back = async () => {
    await revoke();
    await signIn(page, BOGDAN, portal.password);
  };
  const dialog = page.getByRole('dialog');
  const chosen = dialog.getByRole('treeitem', { name: 'Ținta', exact: true });

  await test.step('a folder that is moved, and where to', async () => {
    await page.goto('/files');
    for (const name of ['Ținta', 'Se mută']) await newFolder(page, name);
    await rowOf(page, 'Se mută').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Mută' }).click();
    await chosen.click();
    await back();
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
    await dialog.getByRole('button', { name: 'Mută aici' }).click();
    await expect(rowOf(page, 'Se mută')).toHaveCount(0);
  });

  await test.step('with whom to talk, and about what', async () => {
    await page.goto('/chat');
    await page.getByRole('button', { name: 'Conversație nouă' }).click();
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByLabel('Subiect').fill('Avansuri');
    await back();
    await expect(dialog.getByRole('checkbox').first()).toBeChecked();
    await expect(dialog.getByLabel('Subiect')).toHaveValue('Avansuri');
  });

  await test.step('the name of a search, which somebody else does not see', async () => {
    await page.goto('/search?q=Moara');
    await page.getByRole('button', { name: 'Salvează căutarea' }).click();
    await dialog.getByRole('textbox').fill('A lui Bogdan');
    await back();
    await expect(dialog.getByRole('textbox')).toHaveValue('A lui Bogdan');
    await revoke();
    await signIn(page, PEOPLE.client, portal.password);
    await expect(account(page, 'Ana Țăranu')).toBeVisible();
    await expect(page).toHaveURL(/\/search\?q=Moara$/);
    await page.getByRole('button', { name: 'Salvează căutarea' }).click();
    await expect(dialog.getByRole('textbox')).toHaveValue('Moara');
  });
});

test('a letter that is opened in two tabs: who is in by one is in by the other', async ({ visit, portal }) => {
  const { page: first } = await visit(REFUSED);
  const letterFor = (path: string) =>
    letterAfter(portal, BOGDAN, async () => {
      await first.goto(path);
      await first.getByLabel('Email').fill(BOGDAN);
      await first.locator('form button[type=submit]').click();
      await expect(first.getByRole('status').filter({ hasText: 'Dacă există' })).toBeVisible();
    });
  const signInLink = await letterFor('/sign-in-link');
  await first.goto(pathOf(signInLink.link));
  const second = await anotherTab(first, pathOf(signInLink.link));
  await second.getByRole('button', { name: 'Intră în Dosar' }).click();
  for (const tab of [first, second]) await expect(account(tab, 'Bogdan Jurca')).toBeVisible();
  await signOut(first);
  await expect(second).toHaveURL(/\/login$/);

  const reset = await letterFor('/forgot-password');
  for (const tab of [first, second]) await tab.goto(pathOf(reset.link));
  await expect(second.getByRole('heading', { name: 'Alegeți o parolă nouă' })).toBeVisible();
  await choosePassword(first, 'Moara cu 2 roți');
  for (const tab of [first, second]) await expect(account(tab, 'Bogdan Jurca')).toBeVisible();
});
