/** @jest-environment ./testing/browser.cjs */
import { useState } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import { useRouterState } from '@tanstack/react-router';
import type { UserEvent } from '@testing-library/user-event';
import { session } from '../../../platform/api';
import { toasts } from '../../../platform/toasts';
import { aFile, aFolder } from '../../../testing/drive';
import { show, type Answers } from '../../../testing/screen';
import {
  aConversation,
  aMessage,
  ana,
  anAttachment,
  CLIENT,
  signIn,
  OPEN_CONVERSATION,
} from '../../../testing/conversation';
import { ChatScreen } from '../chat.screen';
import { staysSo } from '../../../testing/waiting';

const came = anAttachment(50, 'contract.pdf');

/** The conversation as its address says; at first a file is asked about. It can be opened anew, as by a reload. */
const AtAddress = ({ features, fileId }: { readonly features: typeof ana.features; readonly fileId?: string }) => {
  const [times, setTimes] = useState(0);
  const isFirst = useRouterState({ select: ({ location }) => location.pathname === '/' });
  return (
    <>
      <ChatScreen
        key={times}
        user={{ ...ana, features }}
        conversationId={OPEN_CONVERSATION}
        fileId={isFirst ? fileId : undefined}
      />
      <button onClick={() => setTimes(times + 1)}>Din nou</button>
    </>
  );
};

/** A conversation beside the client's documents: one at the root, one in a folder. */
const opened = async (fileId?: string, features = ana.features, text = 'Verificați TVA', more: Answers = {}) => {
  // nothing is left of what another test wrote
  signIn();
  session.close();
  signIn();
  toasts.shown.set([]);
  const written: unknown[] = [];
  const message = aMessage(1, text, { attachments: [came] });
  aConversation(
    [message],
    {},
    {
      'GET /folders/tree': () => ({ client_id: CLIENT, tree: [{ ...aFolder('d', 'Facturi'), children: [] }] }),
      'GET /files/a': () => ({ file: aFile('a', 'aviz.pdf') }),
      'GET /files': ({ searchParams: query }) => ({
        files: query.get('folderId') === 'd' ? [aFile('i', 'factura.pdf', 'd')] : [aFile('a', 'aviz.pdf')],
      }),
      [`POST /conversations/${OPEN_CONVERSATION}/messages`]: (_, body) => {
        written.push(body);
        return { data: aMessage(2, '') };
      },
      [`POST /files/${came.file_id}/notes`]: (_, body) => {
        written.push(body);
        const author = { id: ana.id, name: ana.name, role: 'user' };
        return { note: { id: 'n', file_id: came.file_id, text: '', author, created_at: message.created_at } };
      },
      ...more,
    },
  );
  const { person } = await show(<AtAddress features={features} {...(fileId && { fileId })} />);
  return { person, written };
};
const choose = async (person: UserEvent, button: string, item: string) => {
  await person.click(await screen.findByRole('button', { name: button }));
  await person.click(await screen.findByRole('menuitem', { name: item }));
  return within(await screen.findByRole('dialog'));
};

it('files that the client has already go with a message', async () => {
  const { person, written } = await opened();
  const dialog = await choose(person, 'Atașează fișiere', 'Din documentele mele');
  await person.click(await dialog.findByRole('checkbox', { name: 'aviz.pdf' }));
  await person.click(dialog.getByRole('button', { name: 'Facturi' }));
  // the focus stays in the dialog, at the folder that is open now
  expect((document.activeElement as HTMLElement).textContent).toBe('Facturi');
  await person.click(await dialog.findByRole('checkbox', { name: 'factura.pdf' }));
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'aviz.pdf' }).checked).toBe(true);
  await person.click(dialog.getByRole('button', { name: 'Documente' }));
  expect((document.activeElement as HTMLElement).textContent).toBe('Documente');
  expect(await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'factura.pdf' })).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Atașează' }));
  await screen.findByRole('button', { name: 'Renunță la factura.pdf' });
  await person.click(screen.getByRole('button', { name: 'Trimite' }));
  await waitFor(() => expect(written).toEqual([{ text: '', attachment_tokens: ['a', 'i'] }]));
});

it('a file of another folder can be left out again', async () => {
  const { person } = await opened();
  const dialog = await choose(person, 'Atașează fișiere', 'Din documentele mele');
  await person.click(await dialog.findByRole('checkbox', { name: 'aviz.pdf' }));
  await person.click(dialog.getByRole('button', { name: 'Facturi' }));
  await dialog.findByRole('checkbox', { name: 'factura.pdf' });
  await person.click(dialog.getByRole('checkbox', { name: 'aviz.pdf' }));
  expect(dialog.queryByRole('checkbox', { name: 'aviz.pdf' })).toBeNull();
  expect((document.activeElement as HTMLElement).textContent).toBe('Facturi');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Atașează' }).disabled).toBe(true);
});

it('a message is noted beside a file that came with it', async () => {
  const { person, written } = await opened();
  const dialog = await choose(person, 'Acțiuni pentru mesaj', 'Notează la un fișier');
  const likely = await dialog.findByRole<HTMLInputElement>('radio', { name: 'contract.pdf' });
  expect(likely.checked).toBe(true);
  // one alone
  const other = await dialog.findByRole<HTMLInputElement>('radio', { name: 'aviz.pdf' });
  await person.click(other);
  expect([likely.checked, other.checked]).toEqual([false, true]);
  await person.click(likely);
  await person.click(dialog.getByRole('button', { name: 'Adaugă nota' }));
  await waitFor(() =>
    expect(toasts.shown.get().map(({ title }) => title)).toEqual(['Mesajul este notat la contract.pdf']),
  );
  expect(written).toEqual([{ text: expect.stringMatching(/^Elena Dumitrescu, .*:\nVerificați TVA$/) as string }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a message that is longer than a note is noted as far as it fits', async () => {
  const { person, written } = await opened(undefined, undefined, 'ș'.repeat(6_000));
  const dialog = await choose(person, 'Acțiuni pentru mesaj', 'Notează la un fișier');
  await person.click(await dialog.findByRole('button', { name: 'Adaugă nota' }));
  await waitFor(() => expect(written).toHaveLength(1));
  const [{ text }] = written as [{ readonly text: string }];
  expect([text.length, text.slice(-2)]).toEqual([5_000, 'ș…']);
});

it('a file that is asked about goes with the question, unless it is left out', async () => {
  const { person, written } = await opened('a');
  await person.click(await screen.findByRole('button', { name: 'Renunță la aviz.pdf' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Renunță la aviz.pdf' })).toBeNull());
  await person.type(screen.getByRole('textbox', { name: 'Scrieți un mesaj' }), 'Ce este?');
  await person.click(screen.getByRole('button', { name: 'Trimite' }));
  await waitFor(() => expect(written).toEqual([{ text: 'Ce este?', attachment_tokens: [] }]));
});

it('a file that was asked about does not come back when the conversation is opened anew', async () => {
  const { person, written } = await opened('a');
  await screen.findByRole('button', { name: 'Renunță la aviz.pdf' });
  await person.click(screen.getByRole('button', { name: 'Din nou' }));
  await screen.findByRole('button', { name: 'Renunță la aviz.pdf' });
  await person.click(screen.getByRole('button', { name: 'Trimite' }));
  await waitFor(() => expect(written).toEqual([{ text: '', attachment_tokens: ['a'] }]));
  await person.click(screen.getByRole('button', { name: 'Din nou' }));
  await screen.findByRole('textbox', { name: 'Scrieți un mesaj' });
  await staysSo(() => screen.queryByRole('button', { name: 'Renunță la aviz.pdf' }) === null);
});

it('why a file cannot be asked about is said', async () => {
  const gone = { error: 'Fișierul nu mai există.', code: 'NOT_FOUND', correlation_id: 'x' };
  await opened('a', undefined, undefined, { 'GET /files/a': () => Response.json(gone, { status: 404 }) });
  await screen.findByText('Fișierul despre care întrebați: Fișierul nu mai există.');
  screen.getByRole('button', { name: 'Renunță la Fișierul despre care întrebați' });
});

it('nothing is done with files where no documents are offered', async () => {
  const { person } = await opened(undefined, ['chat', 'file_notes']);
  await person.click(await screen.findByRole('button', { name: 'Acțiuni pentru mesaj' }));
  await screen.findByRole('menuitem', { name: 'Răspunde' });
  expect(screen.queryByRole('menuitem', { name: 'Notează la un fișier' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Atașează fișiere' })).toBeNull();
});
