/** @jest-environment ./testing/browser.cjs */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { session } from '../../../platform/api';
import { signOut } from '../../../platform/leave';
import { aFile } from '../../../testing/drive';
import { show, type Answers } from '../../../testing/screen';
import {
  ANA,
  aConversation,
  aMessage,
  anOpenConversation,
  ana,
  CLIENT,
  ELENA,
  signIn,
  OPEN_CONVERSATION,
} from '../../../testing/conversation';
import { ChatScreen } from '../chat.screen';
import { refused, unsent } from './outbox';

const FILE = '0190a000-0000-7000-8000-00000000f11e';
const OTHER = '0190a000-0000-7000-8000-00000000007a';
const SEND = `POST /conversations/${OPEN_CONVERSATION}/messages`;
const own = aMessage(2, 'Al meu', { sender_id: ANA, sender_name: 'Ana Țăranu' });
const bon = aFile(FILE, 'bon.pdf', null, { client_id: CLIENT });
const refusal = (status: number, error: string, fields?: Readonly<Record<string, string>>) =>
  Response.json(
    { error, code: status === 404 ? 'NOT_FOUND' : 'VALIDATION_FAILED', correlation_id: 'x', fields },
    { status },
  );
const gone = () => refusal(404, 'Nu am găsit.');

/** Two conversations at a server that has the file, unless it is said otherwise. */
const aServerOfTwo = (answers: Answers = {}) => {
  const sent: { readonly text: string }[] = [];
  aConversation(
    [aMessage(1, 'Bună ziua!'), own],
    {},
    {
      'POST /files/upload': () => ({ file: bon }),
      [`GET /files/${FILE}`]: () => ({ file: bon }),
      [`GET /conversations/${OTHER}`]: () => ({ conversation: anOpenConversation({ id: OTHER, title: 'Alta' }) }),
      [`GET /conversations/${OTHER}/messages`]: () => ({ messages: [], has_more_before: false, has_more_after: false }),
      [SEND]: (_, body) => {
        sent.push(body as { text: string });
        return { data: aMessage(3, '', { sender_id: ANA }) };
      },
      'POST /auth/logout': () => ({}),
      ...answers,
    },
  );
  return sent;
};
/** Nobody has written anything in this browser, and Ana is signed in. */
const anew = () => {
  signIn();
  session.close();
  signIn();
  for (const { id } of unsent.get()) unsent.drop(id);
  refused.set(new Map());
};
const opened = async (conversationId = OPEN_CONVERSATION) => {
  cleanup();
  const { person } = await show(<ChatScreen user={ana} conversationId={conversationId} messageId={undefined} />);
  return { person, box: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Scrieți un mesaj' }) };
};
/** The session runs out and the person signs in again: of what the page had in mind nothing is left, as by a reload. */
const afterReload = () => {
  cleanup();
  session.close('Sesiunea a expirat.');
  signIn();
  return opened();
};
const choose = async ({ person }: Awaited<ReturnType<typeof opened>>, text: string, action: string) => {
  const item = (await screen.findByText(text, { selector: 'li p' })).closest('li')!;
  await person.click(within(item).getByRole('button', { name: 'Acțiuni pentru mesaj' }));
  await person.click(await screen.findByRole('menuitem', { name: action }));
};
const attach = (box: HTMLElement) =>
  fireEvent.drop(box, { dataTransfer: { files: [new File(['x'], 'bon.pdf')], types: ['Files'] } });
const isThere = () => waitFor(() => expect(send().disabled).toBe(false));
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Trimite' });
const KEYS = '{Control>}{Enter}{/Control}';
const stored = () => localStorage.getItem('dosar.drafts') ?? '{}';

/** Ana answers with a text and a file. */
const begun = async () => {
  const open = await opened();
  await choose(open, 'Bună ziua!', 'Răspunde');
  await open.person.type(open.box, 'Bonul');
  attach(open.box);
  await isThere();
  return open;
};

describe('what is being written', () => {
  beforeEach(anew);

  it('is there after a reload with its files and what it answers, until it is sent', async () => {
    const sent = aServerOfTwo();
    await begun();
    const { person, box } = await afterReload();
    expect(box.value).toBe('Bonul');
    expect(screen.getByText('bon.pdf')).toBeTruthy();
    expect(screen.getByText('Răspundeți la mesajul: Elena Dumitrescu')).toBeTruthy();
    await person.type(box, KEYS);
    const quote_message_id = aMessage(1, '').id;
    await waitFor(() => expect(sent).toMatchObject([{ text: 'Bonul', attachment_tokens: [FILE], quote_message_id }]));
    await waitFor(() => expect(stored()).toBe('{}'));
    expect((await afterReload()).box.value).toBe('');
    expect(screen.queryByText('bon.pdf')).toBeNull();
  });

  it('is in its own conversation alone', async () => {
    aServerOfTwo();
    await begun();
    expect((await opened(OTHER)).box.value).toBe('');
    expect([screen.queryByText('bon.pdf'), screen.queryByText(/^Răspundeți la/)]).toEqual([null, null]);
    expect((await opened()).box.value).toBe('Bonul');
    expect(screen.getByText('bon.pdf')).toBeTruthy();
    expect(screen.getByText('Răspundeți la mesajul: Elena Dumitrescu')).toBeTruthy();
  });

  it('has the files that came, or did not, while another conversation was open', async () => {
    let answer = (_: object) => {};
    const coming = new Promise<object>((resolve) => (answer = resolve));
    const sent = aServerOfTwo();
    const whole = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      if (!(address as string).endsWith('/files/upload')) return whole(address, init);
      const said = await coming;
      return said instanceof Response ? said : Response.json(said);
    };
    attach((await opened()).box);
    await opened(OTHER);
    answer(refusal(422, 'Nu e loc.'));
    const { person } = await opened();
    await screen.findByText('bon.pdf: Nu e loc.');
    expect(send().disabled).toBe(true);
    globalThis.fetch = whole;
    await person.click(screen.getByRole('button', { name: 'Încearcă din nou: bon.pdf' }));
    await isThere();
    await person.click(send());
    await waitFor(() => expect(sent).toMatchObject([{ attachment_tokens: [FILE] }]));
  });

  it('is also another text of an own message', async () => {
    const changed = { ...own, text: 'Al meu, altfel', edited: true };
    const asked: unknown[] = [];
    const answer = (_: URL, body: unknown) => {
      asked.push(body);
      return { data: changed };
    };
    aServerOfTwo({ [`PUT /messages/${own.id}`]: answer });
    const open = await opened();
    await open.person.type(open.box, 'Ceva nou');
    await choose(open, 'Al meu', 'Modifică');
    await open.person.type(open.box, ', altfel');
    const { person, box } = await afterReload();
    expect(screen.getByText('Modificați mesajul')).toBeTruthy();
    expect(box.value).toBe('Al meu, altfel');
    await person.type(box, KEYS);
    await waitFor(() => expect(box.value).toBe('Ceva nou'));
    expect(asked).toEqual([{ text: 'Al meu, altfel' }]);
    // what was done is not begun once more
    expect((await afterReload()).box.value).toBe('Ceva nou');
  });

  it('that was kept when only texts were is not lost', async () => {
    aServerOfTwo();
    localStorage.setItem('dosar.drafts', JSON.stringify({ [`${ANA} ${OPEN_CONVERSATION}`]: 'De dinainte' }));
    dispatchEvent(new StorageEvent('storage', { key: 'dosar.drafts' }));
    expect((await opened()).box.value).toBe('De dinainte');
  });
});

describe('a browser that several people use', () => {
  beforeEach(anew);

  it('shows nobody what another has begun, and keeps it for them when their session only ran out', async () => {
    aServerOfTwo();
    await begun();
    cleanup();
    session.close('Sesiunea a expirat.');
    signIn({ id: ELENA });
    expect((await opened()).box.value).toBe('');
    expect([screen.queryByText('bon.pdf'), screen.queryByText(/^Răspundeți la/)]).toEqual([null, null]);
    cleanup();
    await signOut();
    signIn();
    expect((await opened()).box.value).toBe('Bonul');
  });

  it('has nothing left of it once they have signed out', async () => {
    aServerOfTwo();
    await begun();
    await act(signOut);
    expect(stored()).toBe('{}');
    signIn();
    expect((await opened()).box.value).toBe('');
    expect(screen.queryByText('bon.pdf')).toBeNull();
  });
});

describe('a file that is not there any more', () => {
  beforeEach(anew);

  it('is named when what was begun is opened again, and holds the message until it is taken out', async () => {
    let isGone = false;
    const sent = aServerOfTwo({ [`GET /files/${FILE}`]: () => (isGone ? gone() : { file: bon }) });
    await begun();
    isGone = true;
    const { person, box } = await afterReload();
    await screen.findByText('bon.pdf: Fișierul nu mai este în documente.');
    expect(send().disabled).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Renunță la bon.pdf' }));
    expect(document.activeElement).toBe(box);
    await person.type(box, KEYS);
    await waitFor(() => expect(sent).toMatchObject([{ text: 'Bonul', attachment_tokens: [] }]));
  });

  it('is there again once it was restored', async () => {
    let isGone = true;
    aServerOfTwo({ [`GET /files/${FILE}`]: () => (isGone ? gone() : { file: bon }) });
    await begun();
    const { person } = await afterReload();
    await screen.findByText('bon.pdf: Fișierul nu mai este în documente.');
    isGone = false;
    await person.click(screen.getByRole('button', { name: 'Încearcă din nou: bon.pdf' }));
    await isThere();
  });

  it('or a message that is not, is why a message was refused', async () => {
    const wrong = (field: string) => () => refusal(422, 'Datele nu sunt corecte.', { [field]: 'Nu există' });
    aServerOfTwo({ [SEND]: wrong('attachment_tokens'), [`GET /files/${FILE}`]: gone });
    const { person, box } = await begun();
    await person.type(box, KEYS);
    const said = 'Un fișier atașat nu mai este în documente. Alegeți „Modifică” și renunțați la el.';
    await screen.findByText(`Mesajul nu a fost trimis. ${said}`);
    await person.click(screen.getByRole('button', { name: 'Modifică' }));
    await screen.findByText('bon.pdf: Fișierul nu mai este în documente.');
    aServerOfTwo({ [SEND]: wrong('quote_message_id') });
    await person.click(screen.getByRole('button', { name: 'Renunță la bon.pdf' }));
    await person.type(box, KEYS);
    await screen.findByText(/Mesajul la care răspundeți a fost șters\./);
  });
});
