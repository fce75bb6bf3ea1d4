import { Authenticator, choosePassword, confirmWith, keepCodes, letterAfter, pathOf, secretOn } from './account';
import { expect, PEOPLE, signIn, test } from './test';

/** A request that is refused on purpose, which browsers always tell of. */
const REFUSED = { expected: /status of 4\d\d/ };

test('a forgotten password: asked for, the link of the letter followed, another chosen, in at once, and the link is then over', async ({
  visit,
  as,
  portal,
}) => {
  const password = 'Grădina cu 7 Cireși';
  const { page } = await visit(REFUSED);
  const elsewhere = await as('crina@gradina.demo', REFUSED);

  const { link } = await letterAfter(portal, 'crina@gradina.demo', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('crina@gradina.demo');
    await page.getByRole('link', { name: 'Am uitat parola' }).click();
    // the screen before has such a field, too
    await expect(page.getByRole('heading', { name: 'Ați uitat parola?' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('crina@gradina.demo');
    await page.getByLabel('Email').fill('crina');
    await expect(page.getByText('Adresă de email invalidă')).toHaveCount(0);
    await page.getByLabel('Email').blur();
    await expect(page.getByText('Adresă de email invalidă')).toBeVisible();
    await page.getByLabel('Email').fill('crina@gradina.demo');
    await expect(page.getByText('Adresă de email invalidă')).toHaveCount(0);
    await page.getByRole('button', { name: 'Trimite linkul' }).click();
    await expect(page.getByText('Dacă există un cont pentru crina@gradina.demo')).toBeVisible();
  });

  await test.step('nobody learns whether there is an account', async () => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('nimeni@nicaieri.ro');
    await page.getByRole('button', { name: 'Trimite linkul' }).click();
    await expect(page.getByText('Dacă există un cont pentru nimeni@nicaieri.ro')).toBeVisible();
  });

  await test.step('the token does not stay in the address bar, also after a reload', async () => {
    await page.goto(pathOf(link));
    await expect(page.getByRole('heading', { name: 'Alegeți o parolă nouă' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Alegeți o parolă nouă' })).toBeVisible();
  });

  await test.step('the rules are ticked off while typing, and the two must be the same', async () => {
    await page.getByLabel('Parola nouă', { exact: true }).fill('grădina');
    await expect(page.getByText('o literă mică')).toContainText('(îndeplinit)');
    await expect(page.getByText('o literă mare')).toContainText('(încă neîndeplinit)');
    await page.getByLabel('Parola nouă', { exact: true }).fill(password);
    await page.getByLabel('Parola nouă, încă o dată').fill('Altceva 123');
    await page.getByRole('button', { name: 'Salvează parola' }).click();
    await expect(page.getByText('Parolele nu se potrivesc')).toBeVisible();
  });

  await test.step('a password that is too common is refused in its field', async () => {
    await choosePassword(page, 'Password1');
    await expect(page.getByText('Parola este prea des folosită; alegeți alta')).toBeVisible();
  });

  await choosePassword(page, password);
  await expect(page).toHaveURL(/\/files/);
  await expect(elsewhere).toHaveURL(/\/login/);
  await expect(elsewhere.getByRole('alert')).toContainText('Sesiunea a fost închisă');

  await test.step('somebody who is signed in is told so when they open a link', async () => {
    await page.goto(pathOf(link));
    await expect(page.getByText('În acest browser este autentificat crina@gradina.demo.')).toBeVisible();
    await page.getByRole('button', { name: 'Închide sesiunea și continuă' }).click();
    await expect(page.getByRole('alert')).toContainText('Linkul nu este valid sau a expirat.');
    await page.getByRole('link', { name: 'Cereți un link nou' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });
});

test('an invitation: followed from the letter, a first password, and in at once', async ({ visit, as, portal }) => {
  const admin = await as(PEOPLE.admin);
  const ask = (path: string, body?: object) =>
    admin.evaluate(
      async ([to, said]) => {
        const authorization = `Bearer ${(JSON.parse(localStorage.getItem('dosar.session')!) as { token: string }).token}`;
        const headers = { authorization, 'content-type': 'application/json' };
        const init = said ? { method: 'POST', headers, body: JSON.stringify(said) } : { headers };
        return (await (await fetch(`/api${to}`, init)).json().catch(() => null)) as never;
      },
      [path, body] as const,
    );
  const { clients } = (await ask('/clients?q=Moara')) as { clients: { id: string }[] };
  const details = { role: 'user', name: 'Ștefana Nouă', email: 'noua@brutaria.demo', client_id: clients[0]!.id };
  let userId = '';
  const first = await letterAfter(portal, details.email, async () => {
    userId = ((await ask('/users', details)) as { user: { id: string } }).user.id;
  });
  await letterAfter(portal, details.email, () => ask(`/users/${userId}/invitation`, {}));

  const { page: late } = await visit(REFUSED);
  const { link } = await letterAfter(portal, details.email, async () => {
    await late.goto(pathOf(first.link));
    await expect(late.getByText('Invitația nu mai este valabilă')).toBeVisible();
    await late.getByRole('button', { name: 'Trimite o invitație nouă' }).click();
    await expect(late.getByText('am trimis o invitație nouă la aceeași adresă de email')).toBeVisible();
  });

  const { page } = await visit(REFUSED);
  await page.goto(pathOf(link));
  await expect(page.getByRole('heading', { name: 'Bine ați venit, Ștefana Nouă!' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  const twice = await page.context().newPage();
  await twice.goto(pathOf(link));
  await choosePassword(page, 'Noua42Moara');
  await expect(page.getByText('Parola nu poate conține adresa de email')).toBeVisible();
  await choosePassword(page, 'Făină albă 650');
  for (const tab of [page, twice]) await expect(tab).toHaveURL(/\/files/);

  const { page: second } = await visit(REFUSED);
  await second.goto(pathOf(link));
  await expect(second.getByText('Invitația nu mai este valabilă')).toBeVisible();
});

test('a password that somebody else has chosen: a hint leads to where it is changed, and goes', async ({
  visit,
  as,
}) => {
  const email = 'dan@moara.demo';
  const given = 'Aleasa de altul 1';
  const admin = await as(PEOPLE.admin);
  await admin.evaluate(
    async ([to, password]) => {
      const authorization = `Bearer ${(JSON.parse(localStorage.getItem('dosar.session')!) as { token: string }).token}`;
      const answer = await fetch('/api/clients?q=Moara', { headers: { authorization } });
      const { clients } = (await answer.json()) as { clients: { id: string }[] };
      const body = { role: 'user', name: 'Dan Datu', email: to, password, client_id: clients[0]!.id };
      const headers = { authorization, 'content-type': 'application/json' };
      await fetch('/api/users', { method: 'POST', headers, body: JSON.stringify(body) });
    },
    [email, given],
  );
  const { page } = await visit(REFUSED);
  await page.goto('/login');
  await signIn(page, email, given);
  const hint = page.getByRole('complementary', { name: 'Parola trebuie schimbată' });
  await hint.getByRole('link').click();
  await page.getByLabel('Parola curentă').fill(given);
  await page.getByLabel('Parola nouă', { exact: true }).fill('Aleasă de mine 1');
  await page.getByLabel('Parola nouă, încă o dată').fill('Aleasă de mine 1');
  await page.getByRole('button', { name: 'Schimbă parola' }).click();
  await expect(page.getByText('Parola a fost schimbată')).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('a sign-in link: spent by its button, not by being looked at, and once', async ({ visit, portal }) => {
  const { page } = await visit(REFUSED);
  const { link } = await letterAfter(portal, PEOPLE.otherClient, async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(PEOPLE.otherClient);
    await page.getByRole('link', { name: 'Trimite-mi un link de autentificare' }).click();
    await page.getByRole('button', { name: 'Trimite linkul' }).click();
    await expect(page.getByText('am trimis acolo un link valabil 15 minute')).toBeVisible();
  });
  const { page: scanner } = await visit(REFUSED);
  await scanner.goto(pathOf(link));
  await expect(scanner.getByRole('button', { name: 'Intră în Dosar' })).toBeVisible();

  await page.goto(pathOf(link));
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Intră în Dosar' }).click();
  await expect(page).toHaveURL(/\/files/);

  await scanner.getByRole('button', { name: 'Intră în Dosar' }).click();
  await expect(scanner.getByRole('alert')).toContainText('Linkul nu este valid sau a expirat.');
});

test('two steps: an authenticator turned on, then its codes and the codes on paper open the door', async ({
  visit,
  as,
  portal,
}) => {
  test.setTimeout(180_000);
  const email = 'bogdan@moara.demo';
  const page = await as(email, REFUSED);
  await page.getByRole('button', { name: /Contul dumneavoastră: Bogdan/ }).click();
  await page.getByRole('link', { name: 'Setări' }).click();
  await page.getByRole('link', { name: 'Securitate' }).click();
  await page.getByRole('button', { name: 'Activează aplicația de autentificare' }).click();

  await confirmWith(page, 'Altă parolă 1', 'Continuă');
  await expect(page.getByText('Parola curentă nu este corectă')).toBeVisible();
  await confirmWith(page, portal.password, 'Continuă');
  await expect(page.getByRole('img', { name: 'Cod QR pentru aplicația de autentificare' })).toBeVisible();
  const app = new Authenticator(await secretOn(page));
  await page.getByLabel('Codul din aplicație').fill('12');
  await page.getByRole('button', { name: 'Confirmă codul' }).click();
  await expect(page.getByText('Codul are 6 cifre')).toBeVisible();
  await page.getByLabel('Codul din aplicație').fill(await app.code());
  await page.getByRole('button', { name: 'Confirmă codul' }).click();
  const codes = await keepCodes(page, 'Gata');
  await expect(page.getByText('Au mai rămas 10 coduri nefolosite.')).toBeVisible();

  await test.step('a wrong code is said, a right one opens', async () => {
    const { page: next } = await visit(REFUSED);
    await next.goto('/login');
    await signIn(next, email, portal.password);
    await expect(next.getByRole('heading', { name: 'Încă un pas' })).toBeVisible();
    await next.getByLabel('Codul din aplicație').fill('000000');
    await next.getByRole('button', { name: 'Verifică' }).click();
    await expect(next.getByText('Codul nu este corect sau a expirat.')).toBeVisible();
    await expect(next.getByLabel('Codul din aplicație')).toHaveValue('000000');
    await next.getByLabel('Codul din aplicație').fill(await app.code());
    await next.getByRole('button', { name: 'Verifică' }).click();
    await expect(next).toHaveURL(/\/files/);
  });

  await test.step('a recovery code opens, once', async () => {
    for (const isFirst of [true, false]) {
      const { page: next } = await visit(REFUSED);
      await next.goto('/login');
      await signIn(next, email, portal.password);
      await next.getByRole('button', { name: 'Folosesc un cod de recuperare' }).click();
      await next.getByLabel('Cod de recuperare').fill(codes[0]!.toUpperCase());
      await next.getByRole('button', { name: 'Verifică' }).click();
      if (isFirst) await expect(next).toHaveURL(/\/files/);
      else await expect(next.getByText('Codul nu este corect sau a expirat.')).toBeVisible();
    }
  });

  await test.step('other codes are made, and printed; those before no longer open', async () => {
    await page.reload();
    await expect(page.getByText('Au mai rămas 9 coduri nefolosite.')).toBeVisible();
    await page.evaluate(() => (window.print = () => (document.title = 'printed')));
    await page.getByRole('button', { name: 'Fă alte coduri de recuperare' }).click();
    await confirmWith(page, portal.password, 'Fă altele');
    const list = page.getByRole('list', { name: 'Coduri de recuperare' });
    await expect(list).toBeVisible();
    await page.getByRole('button', { name: 'Tipărește' }).click();
    await expect(page).toHaveTitle('printed');
    // on paper there are the codes, and whose door they open
    await page.emulateMedia({ media: 'print' });
    await expect(list.getByRole('listitem').last()).toBeVisible();
    await expect(page.getByText(`Dosar: coduri de recuperare pentru ${new URL(page.url()).host}`)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.emulateMedia({ media: null });
    const [, renewed] = await keepCodes(page, 'Gata');
    await expect(page.getByText('Au mai rămas 10 coduri nefolosite.')).toBeVisible();

    const { page: next } = await visit(REFUSED);
    await next.goto('/login');
    await signIn(next, email, portal.password);
    await next.getByRole('button', { name: 'Folosesc un cod de recuperare' }).click();
    await next.getByLabel('Cod de recuperare').fill(codes[1]!);
    await next.getByRole('button', { name: 'Verifică' }).click();
    await expect(next.getByText('Codul nu este corect sau a expirat.')).toBeVisible();
    await next.getByLabel('Cod de recuperare').fill(renewed!);
    await next.getByRole('button', { name: 'Verifică' }).click();
    await expect(next).toHaveURL(/\/files/);
  });

  await test.step('a link from a letter asks for it as well', async () => {
    const { page: next } = await visit(REFUSED);
    const { link } = await letterAfter(portal, email, async () => {
      await next.goto('/sign-in-link');
      await next.getByLabel('Email').fill(email);
      await next.getByRole('button', { name: 'Trimite linkul' }).click();
      await expect(next.getByText('am trimis acolo un link')).toBeVisible();
    });
    await next.goto(pathOf(link));
    await next.getByRole('button', { name: 'Intră în Dosar' }).click();
    await expect(next.getByRole('heading', { name: 'Încă un pas' })).toBeVisible();
    await next.getByLabel('Codul din aplicație').fill(await app.code());
    await next.getByRole('button', { name: 'Verifică' }).click();
    await expect(next).toHaveURL(/\/files/);
  });

  await test.step('it is waited for five minutes', async () => {
    const { page: next } = await visit(REFUSED);
    await next.clock.install();
    await next.goto('/login');
    await signIn(next, email, portal.password);
    await expect(next.getByRole('heading', { name: 'Încă un pas' })).toBeVisible();
    await next.clock.fastForward('04:55');
    await expect(next.getByRole('heading', { name: 'Încă un pas' })).toBeVisible();
    await next.clock.fastForward('00:10');
    await expect(next.getByText('A trecut prea mult timp. Luați autentificarea de la capăt.')).toBeVisible();
    await expect(next.locator('input[type=password]')).toBeVisible();
  });

  await test.step('and is turned off again', async () => {
    await page.getByRole('button', { name: 'Dezactivează aplicația de autentificare' }).click();
    await confirmWith(page, portal.password, 'Dezactivează');
    await expect(page.getByRole('button', { name: 'Activează aplicația de autentificare' })).toBeVisible();
  });
});

test('two steps that the administrator asks for: set up on the way in', async ({ visit, as, portal }) => {
  const admin = await as(PEOPLE.admin);
  const require = (roles: string[]) =>
    admin.evaluate(async (two_step_required) => {
      const headers = {
        authorization: `Bearer ${(JSON.parse(localStorage.getItem('dosar.session')!) as { token: string }).token}`,
        'content-type': 'application/json',
      };
      await fetch('/api/settings', { method: 'PATCH', headers, body: JSON.stringify({ two_step_required }) });
    }, roles);
  await require(['accountant']);
  const { page } = await visit(REFUSED);
  await page.goto('/login');
  await signIn(page, PEOPLE.otherAccountant, portal.password);
  await page.getByRole('button', { name: 'Configurează aplicația' }).click();
  await page.getByLabel('Codul din aplicație').fill(await new Authenticator(await secretOn(page)).code());
  await page.getByRole('button', { name: 'Confirmă codul' }).click();
  await keepCodes(page, 'Intră în Dosar');
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/settings/security');
  await expect(page.getByText('Administratorul cere al doilea pas')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dezactivează aplicația de autentificare' })).toHaveCount(0);
  await require([]);

  // somebody who has lost the telephone is let in again by the administrator
  await admin.goto('/admin/users?q=raluca');
  await admin.getByRole('link', { name: 'Raluca Mureșan' }).first().click();
  await admin.getByRole('button', { name: 'Elimină al doilea pas' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Elimină al doilea pas' }).click();
  await expect(admin.getByText('Al doilea pas a fost eliminat pentru Raluca Mureșan')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Elimină al doilea pas' })).toHaveCount(0);
  await as(PEOPLE.otherAccountant);
});

test('a passkey: made with a name, signs in, removed', async ({ visit, portal }) => {
  const email = 'tvetan@transport.demo';
  const { page } = await visit({ ...REFUSED, baseURL: portal.publicAddress });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/login');
  await signIn(page, email, portal.password);
  await expect(page).toHaveURL(/\/files/);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Adaugă o cheie de acces' }).click();
  await expect(page.getByLabel('Numele cheii')).toHaveValue(/Chrom.* pe Linux/);
  await page.getByLabel('Numele cheii').fill('Laptopul de la birou');
  await confirmWith(page, portal.password, 'Continuă');
  await keepCodes(page, 'Gata');
  await expect(page.getByText('Laptopul de la birou')).toBeVisible();

  await page.getByRole('button', { name: /Contul dumneavoastră: Țvetan/ }).click();
  await page.getByRole('button', { name: 'Deconectare', exact: true }).click();
  await signIn(page, email, portal.password);
  await page.getByRole('button', { name: 'Folosește cheia de acces' }).click();
  await expect(page).toHaveURL(/\/files/);

  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Șterge cheia de acces Laptopul de la birou' }).click();
  await confirmWith(page, portal.password, 'Șterge');
  await expect(page.getByText('Laptopul de la birou')).toHaveCount(0);
});

test('devices: another one is ended, and its open page goes to the sign-in at once; then all of them', async ({
  as,
}) => {
  const email = 'catalin@constructii.demo';
  const here = await as(email, REFUSED);
  const there = await as(email, REFUSED);
  await there.goto('/settings');
  await there.getByLabel('Nume').fill('Cătălin, încă nesalvat');
  await here.goto('/settings/security');
  await expect(here.getByText('acest dispozitiv')).toHaveCount(1);
  await here.getByRole('button', { name: /Închide sesiunea de pe Chrom.* pe Linux/ }).click();
  await expect(there).toHaveURL(/\/login/, { timeout: 1_500 });
  await expect(there.getByRole('alert')).toContainText('Sesiunea a fost închisă de pe alt dispozitiv');
  await expect(here.getByRole('button', { name: /Închide sesiunea de pe/ })).toHaveCount(0);

  // its line may be opening still when it is closed
  const third = await as(email, { expected: /status of 4\d\d|WebSocket is closed before/ });
  await here.getByRole('button', { name: 'Deconectare peste tot' }).click();
  await here.getByRole('dialog').getByRole('button', { name: 'Deconectare peste tot' }).click();
  await expect(here).toHaveURL(/\/login/);
  await expect(here.getByRole('alert')).toHaveCount(0);
  await expect(third).toHaveURL(/\/login/);
});

test('the own account: name and phone, a password changed, preferences that go along to another browser', async ({
  as,
  visit,
  portal,
}) => {
  const email = 'mihai@contabexpert.demo';
  const page = await as(email, REFUSED);
  await page.goto('/settings');

  await test.step('the form says what is wrong when a field is left, warns before leaving, and saves', async () => {
    await page.getByLabel('Telefon').fill('123');
    await page.getByLabel('Telefon').blur();
    await expect(page.getByText('Telefon invalid')).toBeVisible();
    await page.getByRole('link', { name: 'Preferințe' }).click();
    await expect(page.getByRole('dialog')).toContainText('Modificări nesalvate');
    await page.getByRole('button', { name: 'Rămân pe pagină' }).click();
    await page.getByLabel('Telefon').fill('0722 100 999');
    await page.getByLabel('Nume').fill('Mihai Stănescu-Popa');
    await page.getByRole('button', { name: 'Salvează' }).click();
    await expect(page.getByText('Profilul a fost salvat')).toBeVisible();
    await expect(page.getByLabel('Telefon')).toHaveValue('0722100999');
    await expect(page.getByRole('button', { name: 'Contul dumneavoastră: Mihai Stănescu-Popa' })).toBeVisible();
    await page.getByLabel('Telefon').fill('');
    await page.getByRole('button', { name: 'Salvează' }).click();
    await expect(page.getByRole('button', { name: 'Salvează' })).toBeDisabled();
  });

  await test.step('the account says what it is', async () => {
    await page.getByRole('link', { name: 'Cont', exact: true }).click();
    await expect(page.locator('#content').getByText('Contab Expert SRL')).toBeVisible();
    await expect(page.getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible();
  });

  await test.step('another password', async () => {
    await page.getByRole('link', { name: 'Securitate' }).click();
    const form = page.locator('form').first();
    await form.getByLabel('Parola curentă').fill('greșită');
    await form.getByLabel('Parola nouă', { exact: true }).fill('Contabil 2026 bun');
    await form.getByLabel('Parola nouă, încă o dată').fill('Contabil 2026 bun');
    await form.getByRole('button', { name: 'Schimbă parola' }).click();
    await expect(form.getByText('Parola curentă nu este corectă')).toBeVisible();
    await form.getByLabel('Parola curentă').fill(portal.password);
    await form.getByRole('button', { name: 'Schimbă parola' }).click();
    await expect(page.getByText('Parola a fost schimbată')).toBeVisible();
  });

  await test.step('preferences apply at once', async () => {
    await page.getByRole('link', { name: 'Preferințe' }).click();
    await page.getByText('2026-10-31').click();
    await page.getByText('05:30 PM').click();
    await page.getByText('Întunecat').click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.locator('#content').getByText('English').click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await expect(page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d [AP]M$/)).toBeVisible();
  });

  await test.step('and are there in another browser', async () => {
    const { page: other } = await visit(REFUSED);
    await other.goto('/login');
    await expect(other.locator('html')).toHaveAttribute('lang', 'ro');
    await signIn(other, email, 'Contabil 2026 bun');
    await expect(other.locator('html')).toHaveAttribute('lang', 'en');
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await other.goto('/settings/account');
    await expect(other.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d [AP]M$/)).toBeVisible();
  });

  await test.step('what a guest chooses goes into the account', async () => {
    const { page: other } = await visit(REFUSED);
    await other.goto('/login');
    await other.getByText('English', { exact: true }).click();
    await other.getByText('Română', { exact: true }).click();
    await other.getByTitle('Luminos').click();
    await signIn(other, email, 'Contabil 2026 bun');
    await expect(other).not.toHaveURL(/\/login/);
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await other.goto('/settings/preferences');
    await expect(other.getByRole('heading', { name: 'Preferințe' })).toBeVisible();
  });

  await test.step('and to where they are signed in already, without a touch', async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'ro');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await expect(page.getByRole('link', { name: 'Cont', exact: true })).toBeVisible();
  });
});
