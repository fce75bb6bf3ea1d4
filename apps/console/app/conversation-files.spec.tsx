/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor, within } from '@testing-library/react';
import type { Feature, Me } from '@dosar/contracts';
import { session } from '../platform/api';
import { toasts } from '../platform/toasts';
import { aFile, aFolder } from '../testing/drive';
import { show, type Answers } from '../testing/screen';
import {
  aConversation,
  aMessage,
  ana,
  anAttachment,
  CLIENT,
  ELENA,
  signIn,
  OPEN_CONVERSATION,
} from '../testing/conversation';
import { staysSo } from '../testing/waiting';
import { ChatScreen } from '../features/chat/chat.screen';
import { FilesLook } from '../features/files/preview/files-look';
import { PreviewPlace } from '../ui/dialogs/preview-place';

const photo = { ...anAttachment(50, 'bon.jpg'), mime_type: 'image/jpeg' };
const paper = { ...anAttachment(51, 'contract.pdf'), mime_type: 'application/pdf' };
const none = { ...anAttachment(52, 'poză.jpg'), mime_type: 'image/jpeg' };
const PIXELS = { thumbnail: { type: 'image/webp', width: 480, height: 360, data: 'UklGRg==' } };
const gone = () =>
  Response.json({ error: 'Nu a fost găsit.', code: 'NOT_FOUND', correlation_id: 'x' }, { status: 404 });

const broken = () => Response.json({ error: 'Eroare.', code: 'INTERNAL_ERROR', correlation_id: 'x' }, { status: 500 });

/** Elena, who does the accounting of Ana's company. */
const elena = (...features: readonly Feature[]): Me => ({
  ...ana,
  id: ELENA,
  role: 'accountant',
  client: null,
  features: [...ana.features, 'bulk_operations', ...features],
});

const kept = (attachment: typeof photo) =>
  aFile(attachment.file_id, attachment.name!, 'd', {
    client_id: CLIENT,
    mime_type: attachment.mime_type,
    sha256: attachment.name,
  });

/** A message with a photo and a paper, which are in the client's documents. */
const opened = async (user: Me, more: Answers = {}) => {
  signIn();
  session.close();
  signIn(user);
  toasts.shown.set([]);
  const done: unknown[] = [];
  const operation = { id: 'o', status: 'completed', total: 1, done: 1, failed: [], created_at: '', finished_at: '' };
  const bulk = (kind: string) => (_: URL, body: unknown) => {
    done.push([kind, body]);
    return { operation: { ...operation, kind } };
  };
  const each = [photo, none, paper].map((file): Answers => {
    const { file_id: id } = file;
    return {
      [`GET /files/${id}`]: () => ({ file: kept(file) }),
      [`GET /files/${id}/preview`]: () => ({ url: '#', kind: 'none' }),
      [`GET /files/${id}/history`]: () => ({ events: [], next_before: null }),
      [`GET /files/${id}/parts`]: () => ({ parts: [] }),
      [`GET /files/${id}/notes`]: () => ({ notes: [] }),
      [`GET /files/${id}/thumbnail`]: () => (file === none ? { thumbnail: null, why: 'damaged' } : PIXELS),
    };
  });
  const asked = aConversation(
    [aMessage(1, 'Bonul și contractul', { attachments: [photo, none, paper] })],
    {},
    {
      ...Object.assign({}, ...each),
      'GET /folders/tree': () => ({
        client_id: CLIENT,
        tree: ['d', 'e'].map((id) => ({ ...aFolder(id, `Dosar ${id}`), children: [] })),
      }),
      [`GET /clients/${CLIENT}`]: () => ({ client: { id: CLIENT, societate: 'Brutăria', cui: '1' } }),
      'POST /bulk/files/status': bulk('status'),
      'POST /bulk/files/move': bulk('move'),
      ...more,
    },
  );
  const { person } = await show(
    <PreviewPlace value={(files) => <FilesLook {...files} />}>
      <ChatScreen user={user} conversationId={OPEN_CONVERSATION} />
    </PreviewPlace>,
  );
  await screen.findByText('Bonul și contractul', { selector: 'li p' });
  return { person, done, asked };
};
const ofFile = (name: string) => screen.findByRole('button', { name: `Deschide ${name}` });

describe('what came with a message', () => {
  it('is seen, when it is a picture, as large as a message shows it', async () => {
    const { asked } = await opened(elena());
    const button = await ofFile('bon.jpg');
    await waitFor(() => expect(button.querySelector('img')?.src).toBe('data:image/webp;base64,UklGRg=='));
    expect(asked).toContain(`GET /api/files/${photo.file_id}/thumbnail?size=message`);
    expect((await ofFile('contract.pdf')).querySelector('img')).toBeNull();
    // what says that it is a picture and is none is called by its name
    await waitFor(() => expect(asked).toContain(`GET /api/files/${none.file_id}/thumbnail?size=message`));
    const named = await ofFile('poză.jpg');
    await staysSo(() => within(named).queryByText('poză.jpg') !== null);
  });

  it('is looked at by a press, among its neighbours, and booked there by a key', async () => {
    const { person, done } = await opened(elena());
    await person.click(await ofFile('bon.jpg'));
    const preview = within(await screen.findByRole('dialog', { name: 'bon.jpg' }));
    expect(preview.getByText('1 din 3')).toBeTruthy();
    await person.click(preview.getAllByRole('button', { name: 'Detalii' })[0]!);
    expect((await preview.findAllByText(/Dosar d/)).length).toBeGreaterThan(0);
    await person.click(preview.getByRole('button', { name: /^Contabilizat/ }));
    await waitFor(() =>
      expect(done).toEqual([
        ['status', { client_id: CLIENT, file_ids: [photo.file_id], accounting_status: 'accounting_completed' }],
      ]),
    );
    // the review goes on by itself
    await screen.findByRole('dialog', { name: 'poză.jpg' });
    await person.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: 'contract.pdf' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await ofFile('contract.pdf'));
  });

  it('is put into another folder from there, by one who may', async () => {
    const { person, done } = await opened(elena());
    await person.click(await ofFile('bon.jpg'));
    const preview = within(await screen.findByRole('dialog', { name: 'bon.jpg' }));
    await person.click(preview.getAllByRole('button', { name: 'Mută în…' })[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Unde mutăm elementul?' }));
    await person.click(await dialog.findByText('Dosar e'));
    // keys of the preview are not meant while it is asked where to
    await person.keyboard('{ArrowRight}');
    await person.click(dialog.getByRole('button', { name: 'Mută aici' }));
    const body = { client_id: CLIENT, file_ids: [photo.file_id], folder_ids: [], target_folder_id: 'e' };
    await waitFor(() => expect(done).toEqual([['move', body]]));
    await screen.findByRole('dialog', { name: 'bon.jpg' });
  });

  it('that was deleted since is said to be gone', async () => {
    const { person } = await opened(elena(), { [`GET /files/${photo.file_id}`]: gone });
    await person.click(await ofFile('bon.jpg'));
    await screen.findByText('Documentul nu mai este aici');
  });

  it('that cannot be read is said so, and read again; its neighbours are looked at meanwhile', async () => {
    let isWell = false;
    const read = () => (isWell ? { file: kept(photo) } : broken());
    const { person } = await opened(elena(), { [`GET /files/${photo.file_id}`]: read });
    await person.click(await ofFile('contract.pdf'));
    await screen.findByRole('dialog', { name: 'contract.pdf' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(await ofFile('bon.jpg'));
    await screen.findByText('Documentul nu a putut fi încărcat');
    isWell = true;
    await person.click(screen.getByRole('button', { name: 'Încearcă din nou' }));
    await screen.findByRole('dialog', { name: 'bon.jpg' });
  });

  it('is downloaded where documents are not offered', async () => {
    const { person, asked } = await opened(
      { ...ana, features: ['chat'] },
      {
        [`GET /files/${paper.file_id}/download`]: () => ({ url: '#' }),
      },
    );
    await person.click(await screen.findByRole('button', { name: 'Descarcă contract.pdf' }));
    await waitFor(() => expect(asked).toContain(`GET /api/files/${paper.file_id}/download`));
  });
});

it('from a conversation about a client its documents are a press away', async () => {
  await opened(elena());
  const link = screen.getByRole('link', { name: 'Documente' });
  expect(link.getAttribute('href')).toBe(`/files?clientId=${CLIENT}`);
});
