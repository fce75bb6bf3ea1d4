import { Authenticator, letterAfter, pathOf, secretOn } from '../account';
import { album, chooseLook, LOOKS } from './looks';
import { expect, PEOPLE, signIn, test } from '../test';

const REFUSED = { expected: /status of 4\d\d/ };

for (const look of LOOKS)
  test(`every screen of the own account, ${look.name}`, async ({ visit, portal, browser }) => {
    test.setTimeout(240_000);
    const { language, theme, size } = look;
    const say = (ro: string, en: string) => (language === 'ro' ? ro : en);
    const { shoot, close } = album('account', look);
    const guest = async () => {
      const { page } = await visit({ ...REFUSED, viewport: size.viewport, baseURL: portal.publicAddress });
      await chooseLook(page, look);
      return page;
    };
    const page = await guest();
    await shoot(page, 'login');
    const email = PEOPLE.otherClient;
    const reset = await letterAfter(portal, email, async () => {
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill('fără-adresă');
      await page.locator('form button[type=submit]').click();
      await shoot(page, 'forgot-refused');
      await page.getByLabel('Email').fill(email);
      await page.locator('form button[type=submit]').click();
      await expect(page.getByRole('status').first()).toBeVisible();
    });
    await shoot(page, 'forgot-sent');
    await page.goto('/sign-in-link');
    await shoot(page, 'link-asked');
    const link = await letterAfter(portal, email, async () => {
      await page.getByLabel('Email').fill(email);
      await page.locator('form button[type=submit]').click();
    });
    await page.goto(pathOf(reset.link));
    await page.locator('input[type=password]').first().fill('parola123');
    await shoot(page, 'reset');
    await page.goto('/reset-password?token=nimic');
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot(page, 'reset-over');
    await page.goto('/sign-in-link?token=nimic');
    await expect(page.locator('main button').first()).toBeVisible();
    await page.locator('main button').first().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot(page, 'link-over');
    await page.goto('/unsubscribe?token=nimic');
    await expect(page).toHaveURL(/\/unsubscribe$/);
    await shoot(page, 'unsubscribe');
    await page.locator('main button').first().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot(page, 'unsubscribe-over');
    await page.goto(pathOf(link.link));
    await expect(page.locator('main h1')).toBeVisible();
    await shoot(page, 'link');
    await page.locator('main button').first().click();
    await expect(page).toHaveURL(/\/files/);
    await page.goto(pathOf(reset.link));
    await expect(page.locator('main h1')).toBeVisible();
    await shoot(page, 'reset-inside');

    const own = await guest();
    await signIn(own, PEOPLE.accountant, portal.password);
    await expect(own).not.toHaveURL(/\/login/);
    await own.goto('/settings');
    await own.locator('input[type=tel]').fill('12');
    await shoot(own, 'profile');
    await own.locator(`a[href="/settings/account"]`).click();
    await expect(own.getByRole('dialog')).toBeVisible();
    await shoot(own, 'unsaved');
    await own.getByRole('dialog').getByRole('button').nth(1).click();
    await expect(own.locator('dl')).toBeVisible();
    await shoot(own, 'account');
    await own.goto('/settings/preferences');
    await expect(own.locator('#content fieldset').first()).toBeVisible();
    await shoot(own, 'preferences');
    await own.goto('/settings/security');
    await expect(own.locator('#content li').last()).toBeVisible();
    await own.locator('#content input').nth(1).fill('Parola');
    await shoot(own, 'security');
    await own.locator('#content li').last().scrollIntoViewIfNeeded();
    await shoot(own, 'security-below');
    await own.getByRole('button', { name: say('Deconectare peste tot', 'Sign out everywhere') }).click();
    await shoot(own, 'everywhere');
    await own.keyboard.press('Escape');
    await own.getByRole('button', { name: /^(Adaugă o cheie|Add a passkey)/ }).click();
    await shoot(own, 'passkey');
    await own.keyboard.press('Escape');
    await own.getByRole('button', { name: /^(Activează aplic|Turn the auth)/ }).click();
    const dialog = own.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(portal.password);
    await dialog.locator('button[type=submit]').click();
    await expect(dialog.locator('img')).toBeVisible();
    await shoot(own, 'totp');
    const app = new Authenticator(await secretOn(own));
    await dialog.locator('input').fill(await app.code());
    await dialog.locator('button[type=submit]').click();
    await expect(own.getByRole('checkbox')).toBeVisible();
    await shoot(own, 'codes');
    await own.getByRole('checkbox').check();
    await dialog.getByRole('button').last().click();
    await expect(own.getByRole('dialog')).toHaveCount(0);
    await own.locator('#content li').first().scrollIntoViewIfNeeded();
    await shoot(own, 'two-step-on');

    const next = await guest();
    await signIn(next, PEOPLE.accountant, portal.password);
    await expect(next.locator('input[autocomplete=one-time-code]')).toBeVisible();
    await next.locator('form input').fill('000000');
    await next.locator('form button[type=submit]').click();
    await expect(next.locator('[class*=error]').first()).toBeVisible();
    await shoot(next, 'second-step');
    // as it was, for the next look
    await own.getByRole('button', { name: /^(Dezactivează aplic|Turn the auth)/ }).click();
    await own.getByRole('dialog').locator('input[type=password]').fill(portal.password);
    await own.getByRole('dialog').locator('button[type=submit]').click();
    await expect(own.getByRole('dialog')).toHaveCount(0);

    const invited = `invitat-${language}-${theme}-${size.name}@brutaria.demo`;
    const admin = await guest();
    await signIn(admin, PEOPLE.admin, portal.password);
    await expect(admin).not.toHaveURL(/\/login/);
    const make = (body: object) =>
      admin.evaluate(async (sent) => {
        const authorization = `Bearer ${(JSON.parse(localStorage.getItem('dosar.session')!) as { token: string }).token}`;
        const answer = await fetch('/api/clients', { headers: { authorization } });
        const { clients } = (await answer.json()) as { clients: { id: string }[] };
        const client_id = clients[0]!.id;
        await fetch('/api/users', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ role: 'user', client_id, ...sent }),
        });
      }, body);
    const invitation = await letterAfter(portal, invited, () => make({ name: 'Ștefana Țuțea', email: invited }));
    const newcomer = await guest();
    await newcomer.goto(pathOf(invitation.link));
    await expect(newcomer.locator('main h1')).toBeVisible();
    await newcomer.locator('input[type=password]').first().fill('Cozonac cu 2 nuci');
    await newcomer.locator('input[type=password]').nth(1).fill('Cozonac cu 2 nuci');
    await shoot(newcomer, 'invitation');
    await newcomer.locator('form button[type=submit]').click();
    await expect(newcomer).toHaveURL(/\/login/);
    await shoot(newcomer, 'invitation-done');
    await newcomer.goto(pathOf(invitation.link));
    await expect(newcomer.getByRole('alert')).toBeVisible();
    await shoot(newcomer, 'invitation-over');

    const given = `dat-${invited}`;
    await make({ name: 'Dan Datu', email: given, password: 'Parola data de altul 1' });
    const hinted = await guest();
    await signIn(hinted, given, 'Parola data de altul 1');
    await expect(hinted.locator('aside a[href="/settings/security"]')).toBeVisible();
    await shoot(hinted, 'hint');
    await hinted.evaluate(() =>
      fetch('/api/auth/logout-all', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${(JSON.parse(localStorage.getItem('dosar.session')!) as { token: string }).token}`,
        },
      }),
    );
    await expect(hinted.getByRole('alert')).toBeVisible();
    await shoot(hinted, 'session-ended');
    await close(browser);
  });
