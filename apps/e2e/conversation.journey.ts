import type { Conversation, Message } from '@dosar/contracts';
import { ask, rowOf } from './screenshots/screens';
import { openConversation, messagesIn, send, stateOf, writingIn } from './conversations';
import { expect, PEOPLE, test, type Page } from './test';

const MANY = 400;
/** So many of them the other has read. */
const READ = 150;
const MINUTE_MS = 60_000;
const LOST = /ERR_|Failed to load resource|WebSocket/;

const numbered = (at: number) => `Mesajul cu numărul ${at}.`;
/** The message of this very number. */
const theOne = (page: Page, at: number) => messagesIn(page, numbered(at));

const bakery = async (page: Page): Promise<Conversation> => {
  const { conversations } = (await ask(page, 'GET', '/api/conversations')) as { conversations: Conversation[] };
  return conversations.find(({ client }) => /^Brutăria/.test(client?.name ?? ''))!;
};

const say = async (page: Page, talkId: string, text: string, more: object = {}): Promise<Message> => {
  const sent = await ask(page, 'POST', `/api/conversations/${talkId}/messages`, { text, ...more });
  return (sent as { data: Message }).data;
};

test('a long conversation opens where reading was ended, and is read in both directions', async ({ as }) => {
  test.slow();
  const ana = await as(PEOPLE.client);
  const elena = await as(PEOPLE.accountant);
  const { id: talkId } = await bakery(elena);
  let first: Message | null = null;
  for (let at = 1; at <= MANY; at += 1) {
    const quote = at === MANY ? { quote_message_id: first!.id } : {};
    const message = await say(elena, talkId, numbered(at), quote);
    first ??= message;
    if (at === READ) await ask(ana, 'POST', '/api/reads', { conversation_id: talkId, message_id: message.id });
  }

  await test.step('the list says how much is unread, the title, too', async () => {
    await ana.goto('/chat');
    await expect(ana.getByRole('link', { name: /Brutăria Țărănească.*de mesaje necitite/ })).toBeVisible();
    await expect(ana).toHaveTitle(/^\(99\+\)|^\(250\)/);
  });

  await test.step('it opens at the first unread message, behind a line', async () => {
    await openConversation(ana);
    const divider = ana.getByRole('log').getByText('Mesaje necitite', { exact: true });
    await expect(divider).toBeInViewport();
    await expect(theOne(ana, READ + 1)).toBeInViewport();
    // the last that was read is above the line, the first that was not below it
    const [line, before, behind] = await Promise.all(
      [divider, theOne(ana, READ), theOne(ana, READ + 1)].map(async (each) => (await each.boundingBox())!.y),
    );
    expect(before).toBeLessThan(line!);
    expect(behind).toBeGreaterThan(line!);
  });

  const wheelTo = async (target: number, delta: number) => {
    await ana.getByRole('log').hover();
    await expect(async () => {
      await ana.mouse.wheel(0, delta);
      await expect(theOne(ana, target)).toBeInViewport({ timeout: 200 });
    }).toPass({ timeout: 60_000 });
  };

  await test.step('scrolling down leads to the newest one, and all is read then', async () => {
    await wheelTo(MANY, 1_500);
    await expect(ana.getByRole('button', { name: /^La cele mai noi mesaje/ })).toBeHidden();
    await expect(ana).toHaveTitle(/^Brutăria/);
    await expect.poll(async () => (await bakery(ana)).unread_count).toBe(0);
  });

  await test.step('what is quoted and not there is led to', async () => {
    await ana.reload();
    await expect(theOne(ana, MANY)).toBeInViewport();
    await expect(theOne(ana, 1)).toHaveCount(1);
    await expect(ana.getByRole('log').locator(`[data-message="${first!.id}"]`)).toHaveCount(0);
    await theOne(ana, MANY)
      .getByRole('button', { name: /numărul 1\./ })
      .click();
    const quoted = ana.getByRole('log').locator(`[data-message="${first!.id}"]`);
    await expect(quoted).toBeInViewport();
    await expect(quoted).toHaveAttribute('data-shown', 'true');
  });

  await test.step('a button leads back to the end', async () => {
    await ana.getByRole('button', { name: /^La cele mai noi mesaje/ }).click();
    await expect(ana.getByRole('log').getByText(numbered(MANY)).first()).toBeInViewport();
  });

  await test.step('scrolling up leads to the first one, and nothing moves while more is read', async () => {
    await ana.reload();
    await expect(theOne(ana, MANY)).toBeInViewport();
    await ana.getByRole('log').hover();
    const oldest = ana.getByRole('log').locator(`[data-message="${first!.id}"]`);
    await expect(async () => {
      await ana.mouse.wheel(0, -1_500);
      await expect(oldest).toBeInViewport({ timeout: 200 });
    }).toPass({ timeout: 60_000 });
    const numbers = await ana
      .locator('[data-message]')
      .evaluateAll((items) => items.map((item) => Number(/numărul (\d+)\.(?!.*numărul)/s.exec(item.textContent)?.[1])));
    // the demo’s own are above them
    const ours = numbers.filter((number) => !Number.isNaN(number));
    expect(ours).toEqual(Array.from({ length: MANY }, (_, at) => at + 1));
  });
});

test('the line is cut in mid-message: it is there once, whether the server took it or not', async ({ as, portal }) => {
  const ana = await as(PEOPLE.client, { expected: LOST });
  const elena = await as(PEOPLE.accountant, { expected: LOST, viewport: { width: 390, height: 844 } });
  const posts = '**/api/conversations/*/messages';
  const cut = async (meanwhile: () => Promise<unknown>) => {
    let isCut = false;
    await ana.route(posts, async (route) => {
      if (route.request().method() !== 'POST' || isCut) return route.continue();
      isCut = true;
      // the server has it; that it has it is never heard
      expect((await route.fetch()).status()).toBe(201);
      await meanwhile();
      return route.abort('connectionreset');
    });
  };
  const isThereOnce = async (text: string) => {
    for (const page of [ana, elena]) {
      await expect(messagesIn(page, text)).toBeVisible({ timeout: 30_000 });
      await expect(page.locator('[data-unsent]')).toHaveCount(0, { timeout: 30_000 });
      await page.reload();
      await expect(messagesIn(page, text)).toBeVisible();
      await expect(page.locator('[data-message]').filter({ hasText: text })).toHaveCount(1);
    }
  };
  for (const page of [ana, elena]) await openConversation(page);

  await test.step('its answer is lost', async () => {
    await cut(async () => undefined);
    await send(ana, 'Răspunsul s-a pierdut.');
    await isThereOnce('Răspunsul s-a pierdut.');
    await ana.unroute(posts);
  });

  await test.step('the server is killed before it answers', async () => {
    await cut(() => portal.kill());
    await send(ana, 'Serverul a căzut.');
    await expect(ana.getByRole('img', { name: 'Netrimis încă' })).toBeVisible();
    await expect(ana.getByText(/Se reia automat|Încearcă acum/).first()).toBeVisible();
    await portal.start();
    await isThereOnce('Serverul a căzut.');
    await ana.unroute(posts);
  });

  await test.step('the server is killed before it hears of it', async () => {
    await portal.kill();
    await send(ana, 'Scris fără server.');
    await expect(ana.getByRole('img', { name: 'Netrimis încă' })).toBeVisible();
    await portal.start();
    await isThereOnce('Scris fără server.');
    await expect(stateOf(ana, 'Scris fără server.', /^(Trimis|Primit|Citit)$/)).toBeVisible();
  });
});

test('whoever touches nothing for five minutes is away, and is back with the first sign', async ({ as }) => {
  const ana = await as(PEOPLE.client);
  // minutes that pass at once close the line, and another one opens
  const elena = await as(PEOPLE.accountant, { expected: LOST });
  for (const page of [ana, elena]) await openConversation(page);
  await send(elena, 'Sunteți la calculator?');
  await expect(messagesIn(ana, 'Sunteți la calculator?')).toBeVisible();
  const status = (name: string) => ana.getByRole('img', { name }).first();
  await expect(status('Disponibil')).toBeVisible();
  await elena.clock.install();
  await elena.reload();
  await expect(writingIn(elena)).toBeVisible();
  await elena.mouse.move(200, 200);
  await elena.clock.fastForward(5 * MINUTE_MS + 1_000);
  await expect(status('Plecat')).toBeVisible();
  await elena.mouse.move(300, 300);
  await expect(status('Disponibil')).toBeVisible();
});

/** One green pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a photo is seen in the conversation, put away there, and asked about from where it lies', async ({ as }) => {
  const ana = await as(PEOPLE.client);
  const elena = await as(PEOPLE.accountant);
  // another client is chosen: the conversation is whose picker it is
  await elena.goto('/files-select');
  for (const page of [ana, elena]) await openConversation(page);
  const buffer = Buffer.from(PIXEL, 'base64');
  await ana
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles({ name: 'bon.png', mimeType: 'image/png', buffer });
  await expect(ana.getByRole('button', { name: 'Trimite' })).toBeEnabled();
  await send(ana, 'Bonul de azi.');

  await test.step('it is a picture, and a press looks at it', async () => {
    const photo = messagesIn(elena, 'Bonul de azi.').getByRole('button', { name: 'Deschide bon.png' });
    await expect(photo.locator('img')).toBeVisible();
    await photo.click();
    const preview = elena.getByRole('dialog', { name: 'bon.png' });
    await expect(preview.getByRole('img', { name: 'bon.png' })).toBeVisible();
    await preview.getByRole('button', { name: 'Mută în…' }).first().click();
    const dialog = elena.getByRole('dialog', { name: 'Unde mutăm elementul?' });
    await dialog.getByText('00 Dosar permanent', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Mută aici' }).click();
    await expect(dialog).toBeHidden();
    await elena.keyboard.press('Escape');
    await expect(photo).toBeFocused();
  });

  await test.step('the client’s documents are a press away, and from there it is asked about', async () => {
    await expect(elena.getByRole('combobox', { name: 'Client' })).toHaveValue(/^Brutăria/);
    await elena.getByRole('main').getByRole('link', { name: 'Documente' }).click();
    await rowOf(elena, '00 Dosar permanent').getByText('00 Dosar permanent').click();
    await rowOf(elena, 'bon.png').dblclick();
    await elena.getByRole('dialog', { name: 'bon.png' }).getByRole('button', { name: 'Întreabă' }).first().click();
    await expect(writingIn(elena)).toBeFocused();
    await expect(elena.getByRole('button', { name: 'Renunță la bon.png' })).toBeVisible();
  });

  await test.step('Enter sends once that is chosen', async () => {
    await elena.getByRole('button', { name: 'Schimbă ce face Enter' }).click();
    await elena.keyboard.type('Pentru ce mașină?');
    await elena.keyboard.press('Enter');
    await expect(messagesIn(ana, 'Pentru ce mașină?')).toBeVisible();
  });
});
