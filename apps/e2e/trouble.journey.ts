import { aLongStatement, aProgram, documents, dropFromDesktop, nameOf, onDisk } from './desk';
import { expect, expectForEverybody, PEOPLE, signIn, test } from './test';
import { choose, entries } from './lists';
import { newFolder, reach, rowOf, rows, rowsNamed } from './screenshots/screens';

/** What a browser itself writes of an answer that refuses, or of a line that is lost. */
const REFUSED = /the server responded with a status of 4\d\d/;
const LOST =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_SOCKET|ERR_CONTENT_LENGTH_MISMATCH|WebSocket connection/;

const UNREACHABLE = 'Serverul nu răspunde. Verificați conexiunea la internet și încercați din nou.';

test('a wrong password is told of in a sentence, and what was typed stays', async ({ visit, portal }) => {
  const { page } = await visit({ expected: REFUSED });
  await page.goto('/');
  await expect(page).toHaveURL(/\/login\?redirect=%2F$/);
  await expectForEverybody(page);

  await page.getByRole('button', { name: 'Autentificare' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/./);
  await signIn(page, 'ana@brutaria.demo', 'nu este parola');
  await expect(page.getByRole('alert')).toHaveText('Email sau parolă incorectă');
  await expect(page.getByLabel('Email')).toHaveValue('ana@brutaria.demo');
  await expectForEverybody(page);

  await page.getByText('English').click();
  await signIn(page, 'ana@brutaria.demo', 'still not the password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByText('Română').click();
  await signIn(page, 'ana@brutaria.demo', portal.password);
  await expect(page).toHaveURL(/\/files/);
});

test('what cannot be accepted is told of file by file, and the rest goes on', async ({ as }) => {
  const client = await as(PEOPLE.client, { expected: REFUSED });
  await client.goto('/files');
  await newFolder(client, 'Ce nu merge');
  await rowOf(client, 'Ce nu merge').getByText('Ce nu merge').click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  const wrong = onDisk({
    'prea mare.csv': aLongStatement(30),
    'Factură noiembrie.pdf': aProgram(),
    'program.exe': aProgram(),
    'fără extensie': 'text',
  });
  await dropFromDesktop(client, client.locator('#content section').first(), [...wrong, ...documents.slice(0, 3)]);

  await expect(client.getByText('3 documente încărcate')).toBeVisible();
  const refused = client.getByRole('alert').filter({ hasText: '4 fișiere nu au fost încărcate' });
  await expect(refused).toBeVisible();
  await expect(refused.getByText('Are 30 MB; limita este de 20 MB (arhivele ZIP pot avea 50 MB).')).toBeVisible();
  await expect(refused.getByText('Conținutul este al unui program, nu al unui document.')).toBeVisible();
  await expect(refused.getByText('Fișierele .exe nu sunt acceptate.')).toBeVisible();
  await expect(refused.getByText('Numele nu are extensie')).toBeVisible();
  await expect.poll(() => rowsNamed(client)).toEqual(documents.slice(0, 3).map(nameOf).sort());
  await expectForEverybody(client);

  // it stays until somebody has read it
  await client.waitForTimeout(5_500);
  await expect(refused.getByRole('listitem')).toHaveCount(4);
  await client.getByRole('button', { name: 'Am înțeles' }).click();
  await expect(refused).toBeHidden();
});

test('a server that goes away in the middle: nothing is lost, nothing is there twice', async ({ as, portal }) => {
  const client = await as(PEOPLE.client, { expected: new RegExp(`${LOST.source}|${REFUSED.source}`) });
  await client.goto('/files');
  await newFolder(client, 'Pe o linie proastă');
  await rowOf(client, 'Pe o linie proastă').getByText('Pe o linie proastă').click();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  const line = await client.context().newCDPSession(client);
  const speed = (bytes: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });

  await test.step('it is killed while documents are on their way', async () => {
    const large = onDisk({ 'extras pe tot anul.csv': aLongStatement(12) });
    await line.send('Network.enable');
    await speed(400_000);
    await dropFromDesktop(client, client.locator('#content section').first(), [...large, ...documents]);
    const panel = client.getByRole('region', { name: 'Încărcări' });
    await expect(panel.getByLabel('Încărcat').first()).toBeVisible();
    await expect(rows(client).first()).toBeVisible();
    await portal.kill();
    await expect(panel.getByText('Încărcarea continuă singură când revine conexiunea.')).toBeVisible();
    await expect(client.getByText('Conexiunea cu serverul s-a întrerupt.')).toBeVisible();
    await expectForEverybody(client);
  });

  const renamed = 'Bon scanat.pdf';
  await test.step('what somebody does meanwhile is refused in a sentence, and what was typed stays', async () => {
    await speed(-1);
    const [first] = await rowsNamed(client);
    // beside the panel of uploads, which lies over the rows
    await (await reach(client, first!)).click({ position: { x: 300, y: 20 } });
    await client.keyboard.press('Delete');
    await expect(client.getByText('Ștergerea nu a reușit')).toBeVisible();
    await expect(client.getByText(UNREACHABLE)).toBeVisible();
    await client.keyboard.press('F2');
    const input = client.getByRole('textbox', { name: 'Numele nou' });
    await input.fill(renamed);
    await input.press('Enter');
    await expect(client.getByRole('tooltip').filter({ hasText: UNREACHABLE })).toBeVisible();
    await expect(input).toHaveValue(renamed);
    await input.press('Escape');
  });

  await test.step('when it is back, everything goes on by itself', async () => {
    await portal.start();
    await expect(client.getByText('31 de documente încărcate')).toBeVisible({ timeout: 60_000 });
    const names = [...documents.map(nameOf), 'extras pe tot anul.csv'].sort();
    await expect.poll(() => rowsNamed(client)).toEqual(names);
    await expect(client.getByText('Conexiunea cu serverul s-a întrerupt.')).toBeHidden();
    await client.reload();
    await expect(client.getByRole('grid')).toBeVisible();
    await expect.poll(() => rowsNamed(client)).toEqual(names);
  });
});

test('what somebody else does before the line opens is seen once it is open', async ({ as }) => {
  const client = await as(PEOPLE.client);
  const other = await as(PEOPLE.client);
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await client.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await opened;
    socket.connectToServer();
  });
  await client.goto('/files');
  await expect(rows(client).first()).toBeVisible();
  await other.goto('/files');
  await newFolder(other, 'Făcut între timp');
  await expect(rowOf(client, 'Făcut între timp')).toBeHidden();
  open();
  await expect(rowOf(client, 'Făcut între timp')).toBeVisible();
});

test('what could not be read is read when it is asked for again', async ({ as }) => {
  const admin = await as(PEOPLE.admin, { expected: LOST });
  await admin.goto('/files-select');
  await admin.getByRole('link', { name: /Brutăria Țărănească/ }).click();
  await expect(admin.getByRole('grid')).toBeVisible();
  const documentsOf = new URL(admin.url());
  const noFiles = 'Documentele nu au putut fi încărcate';
  const noFolders = 'Dosarele nu au putut fi încărcate';
  const noPage = 'Pagina nu a putut fi încărcată';
  const readings = [
    [documentsOf.pathname + documentsOf.search, /\/api\/files\?/, noFiles],
    [documentsOf.pathname + documentsOf.search, /\/api\/folders\/tree\?/, noFolders],
    [`/files/trash${documentsOf.search}`, /\/api\/files\/trash\?/, noFiles],
    ['/admin/audit', /\/api\/audit\/deeds\?/, noPage],
    ['/admin/audit?event_type=SignedIn', /\/api\/audit\/events\/[^/?]+$/, noPage],
  ] as const;
  for (const [address, reading, title] of readings)
    await test.step(`${address}: ${reading.source}`, async () => {
      await admin.route(reading, (route) => route.abort('connectionreset'));
      await admin.goto(address);
      if (!reading.source.endsWith('?')) await admin.locator('button[data-deed]').first().click();
      const told = admin.getByRole('heading', { name: title, exact: true });
      await expect(told).toBeVisible();
      await admin.unroute(reading);
      await admin.getByRole('button', { name: 'Încearcă din nou' }).click();
      await expect(told).toBeHidden();
    });
});

test('a server that is killed under an open folder and started again: the rows come by themselves', async ({
  as,
  portal,
}) => {
  const client = await as(PEOPLE.client, { expected: new RegExp(`${LOST.source}|503`) });
  await client.goto('/files?navigateToMonth=true');
  const tree = client.getByRole('tree');
  const way = client.getByRole('navigation', { name: 'Calea dosarului' });
  await expect(rowOf(client, '07 Salarizare')).toBeVisible();
  await client.getByRole('treeitem', { name: '2026-11 Noiembrie' }).locator('span').first().click();
  await portal.kill();

  await client.getByRole('treeitem', { name: '07 Salarizare' }).click();
  await expect(client.getByRole('heading', { name: '07 Salarizare' })).toBeVisible();
  await expect(client.getByRole('heading', { name: 'Documentele nu au putut fi încărcate' })).toBeVisible();
  await expect(client.getByText(UNREACHABLE)).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: '07 Salarizare' })).toHaveAttribute('aria-selected', 'true');
  await expect(way.getByRole('button')).not.toHaveCount(0);
  await expectForEverybody(client);
  // what was read before is there without the server
  await tree.getByRole('treeitem', { name: '2026-11 Noiembrie' }).click();
  await expect(rowOf(client, '02 Facturi primite')).toBeVisible();
  await tree.getByRole('treeitem', { name: '07 Salarizare' }).click();
  await expect(client.getByRole('heading', { name: 'Documentele nu au putut fi încărcate' })).toBeVisible();

  await portal.start();
  const back = performance.now();
  await expect(rows(client).first()).toBeVisible({ timeout: 3_000 });
  test.info().annotations.push({ type: 'rows after', description: `${Math.round(performance.now() - back)} ms` });
  await expect(client.getByText('Conexiunea cu serverul s-a întrerupt.')).toBeHidden();
});

test('whoever only looks on at a conversation hears on in it after the server was started again', async ({
  as,
  portal,
}) => {
  const away = { expected: /ERR_|Failed to load resource|WebSocket/ };
  const admin = await as(PEOPLE.admin, away);
  const ana = await as(PEOPLE.client, away);
  const say = async (text: string) => {
    await ana.getByRole('textbox', { name: 'Scrieți un mesaj' }).fill(text);
    await ana.getByRole('button', { name: 'Trimite' }).click();
  };
  const heard = (text: string) => admin.getByRole('log', { name: 'Mesaje' }).getByText(text);
  for (const page of [admin, ana]) {
    await page.goto('/chat');
    await page.getByRole('link', { name: /Brutăria Țărănească/ }).click();
  }
  await say('Înainte de repornire.');
  await expect(heard('Înainte de repornire.')).toBeVisible();

  await portal.kill();
  await portal.start();
  await expect(admin.getByRole('log', { name: 'Mesaje' })).toBeVisible();
  for (const page of [admin, ana]) await expect(page.getByText(/Se reia automat/)).toBeHidden({ timeout: 30_000 });
  await say('După repornire.');
  await expect(heard('După repornire.')).toBeVisible();
});

test('whoever loses a client sees nothing of it any more, on no screen that is open', async ({ as }) => {
  const admin = await as(PEOPLE.admin);
  const home = await as(PEOPLE.accountant, { expected: REFUSED });
  const inside = await as(PEOPLE.accountant, { expected: REFUSED });
  await inside.goto('/files-select');
  await inside.getByRole('link', { name: /Brutăria Țărănească/ }).click();
  await expect(rows(inside).first()).toBeVisible();
  const namedAtHome = home.getByRole('link', { name: /Brutăria Țărănească/ });
  await expect(namedAtHome.first()).toBeVisible();
  const folder = rows(inside).first();
  await expect(folder).toBeVisible();

  const scope = async (name: string) => {
    await admin.goto('/admin/firms');
    await entries(admin).getByRole('link', { name: 'Contab Expert SRL' }).click();
    await choose(admin, 'Ce văd contabilii', name);
    await admin.getByRole('button', { name: 'Salvează' }).click();
    await expect(admin.getByText('Modificările au fost salvate').last()).toBeVisible();
  };
  await scope('Doar clienții repartizați');
  await admin.goto('/admin/clients');
  await entries(admin)
    .getByRole('link', { name: /Brutăria Țărănească/ })
    .click();
  await admin.getByRole('button', { name: 'Retrage repartizarea: Elena Dumitrescu' }).click();
  await expect(inside.getByRole('heading', { name: /Brutăria .* nu mai este aici/ })).toBeVisible();
  await expect(folder).toBeHidden();
  await expect(namedAtHome).toHaveCount(0);

  await scope('Toți clienții firmei');
  await expect(namedAtHome.first()).toBeVisible();
  await expect(folder).toBeVisible();
});

test('who signs in while the server is away is told so, and signs in when it is back', async ({ visit, portal }) => {
  const { page } = await visit({ expected: LOST });
  await page.goto('/login');
  // the screen itself comes after the page
  await expect(page.getByLabel('Email')).toBeVisible();
  await portal.kill();
  await signIn(page, PEOPLE.accountant, portal.password);
  await expect(page.getByRole('alert')).toContainText(UNREACHABLE);
  await portal.start();
  await page.getByRole('button', { name: 'Autentificare' }).click();
  await expect(page.getByRole('heading', { name: /Bună ziua/ })).toBeVisible();
});

test('another language is chosen: the line stays as it is, and nothing is read anew', async ({ as }) => {
  const page = await as(PEOPLE.accountant);
  // the line of this visit may still be about to open
  await page.goto('about:blank');
  const lines = { opened: 0, closed: 0 };
  page.on('websocket', (line) => {
    lines.opened += 1;
    line.on('close', () => (lines.closed += 1));
  });
  const read: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/')) read.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  // what opens with the page is read once more as soon as the line of this visit is there
  for (const path of ['/api/users/me', '/api/clients'])
    await expect.poll(() => read.filter((each) => each === path).length).toBeGreaterThanOrEqual(2);
  await page.waitForLoadState('networkidle');
  read.length = 0;
  await page.getByRole('button', { name: /^Contul dumneavoastră/ }).click();
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  // long enough for a line to open and for what would be read then
  await page.waitForTimeout(1_500);
  expect(lines).toEqual({ opened: 1, closed: 0 });
  expect(read).toEqual([]);
});
