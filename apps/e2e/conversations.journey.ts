import { rowOf } from './screenshots/screens';
import { act, openConversation, messagesIn, send, stateOf, writingIn } from './conversations';
import { expect, PEOPLE, test } from './test';

test('two people talk, one of them on a phone', async ({ as }) => {
  test.slow();
  const ana = await as(PEOPLE.client, { expected: /ERR_FAILED|net::/ });
  const elena = await as(PEOPLE.accountant, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await openConversation(ana);

  await test.step('what one writes is sent, and unread for the other', async () => {
    await send(ana, 'Bună ziua! Am adus facturile lunii.');
    // the other's console may have it already
    await expect(stateOf(ana, 'Am adus facturile', /^(Trimis|Primit)$/)).toBeVisible();
    await elena.goto('/chat');
    const row = elena.getByRole('link', { name: /Brutăria Țărănească/ });
    await expect(row).toContainText('Ana: Bună ziua! Am adus facturile lunii.');
    await row.click();
    await expect(messagesIn(elena, 'Am adus facturile')).toBeVisible();
    // on a phone the list has made room
    await expect(elena.getByPlaceholder('Căutați un client sau o persoană')).toBeHidden();
  });

  await test.step('whoever writes takes part: typing, presence and marks are seen from then on', async () => {
    await send(elena, 'Mulțumesc, verific.');
    await expect(messagesIn(ana, 'Mulțumesc, verific.')).toBeVisible();
    await expect(ana.getByRole('heading', { name: 'Brutăria Țărănească SRL' })).toBeVisible();
    await expect(ana.getByText('Elena Dumitrescu').first()).toBeVisible();
    await writingIn(elena).pressSequentially('Încă');
    await expect(ana.getByText('Elena scrie…')).toBeVisible();
    await writingIn(elena).fill('');
    await expect(ana.getByText('Elena scrie…')).toBeHidden();
    await send(ana, 'Mai sunt două bonuri.');
    await expect(stateOf(ana, 'Mai sunt două', 'Citit')).toBeVisible();
    await expect(ana).toHaveTitle(/^Brutăria/);
  });

  await test.step('whoever is busy says so, also over a reload', async () => {
    const menu = ana.getByRole('button', { name: /^Contul dumneavoastră/ });
    await menu.click();
    await ana.getByText('Ocupat', { exact: true }).click();
    // on a phone there is room for the word alone
    await expect(elena.getByText('Ana Țăranu (ocupat)')).toBeVisible();
    await ana.reload();
    await menu.click();
    await expect(ana.getByRole('radio', { name: 'Ocupat' })).toBeChecked();
    await ana.getByText('Disponibil', { exact: true }).click();
    await expect(elena.getByText('Ana Țăranu (disponibil)')).toBeVisible();
    await ana.keyboard.press('Escape');
  });

  await test.step('an answer quotes, and leads back to what it answers', async () => {
    await act(elena, 'Mai sunt două', 'Răspunde');
    await send(elena, 'Aduceți-le mâine.');
    const answer = messagesIn(ana, 'Aduceți-le mâine.');
    await answer.getByRole('button', { name: /Mai sunt două bonuri/ }).click();
    await expect(messagesIn(ana, 'Mai sunt două')).toHaveAttribute('data-shown', 'true');
  });

  await test.step('a sign says "seen" without a message, and is taken back', async () => {
    const answer = messagesIn(ana, 'Aduceți-le mâine.');
    const own = messagesIn(elena, 'Aduceți-le mâine.');
    await answer.hover();
    await answer.getByRole('button', { name: 'Reacționează' }).click();
    await answer.getByRole('button', { name: 'văzut', exact: true }).click();
    await expect(own.getByRole('button', { name: 'văzut: Ana Țăranu' })).toBeVisible();
    await act(elena, 'Aduceți-le mâine.', 'Reacționează');
    await own.getByRole('button', { name: 'de acord', exact: true }).click();
    await expect(answer.getByRole('button', { name: 'de acord: Elena Dumitrescu' })).toBeVisible();
    await answer.getByRole('button', { name: 'văzut: Dumneavoastră' }).click();
    await expect(own.getByRole('button', { name: /^văzut:/ })).toHaveCount(0);
  });

  await test.step('what was sent meanwhile has come once the portal is open, and is not read yet', async () => {
    await elena.goto('about:blank');
    await send(ana, 'Sunteți acolo?');
    await expect(stateOf(ana, 'Sunteți acolo?', 'Trimis')).toBeVisible();
    await elena.goto('/');
    await expect(stateOf(ana, 'Sunteți acolo?', 'Primit')).toBeVisible();
    await act(ana, 'Sunteți acolo?', 'Cine a citit');
    const readers = ana.getByRole('dialog', { name: 'Cine a citit' });
    await expect(readers).toContainText(/Primit de\s*Elena Dumitrescu · contabil\s*\d\d\.\d\d\.\d{4} \d\d:\d\d/i);
    await ana.keyboard.press('Escape');
    await elena.goto('/chat');
    await elena.getByRole('link', { name: /Brutăria Țărănească/ }).click();
    await expect(stateOf(ana, 'Sunteți acolo?', 'Citit')).toBeVisible();
  });

  await test.step('whoever looks elsewhere hears the bell, and comes to the place by it', async () => {
    await elena.getByRole('button', { name: 'Deschide meniul' }).click();
    await elena.getByRole('link', { name: 'Acasă' }).click();
    await expect(elena.getByRole('heading', { name: /Elena/ })).toBeVisible();
    await send(ana, 'Ați primit bonurile?');
    await expect(elena.getByText('Mesaj nou de la Ana Țăranu').first()).toBeVisible();
    await elena.getByRole('button', { name: /^Notificări: / }).click();
    const panel = elena.getByRole('dialog', { name: 'Notificări' });
    await panel.getByRole('link', { name: /^Necitită: Mesaj nou de la Ana/ }).click();
    await expect(messagesIn(elena, 'Ați primit bonurile?')).toBeVisible();
    await expect(panel).toBeHidden();
    await elena.goto('/notifications');
    const read = elena.getByRole('link', { name: /^Mesaj nou de la Ana .*bonurile/ });
    await expect(read).toBeVisible();
    await elena
      .getByRole('button', { name: /^Șterge notificarea: Mesaj nou/ })
      .first()
      .click();
    await expect(read).toBeHidden();
    const readAll = elena.locator('#content').getByRole('button', { name: 'Marchează toate ca citite' });
    if (await readAll.isEnabled()) await readAll.click();
    await expect(readAll).toBeDisabled();
    await expect(elena.getByRole('button', { name: 'Notificări', exact: true })).toBeVisible();
    await elena.goto('/settings/notifications');
    const wanted = elena.getByRole('checkbox', { name: 'Mesaje noi: Email' });
    // it is drawn unticked a moment after the click, once its change is under way
    await wanted.click();
    await expect(wanted).not.toBeChecked();
    await expect(elena.getByText('Preferințele de notificare au fost salvate')).toBeVisible();
    await elena.reload();
    await expect(wanted).not.toBeChecked();
    await elena.goto('/chat');
    await elena.getByRole('link', { name: /Brutăria Țărănească/ }).click();
  });

  await test.step('a file goes with a message', async () => {
    await ana
      .locator('input[type=file][multiple]:not([webkitdirectory])')
      .first()
      .setInputFiles({
        name: 'bon benzină.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Bon 120 lei'),
      });
    await expect(ana.getByRole('button', { name: 'Renunță la bon benzină.txt' })).toBeVisible();
    await expect(ana.getByRole('button', { name: 'Trimite' })).toBeEnabled();
    await send(ana, 'Bonul de ieri.');
    await expect(messagesIn(elena, 'Bonul de ieri.').getByRole('button', { name: /bon benzină.txt/ })).toBeVisible();
  });

  await test.step('a file is asked about from its place, and somebody by name', async () => {
    await ana.goto('/files');
    await rowOf(ana, 'Din conversații').getByText('Din conversații').click();
    await rowOf(ana, 'bon benzină.txt').click({ button: 'right' });
    await ana.getByRole('menuitem', { name: 'Întreabă despre fișier' }).click();
    await expect(ana.getByRole('button', { name: 'Renunță la bon benzină.txt' })).toBeVisible();
    await writingIn(ana).pressSequentially('Priviți bonul, @ele');
    await ana.getByRole('option', { name: 'Elena Dumitrescu' }).click();
    await expect(writingIn(ana)).toHaveValue('Priviți bonul, @Elena Dumitrescu ');
    await writingIn(ana).press('Control+Enter');
    await expect(messagesIn(elena, 'Priviți bonul').getByText('@Elena Dumitrescu')).toHaveCSS('font-weight', '600');
  });

  await test.step('what was said becomes a note beside the file', async () => {
    await act(elena, 'Priviți bonul', 'Notează la un fișier');
    const dialog = elena.getByRole('dialog', { name: 'La ce fișier notați mesajul?' });
    await expect(dialog.getByRole('radio', { name: 'bon benzină.txt' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Adaugă nota' }).click();
    await expect(elena.getByText('Mesajul este notat la bon benzină.txt')).toBeVisible();
  });

  await test.step('what is changed is told, and everybody sees what it was', async () => {
    await act(ana, 'Bonul de ieri.', 'Modifică');
    await send(ana, 'Bonul de alaltăieri.');
    await expect(messagesIn(elena, 'Bonul de alaltăieri.')).toBeVisible();
    await messagesIn(elena, 'Bonul de alaltăieri.').getByRole('button', { name: 'modificat' }).click();
    const dialog = elena.getByRole('dialog', { name: 'Istoricul modificărilor' });
    await expect(dialog.getByRole('deletion')).toHaveText('ieri');
    await expect(dialog.getByRole('insertion')).toHaveText('alaltăieri');
    await elena.keyboard.press('Escape');
  });

  await test.step('what is deleted is gone for both', async () => {
    await act(ana, 'Mai sunt două', 'Șterge');
    await ana.getByRole('dialog').getByRole('button', { name: 'Șterge' }).click();
    await expect(elena.getByText('Mesaj șters', { exact: true })).toBeVisible();
  });

  await test.step('what cannot be sent waits, over a reload, and goes out by itself', async () => {
    const lost = '**/api/conversations/*/messages';
    await ana.route(lost, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await send(ana, 'Scris fără linie');
    await expect(ana.getByRole('img', { name: 'Netrimis încă' })).toBeVisible();
    await ana.reload();
    await expect(ana.getByRole('img', { name: 'Netrimis încă' })).toBeVisible();
    await ana.unroute(lost);
    await expect(messagesIn(elena, 'Scris fără linie')).toBeVisible();
    await expect(ana.getByRole('img', { name: 'Netrimis încă' })).toBeHidden();
    await expect(ana.locator('[data-message]').filter({ hasText: 'Scris fără linie' })).toHaveCount(1);
  });

  await test.step('whoever leaves is gone for the other', async () => {
    await expect(ana.getByRole('img', { name: 'Disponibil' }).first()).toBeVisible();
    await elena.context().close();
    await expect(ana.getByRole('img', { name: 'Disponibil' })).toHaveCount(0);
  });
});

test('what is begun is kept until it is sent, with what goes along', async ({ as }) => {
  const ana = await as(PEOPLE.client, { expected: /ERR_FAILED|404/ });
  await openConversation(ana);
  const bring = (name: string) =>
    ana
      .locator('input[type=file][multiple]:not([webkitdirectory])')
      .first()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  const remove = (name: string) => ana.getByRole('button', { name: `Renunță la ${name}` });
  const sendButton = ana.getByRole('button', { name: 'Trimite' });
  await send(ana, 'Revin cu actele.');
  await expect(stateOf(ana, 'Revin cu', /^(Trimis|Primit)$/)).toBeVisible();

  await test.step('a table that is pasted is a text, a picture is a file with a name', async () => {
    /** @returns whether the browser pastes it itself. */
    const paste = (isTable: boolean) =>
      writingIn(ana).evaluate(async (box, withTexts) => {
        const canvas = new OffscreenCanvas(40, 30);
        canvas.getContext('2d')!.fillRect(0, 0, 20, 20);
        const data = new DataTransfer();
        data.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
        if (withTexts) data.setData('text/plain', '12\t34');
        if (withTexts) data.setData('text/html', '<table><tr><td>12</td><td>34</td></tr></table>');
        return box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, isTable);
    expect(await paste(true)).toBe(true);
    await expect(ana.getByRole('button', { name: /^Renunță la/ })).toHaveCount(0);
    expect(await paste(false)).toBe(false);
    const picture = ana.getByRole('button', { name: /^Renunță la Captură .*\.png$/ });
    await expect(sendButton).toBeEnabled();
    await picture.click();
    await expect(picture).toHaveCount(0);
  });

  await test.step('what could not be attached holds the message, also after a look elsewhere', async () => {
    await ana.route('**/api/files/upload', (route) => route.abort());
    await bring('extras.txt');
    await expect(ana.getByText(/^Ce nu s-a putut atașa/)).toBeVisible();
    await writingIn(ana).fill('Extrasul');
    await expect(sendButton).toBeDisabled();
    await ana.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link', { name: 'Documente' }).click();
    await expect(writingIn(ana)).toHaveCount(0);
    await ana.goBack();
    await expect(writingIn(ana)).toHaveValue('Extrasul');
    await ana.unroute('**/api/files/upload');
    await ana.getByRole('button', { name: 'Încearcă din nou: extras.txt' }).click();
    await expect(sendButton).toBeEnabled();
    await expect(writingIn(ana)).toBeFocused();
  });

  await test.step('over a reload it has its file and what it answers, and so has the change of a message', async () => {
    await act(ana, 'Revin cu', 'Răspunde');
    await ana.reload();
    await expect(writingIn(ana)).toHaveValue('Extrasul');
    await expect(ana.getByText(/^Răspundeți la mesajul/)).toBeVisible();
    await expect(remove('extras.txt')).toBeVisible();
    await act(ana, 'Revin cu', 'Modifică');
    await writingIn(ana).fill('Revin cu extrasul.');
    await ana.reload();
    await expect(writingIn(ana)).toHaveValue('Revin cu extrasul.');
    await writingIn(ana).press('Control+Enter');
    await expect(messagesIn(ana, 'Revin cu extrasul.')).toBeVisible();
    await expect(writingIn(ana)).toHaveValue('Extrasul');
  });

  await test.step('a file that is deleted meanwhile is named', async () => {
    const talk = ana.url();
    await ana.goto('/files');
    await rowOf(ana, 'Din conversații').getByText('Din conversații').click();
    await rowOf(ana, 'extras.txt').click();
    await ana.keyboard.press('Delete');
    await expect(rowOf(ana, 'extras.txt')).toHaveCount(0);
    await ana.goto(talk);
    await expect(ana.getByText('extras.txt: Fișierul nu mai este în documente.')).toBeVisible();
    await expect(sendButton).toBeDisabled();
    await remove('extras.txt').click();
    await writingIn(ana).press('Control+Enter');
    await expect(ana.getByRole('log').getByRole('button', { name: /Ana Țăranu Revin cu extrasul/ })).toBeVisible();
  });

  await test.step('nothing of it is left in the browser after signing out', async () => {
    const drafts = () => ana.evaluate(() => localStorage.getItem('dosar.drafts'));
    await writingIn(ana).fill('Doar al meu');
    expect(await drafts()).toContain('Doar al meu');
    await ana.getByRole('button', { name: /^Contul dumneavoastră/ }).click();
    await ana.getByRole('button', { name: 'Deconectare', exact: true }).click();
    await expect(ana).toHaveURL(/\/login/);
    await expect.poll(drafts).toBe('{}');
    await expect(ana.getByLabel('Email')).toBeVisible();
  });
});
