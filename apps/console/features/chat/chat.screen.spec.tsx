/** @jest-environment ./testing/browser.cjs */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Conversation, Message } from '@dosar/contracts';
import type { UserEvent } from '@testing-library/user-event';
import { aFile } from '../../testing/drive';
import { session } from '../../platform/api';
import { queries } from '../../platform/queries';
import { show, type Answers } from '../../testing/screen';
import {
  aConversation,
  aMessage,
  ana,
  ANA,
  anOpenConversation,
  CLIENT,
  ELENA,
  signIn,
  OPEN_CONVERSATION,
} from '../../testing/conversation';
import { ChatScreen } from './chat.screen';
import { conversationHandlers } from './live/live-conversations';
import { refused, unsent } from './composing/outbox';
import { staysSo } from '../../testing/waiting';

// neither end is in sight, so that nothing is read on by itself
for (const [side, px] of Object.entries({ scrollHeight: 10_000, scrollTop: 5_000 }))
  Object.defineProperty(Element.prototype, side, { configurable: true, get: () => px, set: () => {} });

const many = Array.from({ length: 30 }, (_, at) => aMessage(at + 1, `mesaj ${at + 1}`));
const refusal = (code: string, error: string) => Response.json({ error, code, correlation_id: 'x' }, { status: 422 });

/** The conversation, opened at its first unread message or at another one. */
const opened = async (
  messages: readonly Message[],
  more: { readonly at?: Message; readonly answers?: Answers; readonly talk?: Partial<Conversation> } = {},
) => {
  signIn();
  session.close();
  signIn();
  for (const { id } of unsent.get()) unsent.drop(id);
  refused.set(new Map());
  const asked = aConversation(messages, more.talk, more.answers);
  const { person } = await show(<ChatScreen user={ana} conversationId={OPEN_CONVERSATION} messageId={more.at?.id} />);
  return { asked, person };
};
const log = () => within(screen.getByRole('log', { name: 'Mesaje' }));
const writing = () => screen.findByRole('textbox', { name: 'Scrieți un mesaj' });

describe('somebody who reads older messages', () => {
  it('and sends one sees it', async () => {
    const { person } = await opened(many, { at: many[9]! });
    await person.type(await writing(), 'al meu{Control>}{Enter}{/Control}');
    await waitFor(() => expect(log().getByText('al meu')).toBeTruthy());
    expect(log().getByText('mesaj 30')).toBeTruthy();
  });

  it('sees what the server refused, and why', async () => {
    const at = many[9]!;
    const answers = {
      [`POST /conversations/${OPEN_CONVERSATION}/messages`]: () => refusal('VALIDATION_FAILED', 'Nu se poate.'),
    };
    const { person } = await opened(many, { at, answers });
    await person.type(await writing(), 'al meu{Control>}{Enter}{/Control}');
    expect((await screen.findByRole('alert')).textContent).toContain('Nu se poate.');
  });
});

describe('older messages', () => {
  const atTop = () => jest.spyOn(Element.prototype, 'scrollTop', 'get').mockReturnValue(0);
  afterEach(() => jest.restoreAllMocks());

  it('are read on also where somebody comes to them while something else is read', async () => {
    await opened(many, { at: many[19]! });
    await screen.findByText('mesaj 20');
    const read = queries.refetchQueries();
    const top = atTop();
    fireEvent.scroll(screen.getByRole('log'));
    await act(() => read);
    await screen.findByText('mesaj 10');
    top.mockRestore();
  });

  it('that could not be read are read when somebody wants it', async () => {
    const { asked, person } = await opened(many, { at: many[19]! });
    await screen.findByText('mesaj 20');
    const whole = globalThis.fetch;
    globalThis.fetch = () => Promise.resolve(refusal('VALIDATION_FAILED', 'Nu acum.'));
    const top = atTop();
    fireEvent.scroll(screen.getByRole('log'));
    await screen.findByText('Nu acum.');
    top.mockRestore();
    globalThis.fetch = whole;
    asked.length = 0;
    await person.click(screen.getByRole('button', { name: 'Încearcă din nou' }));
    await screen.findByText('mesaj 10');
    expect(screen.queryByText('Nu acum.')).toBeNull();
  });
});

describe('another window of the same person', () => {
  const sendThere = () =>
    act(() => {
      const there = { id: 'there', by: ANA, conversationId: OPEN_CONVERSATION, text: 'din altă parte' };
      const sent = { ...there, attachments: [], quote: null, at: '2026-03-04T11:00:00.000Z' };
      localStorage.setItem('dosar.outbox.there', JSON.stringify(sent));
      dispatchEvent(new StorageEvent('storage', { key: 'dosar.outbox.there' }));
    });

  it('sends without leading this one away from what is read', async () => {
    await opened(many, { at: many[9]! });
    await screen.findByText('mesaj 10');
    sendThere();
    await staysSo(() => log().queryByText('mesaj 10') !== null && log().queryByText('mesaj 30') === null);
  });

  it('sends without scrolling this one', async () => {
    await opened(many);
    await screen.findByText('mesaj 30');
    const scrolled = jest.spyOn(Element.prototype, 'scrollTo');
    sendThere();
    await log().findByText('din altă parte');
    expect(scrolled).not.toHaveBeenCalled();
    scrolled.mockRestore();
  });
});

describe('what is being written', () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => new File(['x'], `bon ${at + 1}.txt`));
  const stored = (_: URL, body: unknown) => {
    const { name } = (body as FormData).get('file') as File;
    const id = `f-${name}`;
    return { file: { ...aFile(id, name), client_id: CLIENT, attachment_token: id } };
  };
  const uploads = { 'POST /files/upload': stored };
  const choose = async (person: UserEvent, chosen: File[]) => {
    await writing();
    await person.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, chosen);
  };
  const choice = async (person: UserEvent, text: string, action: string) => {
    const item = (await screen.findByText(text)).closest('li')!;
    await person.click(within(item).getByRole('button', { name: 'Acțiuni pentru mesaj' }));
    await person.click(await screen.findByRole('menuitem', { name: action }));
  };
  const own = aMessage(1, 'Al meu', { sender_id: ANA, sender_name: 'Ana Țăranu' });
  const sendKeys = '{Control>}{Enter}{/Control}';

  it('takes as many files as a message can have, and says that there were more', async () => {
    const { asked, person } = await opened([own], { answers: uploads });
    await choose(person, files(23));
    await screen.findByText('3 fișiere nu au fost adăugate: un mesaj poate avea cel mult 20.');
    await screen.findByRole('button', { name: 'Renunță la bon 20.txt' });
    expect(asked.filter((each) => each.startsWith('POST /api/files/upload'))).toHaveLength(20);
    await person.click(screen.getByRole('button', { name: 'Renunță la bon 1.txt' }));
    expect(screen.queryByText(/nu au fost adăugate/)).toBeNull();
  });

  it('keeps its files while another message is changed', async () => {
    const changed = { [`PUT /messages/${own.id}`]: () => ({ data: { ...own, text: 'Altfel', edited: true } }) };
    const { person } = await opened([own], { answers: { ...uploads, ...changed } });
    await choose(person, files(1));
    await choice(person, 'Al meu', 'Modifică');
    expect(screen.queryByRole('button', { name: 'Renunță la bon 1.txt' })).toBeNull();
    await waitFor(async () => expect(document.activeElement).toBe(await writing()));
    await person.type(await writing(), ` altfel${sendKeys}`);
    await screen.findByText('Altfel');
    await screen.findByRole('button', { name: 'Renunță la bon 1.txt' });
  });

  it('goes on where it is answered to, without a click', async () => {
    const { person } = await opened([own]);
    await choice(person, 'Al meu', 'Răspunde');
    const box = await writing();
    await waitFor(() => expect(document.activeElement).toBe(box));
    // a menu gives the focus back a moment later
    await staysSo(() => document.activeElement === box);
  });

  it('is written anew when the server does not take it', async () => {
    const answers = {
      ...uploads,
      [`POST /conversations/${OPEN_CONVERSATION}/messages`]: () => refusal('VALIDATION_FAILED', 'Nu se poate.'),
    };
    const { person } = await opened([own], { answers });
    await choose(person, files(1));
    await screen.findByRole('button', { name: 'Renunță la bon 1.txt' });
    await person.type(await writing(), `prea lung${sendKeys}`);
    await screen.findByRole('alert');
    await person.type(await writing(), 'și mai ceva');
    await person.click(screen.getByRole('button', { name: 'Modifică' }));
    expect(((await writing()) as HTMLTextAreaElement).value).toBe('prea lung\nși mai ceva');
    await screen.findByRole('button', { name: 'Renunță la bon 1.txt' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has an emoji where the caret is, chosen with the keys', async () => {
    const { person } = await opened([own]);
    await person.type(await writing(), 'Bună,  mulțumesc');
    ((await writing()) as HTMLTextAreaElement).setSelectionRange(6, 6);
    await person.click(screen.getByRole('button', { name: 'Emoji' }));
    const first = await screen.findByRole('button', { name: 'Zâmbet' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    await person.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect((document.activeElement as HTMLElement).title).toBe('Îngrijorare');
    await person.keyboard('{Home}{ArrowUp}{End}{ArrowRight}{ArrowUp}{ArrowUp}{Enter}');
    expect(document.activeElement).toBe(await writing());
    await person.keyboard('!');
    expect(((await writing()) as HTMLTextAreaElement).value).toBe('Bună, 👏! mulțumesc');
    await person.click(screen.getByRole('button', { name: 'Emoji' }));
    await waitFor(() => expect((document.activeElement as HTMLElement).title).toBe('Zâmbet'));
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Zâmbet' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Emoji' }));
  });

  it('is taken back without ending the change of another message, and goes on where one writes', async () => {
    const answers = {
      [`POST /conversations/${OPEN_CONVERSATION}/messages`]: () => refusal('VALIDATION_FAILED', 'Nu se poate.'),
    };
    const { person } = await opened([own], { answers });
    await choice(person, 'Al meu', 'Răspunde');
    await person.type(await writing(), `prea lung${sendKeys}`);
    const refused = within((await screen.findByRole('alert')).closest('li')!);
    await choice(person, 'Al meu', 'Modifică');
    await person.type(await writing(), ' altfel');
    await person.click(refused.getByRole('button', { name: 'Modifică' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Modificați mesajul')).toBeTruthy();
    expect(((await writing()) as HTMLTextAreaElement).value).toBe('Al meu altfel');
    expect(document.activeElement).toBe(await writing());
    await person.keyboard('{Escape}');
    expect(screen.getByText('Răspundeți la mesajul: Ana Țăranu')).toBeTruthy();
    expect(((await writing()) as HTMLTextAreaElement).value).toBe('prea lung');
    expect(document.activeElement).toBe(await writing());
    await person.click(screen.getByRole('button', { name: 'Renunță' }));
    expect(document.activeElement).toBe(await writing());
  });

  it('stays while another message is deleted, whose place keeps the focus', async () => {
    const other = aMessage(2, 'Altul', { sender_id: ANA, sender_name: 'Ana Țăranu' });
    const answers = { [`DELETE /messages/${other.id}`]: () => ({}) };
    const { person } = await opened([own, other], { answers });
    await choice(person, 'Al meu', 'Modifică');
    await person.type(await writing(), ' altfel');
    await choice(person, 'Altul', 'Șterge');
    await person.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Șterge' }));
    const deleted = await screen.findByText('Mesaj șters');
    expect(((await writing()) as HTMLTextAreaElement).value).toBe('Al meu altfel');
    expect(document.activeElement).toBe(deleted.closest('li'));
  });
});

it('a message whose text was erased is not empty in the list', async () => {
  await opened([aMessage(1, '', { text: null })]);
  await screen.findByText('Elena: (conținut șters)');
});

it('how far another has come is shown without a look at the server', async () => {
  const own = aMessage(1, 'Al meu', { sender_id: ANA, sender_name: 'Ana Țăranu' });
  const { asked } = await opened([own]);
  await screen.findByRole('img', { name: 'Trimis' });
  const before = asked.length;
  const times = { at: '2026-03-05T09:30:00.000Z', sent_at: own.created_at };
  const mark = { conversation_id: OPEN_CONVERSATION, user_id: ELENA, message_id: own.id, ...times, position: '9' };
  act(() => conversationHandlers['message:delivered_up_to']?.(mark));
  await screen.findByRole('img', { name: 'Primit' });
  act(() => conversationHandlers['message:read_up_to']?.(mark));
  await screen.findByRole('img', { name: 'Citit' });
  await staysSo(() => asked.length === before, 150);
});

describe('the end of a conversation', () => {
  it('is led to from wherever it is not in sight, with how much is unread there', async () => {
    const { person } = await opened(many, { talk: { unread_count: 3 } });
    await screen.findByText('mesaj 30');
    fireEvent.scroll(screen.getByRole('log'));
    const down = await screen.findByRole('button', { name: 'La cele mai noi mesaje · 3 mesaje necitite' });
    const gone = jest.spyOn(Element.prototype, 'scrollTo');
    await person.click(down);
    expect(gone).toHaveBeenCalledWith({ top: 10_000, behavior: 'smooth' });
    gone.mockRestore();
  });

  it('is marked where somebody stopped who has looked elsewhere', async () => {
    const hasFocus = jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    const talk: Partial<Conversation> = {};
    const { person } = await opened(many, { talk });
    await screen.findByText('mesaj 30');
    expect(screen.queryByText('Mesaje necitite')).toBeNull();
    Object.assign(talk, { unread_count: 2, first_unread_message_id: many[28]!.id });
    await act(() => queries.refetchQueries());
    const line = await screen.findByText('Mesaje necitite');
    expect(line.closest('li')!.nextElementSibling!.textContent).toContain('mesaj 29');
    // whoever answers has read
    await person.type(await writing(), 'am văzut{Control>}{Enter}{/Control}');
    await screen.findByText('am văzut', { selector: 'li p' });
    await waitFor(() => expect(screen.queryByText('Mesaje necitite')).toBeNull());
    hasFocus.mockRestore();
  });
});

describe('how far others have come', () => {
  const of = { sender_id: ANA, sender_name: 'Ana Țăranu' };
  const own = [aMessage(1, 'Primul', of), aMessage(2, 'Al doilea', of), aMessage(3, 'Al treilea', of)];
  const at = '2026-03-05T09:30:00.000Z';
  const timesAt = (message: Message) => ({ at, sent_at: message.created_at });
  const [me, elena] = anOpenConversation().participants;
  /** Elena has read the second, and the third was delivered to her. */
  const participants = [me!, { ...elena!, last_read: timesAt(own[1]!), last_delivered: timesAt(own[2]!) }];
  const states = () =>
    log()
      .getAllByRole('img')
      .map((each) => each.getAttribute('aria-label'));

  it('is known of messages where their marks are not on the page', async () => {
    // a later page, which is not read, has the messages at which the marks stand
    const later = Array.from({ length: 20 }, (_, place) => aMessage(place + 4, `mesaj ${place + 4}`, of));
    const further = [me!, { ...elena!, last_read: timesAt(later[15]!), last_delivered: timesAt(later[19]!) }];
    await opened([...own, ...later], { at: own[0]!, talk: { participants: further } });
    await screen.findByText('Primul');
    expect(new Set(states())).toEqual(new Set(['Citit']));
  });

  it('is a list with names and times', async () => {
    const { person } = await opened(own, { talk: { participants } });
    const readersOf = async (text: string) => {
      const item = (await screen.findByText(text)).closest('li')!;
      await person.click(within(item).getByRole('button', { name: 'Acțiuni pentru mesaj' }));
      await person.click(await screen.findByRole('menuitem', { name: 'Cine a citit' }));
      const dialog = await screen.findByRole('dialog', { name: 'Cine a citit' });
      const said = dialog.textContent;
      await person.keyboard('{Escape}');
      return said;
    };
    expect(await readersOf('Al doilea')).toMatch(/Citit deElena Dumitrescu · contabil05.03.2026 11:30$/i);
    // she has read on since then
    expect(await readersOf('Primul')).toMatch(/Citit deElena Dumitrescu · contabilcel târziu 05.03.2026 11:30$/i);
    expect(await readersOf('Al treilea')).toMatch(/Primit deElena Dumitrescu · contabil05.03.2026 11:30$/i);
  });
});

it('those who take part are named with an @, and seen where they are named', async () => {
  const { asked, person } = await opened([aMessage(1, 'Bună')]);
  await person.type(await writing(), 'Verificați, @dumi');
  const options = within(await screen.findByRole('listbox', { name: 'Persoane din conversație' }));
  expect(options.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Elena Dumitrescu']);
  await person.keyboard('{Enter}');
  expect(((await writing()) as HTMLTextAreaElement).value).toBe('Verificați, @Elena Dumitrescu ');
  await person.keyboard('vă rog{Control>}{Enter}{/Control}');
  const named = await log().findByText('@Elena Dumitrescu');
  expect([named.tagName, named.closest('p')!.textContent]).toEqual(['STRONG', 'Verificați, @Elena Dumitrescu vă rog']);
  // who sends while names are offered chooses none of them
  await person.type(await writing(), 'și @el{Control>}{Enter}{/Control}');
  await log().findByText('și @el');
  await waitFor(() => expect(asked.filter((each) => each.startsWith('POST'))).toHaveLength(2));
  expect(((await writing()) as HTMLTextAreaElement).value).toBe('');
});

describe('of the only other one of a conversation it is said', () => {
  const elena = { ...anOpenConversation().participants[1]!, last_seen: '2026-03-04T10:05:00.000Z' };
  const direct = {
    kind: 'direct' as const,
    client: null,
    participants: [anOpenConversation().participants[0]!, elena],
  };

  it('when they were here last, and that they are once they have come', async () => {
    await opened([], { talk: direct });
    expect(await screen.findByText('Ultima dată aici: 04.03.2026 12:05')).toBeTruthy();
    act(() => conversationHandlers['presence:update']?.({ user_id: ELENA, status: 'busy', last_seen: null }));
    expect(screen.getByText('Ocupat')).toBeTruthy();
    const gone = { user_id: ELENA, status: 'offline' as const, last_seen: '2026-03-04T11:30:00.000Z' };
    act(() => conversationHandlers['presence:update']?.(gone));
    expect(screen.getByText('Ultima dată aici: 04.03.2026 13:30')).toBeTruthy();
  });
});
