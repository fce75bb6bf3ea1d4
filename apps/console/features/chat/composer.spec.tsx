/** @jest-environment ./testing/browser.cjs */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aFile } from '../../testing/drive';
import { show, type Answers } from '../../testing/screen';
import { aConversation, aMessage, ana, ELENA, signIn, TALK } from '../../testing/talk';
import { ChatScreen } from './chat.screen';
import { refused, unsent } from './outbox';
import { talkDrafts } from './talk-drafts';

const FILE = '0190a000-0000-7000-8000-00000000f11e';
const SEND = `POST /conversations/${TALK}/messages`;

const opened = async (answers: Answers = {}) => {
  signIn();
  talkDrafts.keep(TALK, { text: '', attachments: [], quote: null });
  unsent.set([]);
  refused.set(new Map());
  const bodies: unknown[] = [];
  const sent: Answers = {
    [SEND]: (_, body) => {
      bodies.push(body);
      return { data: aMessage(2, (body as { text: string }).text, { sender_id: ana.id }) };
    },
  };
  aConversation([aMessage(1, 'Bună ziua!')], {}, { ...sent, ...answers });
  const { person } = await show(<ChatScreen user={ana} conversationId={TALK} messageId={undefined} />);
  const box = await screen.findByRole('textbox', { name: 'Scrieți un mesaj' });
  return { person, box, bodies };
};

/** As a browser brings it. jsdom has no clipboard of its own. */
const pasted = (files: readonly File[], texts: Readonly<Record<string, string>> = {}) => ({
  clipboardData: {
    files,
    types: [...Object.keys(texts), ...(files.length > 0 ? ['Files'] : [])],
    getData: (type: string) => texts[type] ?? '',
  },
});
const picture = () => new File(['x'], 'image.png', { type: 'image/png' });

describe('a file that could not be attached', () => {
  const refusal = () =>
    Response.json({ error: 'Nu e loc.', code: 'QUOTA_EXCEEDED', correlation_id: 'x' }, { status: 422 });

  it('keeps the message until it is tried again', async () => {
    let isRefused = true;
    const answer = () => (isRefused ? refusal() : { file: aFile('f-1', 'bon.pdf') });
    const { person, box, bodies } = await opened({ 'POST /files/upload': answer });
    await person.type(box, 'Bonul');
    fireEvent.paste(box, pasted([new File(['x'], 'bon.pdf', { type: 'application/pdf' })]));
    await screen.findByText('bon.pdf: Nu e loc.');
    expect(screen.getByText(/Ce nu s-a putut atașa/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Trimite' }).disabled).toBe(true);
    await person.type(box, '{Control>}{Enter}{/Control}');
    expect(bodies).toEqual([]);

    isRefused = false;
    await person.click(screen.getByRole('button', { name: 'Încearcă din nou: bon.pdf' }));
    await screen.findByText('bon.pdf');
    expect(screen.queryByText(/Ce nu s-a putut atașa/)).toBeNull();
    await person.type(box, '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(bodies).toMatchObject([{ text: 'Bonul', attachment_tokens: ['f-1'] }]));
  });

  it('does not hold the message once it is taken out', async () => {
    const { person, box, bodies } = await opened({ 'POST /files/upload': refusal });
    await person.type(box, 'Fără bon');
    fireEvent.paste(box, pasted([new File(['x'], 'bon.pdf')]));
    await screen.findByText('bon.pdf: Nu e loc.');
    await person.click(screen.getByRole('button', { name: 'Renunță la bon.pdf' }));
    await person.type(box, '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(bodies).toMatchObject([{ text: 'Fără bon' }]));
  });
});

describe('what is being written', () => {
  const again = async () => {
    cleanup();
    const { person } = await show(<ChatScreen user={ana} conversationId={TALK} messageId={undefined} />);
    return { person, box: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Scrieți un mesaj' }) };
  };

  it('is there after a reload with its files and what it answers, for its writer alone, until it is sent', async () => {
    const { person, bodies } = await opened({ 'POST /files/upload': () => ({ file: aFile(FILE, 'bon.pdf') }) });
    const said = (await screen.findByText('Bună ziua!')).closest('li')!;
    await person.click(within(said).getByRole('button', { name: 'Acțiuni pentru mesaj' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Răspunde' }));
    const writing = screen.getByRole('textbox', { name: 'Scrieți un mesaj' });
    await person.type(writing, 'Bonul');
    fireEvent.paste(writing, pasted([new File(['x'], 'bon.pdf')]));
    const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Trimite' });
    await waitFor(() => expect(send().disabled).toBe(false));

    const { box } = await again();
    expect(box.value).toBe('Bonul');
    expect(screen.getByText('bon.pdf')).toBeTruthy();
    expect(screen.getByText('Răspundeți la mesajul: Elena Dumitrescu')).toBeTruthy();

    signIn({ id: ELENA });
    expect((await again()).box.value).toBe('');
    expect(screen.queryByText('bon.pdf')).toBeNull();

    signIn();
    const back = await again();
    await back.person.type(back.box, '{Control>}{Enter}{/Control}');
    const quote_message_id = aMessage(1, '').id;
    await waitFor(() => expect(bodies).toMatchObject([{ text: 'Bonul', attachment_tokens: [FILE], quote_message_id }]));
    await waitFor(() => expect(localStorage.getItem('dosar.drafts')).toBe('{}'));
    expect((await again()).box.value).toBe('');
    expect(screen.queryByText('bon.pdf')).toBeNull();
  });
});

describe('what is pasted', () => {
  const uploaded = (names: string[]): Answers => ({
    'POST /files/upload': (_, body) => {
      const { name } = (body as FormData).get('file') as File;
      names.push(name);
      return { file: aFile('f-1', name) };
    },
  });

  it('is attached when it is a picture, under a name that says when', async () => {
    const names: string[] = [];
    const { box } = await opened(uploaded(names));
    expect(fireEvent.paste(box, pasted([picture()]))).toBe(false);
    await waitFor(() => expect(names).toEqual([expect.stringMatching(/^Captură .*\.png$/)]));
  });

  it('keeps its name when it was dropped, not pasted', async () => {
    const names: string[] = [];
    const { box } = await opened(uploaded(names));
    fireEvent.drop(box, { dataTransfer: { files: [picture()], types: ['Files'] } });
    await waitFor(() => expect(names).toEqual(['image.png']));
  });

  it('stays a text when it comes with a picture of itself, as from a table', async () => {
    const names: string[] = [];
    const { box } = await opened(uploaded(names));
    const table = { 'text/plain': '12\t34', 'text/html': '<table></table>' };
    expect(fireEvent.paste(box, pasted([picture()], table))).toBe(true);
    expect(names).toEqual([]);
  });

  it('is a file when it comes with its own name, as from a folder', async () => {
    const names: string[] = [];
    const { box } = await opened(uploaded(names));
    fireEvent.paste(box, pasted([new File(['x'], 'factura.pdf')], { 'text/plain': 'factura.pdf' }));
    await waitFor(() => expect(names).toEqual(['factura.pdf']));
  });
});
