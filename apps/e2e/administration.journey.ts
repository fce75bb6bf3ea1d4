import type { Page } from '@playwright/test';
import { byOldKeyboard } from './desk';
import { choose, entries, exported, firstColumn, searchOf } from './lists';
import { expect, PEOPLE, test } from './test';

/** A refusal that the journey asks for is told by the browser, too. */
const REFUSED = /status of 4(04|09|22)/;

const save = (page: Page) => page.getByRole('button', { name: 'Salvează' }).click();
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('an administrator makes a firm, an accountant, a client and a user', async ({ as, portal }) => {
  const admin = await as(PEOPLE.admin, { expected: REFUSED });

  await test.step('a firm, whose fields say what is wrong with them once they are left', async () => {
    await admin.getByRole('link', { name: 'Firme', exact: true }).click();
    await admin.getByRole('link', { name: 'Firmă nouă' }).click();
    // the list has a field that says CUI, too
    await expect(admin.getByRole('heading', { level: 1, name: 'Firmă nouă' })).toBeVisible();
    await admin.getByLabel('CUI').fill('12');
    await expect(admin.getByLabel('CUI')).not.toHaveAttribute('aria-invalid');
    await admin.getByLabel('CUI').blur();
    await said(admin, 'Format CUI invalid (trebuie să aibă 6-10 cifre)');
    await admin.getByLabel('Denumire').fill(byOldKeyboard('Condei și Cifre SRL'));
    await expect(admin.getByLabel('Denumire')).toHaveValue('Condei și Cifre SRL');
    // somebody else's already: what was typed stays, and the field says why
    await admin.getByLabel('CUI').fill('RO 16234580');
    await admin.getByLabel('Telefon').fill('021 310 44 56');
    await admin.getByRole('button', { name: 'Înregistrează firma' }).click();
    await said(admin, 'Este deja folosit');
    await expect(admin.getByLabel('Denumire')).toHaveValue('Condei și Cifre SRL');
    await expect(admin.getByLabel('Telefon')).toHaveValue('0213104456');
    await admin.getByLabel('CUI').fill('18547291');
    await said(admin, 'Cifra de control a CUI-ului nu este corectă');
    await admin.getByLabel('CUI').fill('18547290');
    await expect(admin.getByText('Cifra de control a CUI-ului nu este corectă')).toHaveCount(0);
    await admin.getByRole('button', { name: 'Înregistrează firma' }).click();
    await said(admin, 'Firma Condei și Cifre SRL a fost înregistrată');
    await expect(admin.getByRole('heading', { level: 1, name: 'Condei și Cifre SRL' })).toBeVisible();
  });

  await test.step('its accountant, by an invitation', async () => {
    await admin.getByRole('link', { name: 'Contabil nou' }).click();
    await expect(admin.getByRole('combobox', { name: 'Firma de contabilitate' })).toHaveValue('Condei și Cifre SRL');
    await admin.getByLabel('Nume').fill('Viorica Țepeș');
    await admin.getByRole('textbox', { name: 'Email' }).fill('viorica@condei.test');
    await admin.getByRole('button', { name: 'Creează contul' }).click();
    await said(admin, 'Contul viorica@condei.test a fost creat');
    await expect.poll(() => portal.letterTo('viorica@condei.test')?.link ?? '').toContain('/invitation?token=');
    await expect(admin.getByRole('heading', { name: 'Invitație în așteptare' })).toBeVisible();
  });

  await test.step('the invitation again, in English', async () => {
    const first = portal.letterTo('viorica@condei.test')!;
    await choose(admin, 'Limba mesajului', 'English');
    await admin.getByRole('button', { name: 'Refă invitația' }).click();
    await said(admin, 'Invitația pentru viorica@condei.test a fost refăcută');
    await expect
      .poll(() => portal.letterTo('viorica@condei.test', new Set([first.name]))?.link ?? '')
      .toContain('token=');
  });

  await test.step('a client of the firm', async () => {
    await admin.getByRole('link', { name: 'Clienți', exact: true }).click();
    await admin.getByRole('link', { name: 'Client nou' }).click();
    await admin.getByRole('button', { name: 'Înregistrează clientul' }).click();
    await expect(admin.getByText('Câmp obligatoriu')).toHaveCount(2);
    await admin.getByLabel('Denumire').fill('Pensiunea Șapte Izvoare SRL');
    await admin.getByLabel('CUI').fill('RO 14399840');
    await admin.getByLabel('Nr. registrul comerțului').fill('j12 / 0345 / 2003');
    await admin.getByLabel('Data înregistrării').fill('3.4.2003');
    await admin.getByLabel('Telefon').fill('0740 111 222');
    await expect(admin.getByLabel('Nr. registrul comerțului')).toHaveValue('J12/345/2003');
    await expect(admin.getByLabel('Data înregistrării')).toHaveValue('03.04.2003');
    await choose(admin, 'Impozit', 'Microîntreprindere');
    await admin.getByLabel('Plătitor de TVA').check({ force: true });
    await choose(admin, 'Firma de contabilitate', 'Condei și Cifre SRL');
    await admin.getByLabel('Spațiu alocat').fill('1,5');
    await admin.getByRole('button', { name: 'Înregistrează clientul' }).click();
    await said(admin, 'Clientul Pensiunea Șapte Izvoare SRL a fost înregistrat');
    await admin.reload();
    await expect(admin.getByLabel('CUI')).toHaveValue('14399840');
    await expect(admin.getByLabel('Telefon')).toHaveValue('0740111222');
    await expect(admin.getByLabel('Spațiu alocat')).toHaveValue('1,5 GB');
    await expect(admin.getByLabel('Plătitor de TVA')).toBeChecked();
    // the public register is not asked unless whoever installs the portal wants it
    await expect(admin.getByRole('button', { name: 'Completează din ANAF' })).toHaveCount(0);
  });

  await test.step('the accountant is assigned, taken away and assigned again', async () => {
    await choose(admin, 'Alegeți un contabil', 'Viorica Țepeș');
    await admin.getByRole('button', { name: 'Repartizează' }).click();
    await said(admin, /repartizat din \d{2}\.\d{2}\.\d{4}/);
    await admin.getByRole('button', { name: 'Retrage repartizarea: Viorica Țepeș' }).click();
    await said(admin, 'Niciun contabil repartizat.');
    await admin.getByRole('button', { name: 'Anulează' }).last().click();
    await said(admin, /repartizat din \d{2}\.\d{2}\.\d{4}/);
  });

  await test.step('a user of the client, with a password', async () => {
    await admin.getByRole('link', { name: 'Utilizator nou' }).click();
    await expect(admin.getByRole('main').getByRole('combobox', { name: 'Client' })).toHaveValue(
      'Pensiunea Șapte Izvoare SRL',
    );
    await admin.getByLabel('Nume').fill('Ilinca Pop');
    await admin.getByRole('textbox', { name: 'Email' }).fill('ilinca@izvoare.test');
    await admin.getByText('Parolă aleasă acum').click();
    await admin.locator('input[type=password]').fill('slab');
    await said(admin, 'Cel puțin 8 caractere');
    await admin.locator('input[type=password]').fill('Izvorul-alb-7');
    await admin.getByRole('button', { name: 'Creează contul' }).click();
    await said(admin, 'Contul ilinca@izvoare.test a fost creat');
    // the accountants of a user are those of their client
    await expect(admin.getByRole('link', { name: 'Viorica Țepeș' })).toBeVisible();
    await admin.getByRole('link', { name: 'Viorica Țepeș' }).click();
    await expect(admin.getByRole('link', { name: 'Pensiunea Șapte Izvoare SRL' })).toBeVisible();
    await said(admin, 'Ilinca Pop');
  });

  await test.step('who signs in with it, until the account is closed', async () => {
    const person = await as(PEOPLE.admin, { expected: REFUSED });
    await person.goto('/admin/users?q=ilinca');
    await entries(person).first().getByRole('link').click();
    // the list has a choice of states, too
    await expect(person.getByRole('heading', { level: 1, name: 'Ilinca Pop' })).toBeVisible();
    await choose(person, 'Stare', 'Inactiv');
    await save(person);
    await said(person, 'Modificările au fost salvate');
    await person.getByRole('button', { name: 'Șterge contul' }).click();
    const dialog = person.getByRole('dialog');
    await expect(dialog).toContainText('Se șterge contul Ilinca Pop (ilinca@izvoare.test, Client)');
    await dialog.getByRole('button', { name: 'Șterge contul' }).click();
    await said(person, 'Contul „Ilinca Pop” a fost șters');
    await expect(person).toHaveURL(/\/admin\/users$/);
  });
});

test('lists are searched, sorted, filtered, paged and exported, and the address says how', async ({ as }) => {
  const admin = await as(PEOPLE.admin);
  await admin.getByRole('link', { name: 'Utilizatori', exact: true }).click();
  // what stands there while the list is read has no names
  await expect.poll(async () => (await firstColumn(admin)).length).toBeGreaterThan(0);
  const all = await firstColumn(admin);

  await test.step('sorted by name, as Romanians do, and the other way round', async () => {
    expect([...all].sort(new Intl.Collator('ro').compare)).toEqual(all);
    await admin.getByRole('button', { name: 'Nume', exact: true }).click();
    await expect.poll(() => firstColumn(admin)).toEqual([...all].reverse());
    await expect(admin.getByRole('columnheader', { name: 'Nume' })).toHaveAttribute('aria-sort', 'descending');
    expect(searchOf(admin)).toEqual({ sort: 'name', order: 'desc' });
    await admin.getByRole('button', { name: 'Email', exact: true }).click();
    await expect.poll(() => searchOf(admin)).toEqual({ sort: 'email' });
  });

  await test.step('found without case and diacritics, and kept over a reload', async () => {
    await admin.getByRole('searchbox').pressSequentially('TARANU');
    await expect.poll(() => firstColumn(admin)).toEqual(['Ana Țăranu']);
    await expect(admin.getByRole('searchbox')).toBeFocused();
    await admin.reload();
    await expect.poll(() => firstColumn(admin)).toEqual(['Ana Țăranu']);
    await expect(admin.getByRole('searchbox')).toHaveValue('TARANU');
    await admin.getByRole('searchbox').fill('nimeni aici');
    await said(admin, 'Nimic nu se potrivește');
    await admin.getByRole('button', { name: 'Fără filtre' }).last().click();
    await expect(admin.getByRole('searchbox')).toHaveValue('');
    await expect.poll(() => entries(admin).count()).toBe(all.length);
  });

  await test.step('filtered by role and by firm', async () => {
    await choose(admin, 'Rol', 'Contabil');
    await choose(admin, 'Firma de contabilitate', 'Contab Expert SRL');
    // the second one may have called themselves otherwise in another journey
    const accountants = ['Elena Dumitrescu', expect.stringMatching(/^Mihai Stănescu/)];
    await expect.poll(async () => (await firstColumn(admin)).sort()).toEqual(accountants);
    const { name, lines } = await exported(admin);
    expect(name).toMatch(/^utilizatori-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^Nume;Email;Rol;Firma sau clientul;Stare;Telefon;/);
    expect(lines[1]).toContain('Elena Dumitrescu;elena@contabexpert.demo;Contabil;Contab Expert SRL;Activ;0722100201;');
    await admin.getByRole('button', { name: 'Fără filtre' }).click();
  });

  await test.step('paged, and exported whole', async () => {
    // more than a page of ten
    for (let at = 1; at <= 3; at += 1) {
      await admin.goto('/admin/users/new?role=admin');
      await admin.getByLabel('Nume').fill(at === 1 ? '=SUM(A1)' : `Ajutor ${at}`);
      await admin.getByRole('textbox', { name: 'Email' }).fill(`ajutor.${at}@dosar.test`);
      await admin.getByRole('button', { name: 'Creează contul' }).click();
      await expect(admin.getByRole('heading', { name: 'Invitație în așteptare' })).toBeVisible();
    }
    await admin.goto('/admin/users?pageSize=10');
    await expect.poll(() => entries(admin).count()).toBe(10);
    await admin.getByRole('button', { name: 'Pagina 2' }).click();
    await expect.poll(() => searchOf(admin)).toEqual({ pageSize: '10', page: '2' });
    const more = (await admin.getByText(/^11–\d+ din \d+$/).innerText()).match(/\d+/g)!.map(Number);
    await expect.poll(() => entries(admin).count()).toBe(more[2]! - 10);
    const { lines } = await exported(admin);
    expect(lines).toHaveLength(more[2]! + 1);
    // nothing that a spreadsheet would run
    expect(lines.filter((line) => line.startsWith("'=SUM(A1);"))).toHaveLength(1);
    await choose(admin, 'Stare', 'Invitație în așteptare');
    await expect.poll(() => searchOf(admin)['invited']).toBe('true');
    await expect.poll(() => entries(admin).count()).toBeGreaterThanOrEqual(3);
    // a page that is not there is the last one
    await admin.goto('/admin/users?page=99');
    await expect.poll(() => entries(admin).count()).toBeGreaterThan(0);
  });

  await test.step('a filter that came with a link is seen, and taken away', async () => {
    await admin.goto('/admin/users?q=Mihai');
    await admin.getByRole('link', { name: /^Mihai/ }).click();
    await expect(admin).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
    const id = new URL(admin.url()).pathname.split('/').at(-1)!;
    await admin.goto(`/admin/clients?accountant_id=${id}`);
    await said(admin, 'Contabil: Mihai');
    const some = await entries(admin).count();
    await admin.getByRole('button', { name: /Contabil: Mihai/ }).click();
    await expect.poll(() => searchOf(admin)).toEqual({});
    await expect.poll(() => entries(admin).count()).toBeGreaterThan(some);
  });

  await test.step('the audit is searched without losing a letter', async () => {
    await admin.goto('/admin/audit');
    await admin.getByRole('searchbox').pressSequentially('Brut', { delay: 400 });
    await expect(admin.getByRole('searchbox')).toBeFocused();
    await expect.poll(() => searchOf(admin)).toEqual({ q: 'Brut' });
  });

  await test.step('as cards where there is no room', async () => {
    await admin.setViewportSize({ width: 390, height: 844 });
    await admin.goto('/admin/clients');
    await expect(entries(admin).first()).toBeVisible();
    await expect(admin.getByRole('columnheader').first()).toBeHidden();
    await entries(admin).first().click();
    await expect(admin).toHaveURL(/\/admin\/clients\/[0-9a-f-]{36}$/);
  });
});

test('what still owns something is not deleted, and says what; the last administrator stays', async ({ as }) => {
  const admin = await as(PEOPLE.admin, { expected: REFUSED });
  const dialog = admin.getByRole('dialog');

  await test.step('a firm with clients and accountants', async () => {
    await admin.goto('/admin/firms?q=contab%20expert');
    await entries(admin).first().getByRole('link').click();
    await admin.getByRole('button', { name: 'Șterge firma' }).click();
    await dialog.getByRole('button', { name: 'Șterge firma' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Este încă folosit și nu poate fi șters.');
    await expect(dialog.getByRole('alert')).toContainText(/Are încă clienți activi: \d/);
    await expect(dialog.getByRole('alert')).toContainText(/Are încă contabili activi: \d/);
    await expect(dialog.getByRole('button', { name: 'Încearcă din nou' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Închide' }).last().click();
    await admin.getByRole('link', { name: /clienți$/ }).click();
    await expect.poll(() => firstColumn(admin)).toContain('Brutăria Țărănească SRL');
  });

  await test.step('a client with users', async () => {
    await entries(admin).first().getByRole('link').click();
    await admin.getByRole('button', { name: 'Șterge clientul' }).click();
    await dialog.getByRole('button', { name: 'Șterge clientul' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Are încă utilizatori activi: 1');
    await dialog.getByRole('button', { name: 'Închide' }).last().click();
  });

  await test.step('the last administrator, neither deleted, nor closed, nor made less', async () => {
    const last = /Este ultimul administrator activ/;
    // others of other journeys go first
    await admin.goto('/admin/users?role=admin&pageSize=100');
    await expect(entries(admin).first()).toBeVisible();
    const others = (await entries(admin).locator('a').all()).map((link) => link.getAttribute('href'));
    const paths = await Promise.all(others);
    const names = await firstColumn(admin);
    for (const [at, path] of paths.entries()) {
      if (names[at] === 'Ioana Marinescu') continue;
      await admin.goto(path!);
      await admin.getByRole('button', { name: 'Șterge contul' }).click();
      await dialog.getByRole('button', { name: 'Șterge contul' }).click();
      await expect(admin).toHaveURL(/\/admin\/users$/);
    }
    await admin.goto('/admin/users?role=admin');
    await entries(admin).first().getByRole('link').click();
    // nobody takes their own account away by mistake
    await expect(admin.getByRole('combobox', { name: 'Stare' }).first()).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Șterge contul' })).toHaveCount(0);
    await choose(admin, 'Stare', 'Inactiv');
    await save(admin);
    await expect(admin.getByRole('alert')).toContainText(last);
    await expect(admin.getByRole('main').getByRole('combobox', { name: 'Stare' })).toHaveValue('Inactiv');
  });

  await test.step('and what was not saved is not left by mistake', async () => {
    await admin.getByRole('link', { name: 'Firme', exact: true }).click();
    await expect(dialog).toContainText('Ce ați completat nu a fost salvat');
    await dialog.getByRole('button', { name: 'Rămân pe pagină' }).click();
    await admin.getByRole('button', { name: 'Renunță la modificări' }).click();
    await admin.getByRole('link', { name: 'Firme', exact: true }).click();
    await expect(admin).toHaveURL(/\/admin\/firms$/);
  });

  await test.step('nor by signing out', async () => {
    const signOut = async () => {
      await admin.getByRole('button', { name: 'Contul dumneavoastră: Ioana Marinescu' }).click();
      await admin.getByRole('button', { name: 'Deconectare' }).click();
    };
    await entries(admin).first().getByRole('link').click();
    await expect(admin).toHaveURL(/[0-9a-f-]{36}$/);
    await admin.getByLabel('Adresă').fill('Str. Nouă 1');
    await signOut();
    await admin.getByRole('button', { name: 'Rămân pe pagină' }).click();
    await expect(admin.getByLabel('Adresă')).toHaveValue('Str. Nouă 1');
    await signOut();
    await admin.getByRole('button', { name: 'Plec fără să salvez' }).click();
    await expect(admin).toHaveURL(/\/login$/);
    // the way back is a guest's, too
    await admin.goBack();
    await expect(admin).toHaveURL(/\/login/);
  });
});

test('the administrator says how much a check digit counts', async ({ as }) => {
  const admin = await as(PEOPLE.admin);
  const wrong = async () => {
    await admin.goto('/admin/firms/new');
    await admin.getByLabel('CUI').fill('18547291');
    await admin.getByLabel('Denumire').fill('x');
    await admin.getByRole('button', { name: 'Înregistrează firma' }).isEnabled();
  };
  const set = async (label: string) => {
    await admin.getByRole('link', { name: 'Setările portalului' }).click();
    const leave = admin.getByRole('button', { name: 'Plec fără să salvez' });
    await leave.click();
    await admin.getByRole('radio', { name: label }).check();
    await save(admin);
    await said(admin, 'Modificările au fost salvate');
  };
  await wrong();
  await expect(admin.getByRole('status').filter({ hasText: 'Cifra de control' })).toBeVisible();
  await set('Refuză');
  await wrong();
  await admin.getByRole('button', { name: 'Înregistrează firma' }).click();
  await expect(admin.getByLabel('CUI')).toHaveAttribute('aria-invalid', 'true');
  await set('Nu se verifică');
  await wrong();
  await expect(admin.getByText('Cifra de control a CUI-ului nu este corectă')).toHaveCount(0);
  await set('Avertizează');
});

test('an accountant edits a client, and nothing of the administration is theirs', async ({ as }) => {
  const accountant = await as(PEOPLE.accountant);

  await test.step('no way there, and no entry', async () => {
    for (const name of ['Utilizatori', 'Firme', 'Clienți', 'Setările portalului', 'Jurnal de audit'])
      await expect(accountant.getByRole('link', { name, exact: true })).toHaveCount(0);
    for (const path of ['users', 'users/new', 'firms', 'clients', 'clients/new', 'settings', 'audit']) {
      await accountant.goto(`/admin/${path}`);
      await expect(accountant).toHaveURL(/\/unauthorized$/);
    }
  });

  await test.step('the details of a client', async () => {
    await accountant.goto('/files-select');
    await accountant.getByRole('link', { name: 'Editează datele clientului' }).last().click();
    await expect(accountant.getByRole('heading', { level: 1, name: 'Transport Hîrșova SRL' })).toBeVisible();
    await expect(accountant.getByLabel('Firma de contabilitate')).toHaveAttribute('readonly', '');
    await expect(accountant.getByLabel('Spațiu alocat')).toHaveCount(0);
    await expect(accountant.getByRole('button', { name: 'Șterge clientul' })).toHaveCount(0);
    await accountant.getByLabel('Telefon').fill('12');
    await accountant.getByLabel('Telefon').blur();
    await said(accountant, 'Telefon invalid (ex. 0721123456 sau +40721123456)');
    await accountant.getByLabel('Telefon').fill('+40 733 200 399');
    await accountant.getByLabel('Reprezentant', { exact: true }).fill(byOldKeyboard('Țvetan Hristu, administrator'));
    await save(accountant);
    await said(accountant, 'Modificările au fost salvate');
    await accountant.reload();
    await expect(accountant.getByLabel('Telefon')).toHaveValue('+40733200399');
    await expect(accountant.getByLabel('Reprezentant', { exact: true })).toHaveValue('Țvetan Hristu, administrator');
    // emptied is removed
    await accountant.getByLabel('Telefon').fill('');
    await save(accountant);
    await said(accountant, 'Modificările au fost salvate');
    await accountant.reload();
    await expect(accountant.getByLabel('Telefon')).toHaveValue('');
  });

  await test.step('whom they take over themselves', async () => {
    await choose(accountant, 'Alegeți un contabil', 'Elena Dumitrescu');
    await accountant.getByRole('button', { name: 'Repartizează' }).click();
    await expect(accountant.getByRole('button', { name: 'Retrage repartizarea: Elena Dumitrescu' })).toBeVisible();
  });

  await test.step('a client of another firm is not there', async () => {
    const other = await as(PEOPLE.otherAccountant, { expected: REFUSED });
    await other.goto(new URL(accountant.url()).pathname);
    await expect(other.getByRole('heading', { name: 'Nu am găsit ce căutați' })).toBeVisible();
  });
});

test('a client is chosen: found as it is typed, pinned, opened last, by the keys alone', async ({ as }) => {
  const accountant = await as(PEOPLE.accountant);
  const list = (name: string) => accountant.getByRole('list', { name });

  await test.step('documents without a client lead to the choice', async () => {
    await accountant.goto('/files');
    await expect(accountant).toHaveURL(/\/files-select$/);
  });

  await test.step('found without diacritics, opened with Enter', async () => {
    await expect(accountant.getByRole('searchbox')).toBeFocused();
    await accountant.keyboard.type('libraria st');
    await expect(accountant.locator('a[data-client]')).toHaveCount(1);
    await accountant.keyboard.press('Enter');
    await expect(accountant).toHaveURL(/\/files\?clientId=/);
    // the address says it before it is opened
    await expect(accountant.getByRole('heading', { name: /^Librăria/ })).toBeVisible();
  });

  await test.step('then among those opened last, and pinned', async () => {
    await accountant.goto('/files-select');
    await expect(list('Deschise recent').getByRole('link', { name: /Librăria/ })).toBeVisible();
    await list('Deschise recent').getByRole('button', { name: 'Fixează sus' }).click();
    await expect(list('Fixate').getByRole('link', { name: /Librăria/ })).toBeVisible();
    await expect(list('Deschise recent')).toHaveCount(0);
    await accountant.getByRole('button', { name: 'Anulează' }).click();
    await expect(list('Fixate')).toHaveCount(0);
    await list('Deschise recent').getByRole('button', { name: 'Fixează sus' }).click();
    await accountant.reload();
    await expect(list('Fixate').getByRole('link', { name: /Librăria/ })).toBeVisible();
  });

  await test.step('and with arrows', async () => {
    await expect(accountant.getByRole('searchbox')).toBeFocused();
    await accountant.keyboard.press('ArrowDown');
    await expect(list('Fixate').getByRole('link', { name: /Librăria/ })).toBeFocused();
    await accountant.keyboard.press('ArrowUp');
    await expect(accountant.getByRole('searchbox')).toBeFocused();
  });

  await test.step('the picker of the shell has the same', async () => {
    const picker = accountant.getByRole('combobox', { name: 'Client' });
    await picker.click();
    await expect(accountant.getByText('Fixate').last()).toBeVisible();
    await picker.fill('hirsova');
    await accountant.getByRole('option', { name: 'Transport Hîrșova SRL' }).click();
    await accountant.getByRole('link', { name: 'Documente' }).click();
    await expect(accountant.getByRole('heading', { name: 'Transport Hîrșova SRL' })).toBeVisible();
    await expect(picker).toHaveValue('Transport Hîrșova SRL');
  });

  await test.step('from a folder, documents are those of the client that was open', async () => {
    const client = new URL(accountant.url()).searchParams.get('clientId');
    await accountant.getByRole('row').nth(1).dblclick();
    await expect(accountant).toHaveURL(/\/files\/[0-9a-f-]{36}$/);
    // whose folder it is is known once it is there
    await expect(accountant.getByRole('heading', { level: 1, name: '00 Dosar permanent' })).toBeVisible();
    await accountant.evaluate(() => history.pushState({}, '', '/files'));
    await expect(accountant).toHaveURL(new RegExp(`/files\\?clientId=${client}$`));
  });
});
