/** @jest-environment ./testing/browser.cjs */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { session } from '../../../platform/api';
import { aFile } from '../../../testing/drive';
import { show, type Answers } from '../../../testing/screen';
import { aConversation, aMessage, ana, signIn, OPEN_CONVERSATION } from '../../../testing/conversation';
import { ChatScreen } from '../chat.screen';
import { refused, unsent } from './outbox';

const SEND = `POST /conversations/${OPEN_CONVERSATION}/messages`;

const opened = async (answers: Answers = {}) => {
  // nothing is left of what another test wrote
  signIn();
  session.close();
  signIn();
  for (const { id } of unsent.get()) unsent.drop(id);
  refused.set(new Map());
  const bodies: unknown[] = [];
  const sent: Answers = {
    [SEND]: (_, body) => {
      bodies.push(body);
      return { data: aMessage(2, (body as { text: string }).text, { sender_id: ana.id }) };
    },
  };
  aConversation([aMessage(1, 'Bună ziua!')], {}, { ...sent, ...answers });
  const { person } = await show(<ChatScreen user={ana} conversationId={OPEN_CONVERSATION} messageId={undefined} />);
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

describe('Enter', () => {
  const hint = () => {
    const said = screen.getByRole('textbox', { name: 'Scrieți un mesaj' }).getAttribute('aria-description')!;
    return screen.getByText(said).textContent;
  };

  it('is a new line until somebody chooses that it sends; that is said, and remembered', async () => {
    localStorage.removeItem('dosar.enter');
    dispatchEvent(new StorageEvent('storage', { key: 'dosar.enter' }));
    const { person, box, bodies } = await opened();
    expect(hint()).toBe('Enter trece la rând nou, Ctrl+Enter trimite.');
    await person.type(box, 'unu{Enter}');
    await person.click(screen.getByRole('button', { name: 'Schimbă ce face Enter' }));
    expect(document.activeElement).toBe(box);
    expect(hint()).toBe('Enter trimite, Shift+Enter trece la rând nou.');
    await person.keyboard('doi{Shift>}{Enter}{/Shift}trei{Enter}');
    await waitFor(() => expect(bodies).toMatchObject([{ text: 'unu\ndoi\ntrei' }]));
    cleanup();
    const again = await opened();
    await again.person.type(again.box, 'din nou{Enter}');
    await waitFor(() => expect(again.bodies).toMatchObject([{ text: 'din nou' }]));
    await again.person.click(screen.getByRole('button', { name: 'Schimbă ce face Enter' }));
    await again.person.keyboard('rând{Enter}');
    expect((again.box as HTMLTextAreaElement).value).toBe('rând\n');
  });

  it('chooses whom one names before it sends', async () => {
    const { person, box, bodies } = await opened();
    await person.click(screen.getByRole('button', { name: 'Schimbă ce face Enter' }));
    await person.type(box, '@El{Enter}');
    expect((box as HTMLTextAreaElement).value).toBe('@Elena Dumitrescu ');
    expect(bodies).toEqual([]);
    await person.keyboard('{Enter}');
    await waitFor(() => expect(bodies).toHaveLength(1));
    await person.click(screen.getByRole('button', { name: 'Schimbă ce face Enter' }));
  });
});
