import type { Conversation, Message, SearchResult } from '@dosar/contracts';
import { album, chooseLook, LOOKS } from './looks';
import { ask } from './screens';
import { expect, PEOPLE, signIn, test, type Page } from '../test';

const LOST = '**/api/conversations/*/messages';

/** Texts of what has to be pressed, in both languages. */
const EITHER = {
  actions: /^(Acțiuni pentru mesaj|Actions for the message)$/,
  answer: /^(Răspunde|Answer)$/,
  edited: /^(modificat|edited)$/,
  readers: /^(Cine a citit|Who has read it)$/,
  delete: /^(Șterge|Delete)$/,
  emoji: /^Emoji$/,
  new: /^(Conversație nouă|New conversation)$/,
  searchIn: /^(Caută în conversație|Search in the conversation)$/,
};

const saidIn = (page: Page, { id }: Message) => page.locator(`[data-message="${id}"]`);

const act = async (page: Page, message: Message, action: RegExp) => {
  await saidIn(page, message).hover();
  await saidIn(page, message).getByRole('button', { name: EITHER.actions }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** What somebody says in a conversation, without its screen. */
const sayer = (page: Page, talkId: string) => async (body: object) => {
  const sent = await ask(page, 'POST', `/api/conversations/${talkId}/messages`, body);
  return (sent as { data: Message }).data;
};

for (const look of LOOKS)
  test(`conversations, ${look.name}`, async ({ as, visit, portal, browser }) => {
    test.setTimeout(180_000);
    const { shoot, close } = album('talk', look);
    const ana = await as(PEOPLE.client);
    const { page } = await visit({ viewport: look.size.viewport, expected: /ERR_FAILED/ });
    await chooseLook(page, look);
    await signIn(page, PEOPLE.accountant, portal.password);
    await expect(page.locator('#content h1')).toBeVisible();

    const { conversations } = (await ask(ana, 'GET', '/api/conversations')) as { conversations: Conversation[] };
    const { results } = (await ask(ana, 'GET', '/api/search?query=factura&types=files')) as { results: SearchResult[] };
    const talkId = conversations.find(({ kind }) => kind === 'client')!.id;
    const says = sayer(page, talkId);
    const answers = sayer(ana, talkId);
    const asked = await says({ text: 'Bună ziua! Mai lipsesc factura de la moară și două bonuri de benzină.' });
    await page.goto(`/chat/${talkId}`);
    await expect(saidIn(page, asked)).toBeVisible();
    await page.goto('/chat');
    await answers({ text: 'Bună ziua! O caut acum.' });
    await answers({
      text: 'Am găsit-o, o aveți aici. Bonurile le fotografiez mâine dimineață 👍',
      quote_message_id: asked.id,
      attachment_tokens: [results[0]!.id],
    });
    const mended = await answers({ text: 'Scadența este pe 25 octombrie.' });
    await ask(ana, 'PUT', `/api/messages/${mended.id}`, { text: 'Scadența este pe 25 noiembrie.' });
    await ask(ana, 'PUT', `/api/messages/${mended.id}`, {
      text: 'Termenul de plată este 25 noiembrie, nu 25 octombrie.',
    });
    const row = page.locator(`#content a[href="/chat/${talkId}"]`);
    await expect(row).toContainText('Termenul de plată');
    await shoot(page, 'list');

    await row.click();
    await expect(saidIn(page, mended)).toBeVisible();
    await page.waitForTimeout(600);
    await shoot(page, 'unread');
    await saidIn(page, mended).getByRole('button', { name: EITHER.edited }).click();
    await expect(page.getByRole('dialog').locator('del').first()).toBeVisible();
    await shoot(page, 'history');
    await page.keyboard.press('Escape');
    await act(page, asked, EITHER.readers);
    await expect(page.getByRole('dialog').locator('time').first()).toBeVisible();
    await shoot(page, 'readers');
    await page.keyboard.press('Escape');

    await saidIn(page, mended).hover();
    await saidIn(page, mended).getByRole('button', { name: EITHER.actions }).click();
    await shoot(page, 'actions');
    await page.getByRole('menuitem', { name: EITHER.answer }).click();
    await page.getByRole('textbox').last().fill('Mulțumesc! O trec la plăți.\nBonurile pot aștepta până luni.');
    await shoot(page, 'answering');
    await page.getByRole('button', { name: EITHER.emoji }).click();
    await shoot(page, 'emoji');
    await page.keyboard.press('Escape');
    await page.route(LOST, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.getByRole('textbox').last().press('Control+Enter');
    await expect(page.locator('[data-unsent]')).toBeVisible();
    await shoot(page, 'unsent');
    await page.unroute(LOST);
    await expect(page.locator('[data-unsent]')).toHaveCount(0);

    await act(page, asked, EITHER.delete);
    await shoot(page, 'delete');
    await page.getByRole('dialog').getByRole('button', { name: EITHER.delete }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await saidIn(page, asked).scrollIntoViewIfNeeded();
    await shoot(page, 'deleted');
    await page.locator('#content').getByRole('link', { name: EITHER.searchIn }).click();
    await expect(page).toHaveURL(/\/search\?.*conversation_id=/);
    await expect(page.locator('#content ol li').first()).toBeVisible();
    await shoot(page, 'search');
    await page.goto('/chat');
    await page.getByRole('button', { name: EITHER.new }).click();
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    await shoot(page, 'new');
    await close(browser);
  });
