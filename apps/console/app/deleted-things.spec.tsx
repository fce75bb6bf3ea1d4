/** @jest-environment ./testing/browser.cjs */
import { act, screen, waitFor } from '@testing-library/react';
import { useStore } from '../platform/storage/store';
import type { Me } from '@dosar/contracts';
import { invalidate } from '../platform/queries';
import { aClient, aDrive, aFile, aFolder } from '../testing/drive';
import { aServer, show } from '../testing/screen';
import { ClientPicker } from '../features/companies/choice/client-picker';
import { chosenClient } from '../features/companies/choice/chosen-client';
import { FilesScreen } from '../features/files/files.screen';

const accountant = { id: 'u1', role: 'accountant', client: null, features: ['file_manager'] } as unknown as Me;
const GONE = () =>
  Response.json({ error: 'Nu a fost găsit.', code: 'NOT_FOUND', correlation_id: 'x' }, { status: 404 });
/** From now on this alone is answered, and all is read again. */
const then = (answers: Parameters<typeof aServer>[0]) =>
  act(async () => {
    aServer(answers);
    await invalidate(['clients', 'files', 'folders']);
  });
const CLIENT = ['/clients/c', '/folders', '/folders/tree', '/files', '/files/trash', '/files/repeated'] as const;
const allOf = (answer: () => object) => Object.fromEntries(CLIENT.map((path) => [`GET ${path}`, answer]));

describe('what is deleted while it is looked at', () => {
  it('is a client: its screen says so and offers another, with nothing left that could be done to it', async () => {
    aDrive({ folders: [], files: [aFile('a', 'aviz.pdf')] });
    const { person } = await show(<FilesScreen user={accountant} clientId="c" folderId={null} offersMonth={false} />);
    await person.click(await screen.findByRole('button', { name: 'Dosar nou' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await then(allOf(GONE));
    expect(await screen.findByRole('heading', { name: '„Brutăria” nu mai este aici' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Alegeți alt client' }).getAttribute('href')).toBe('/files-select');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Dosar nou' })).toBeNull();
  });

  it('is a folder: it is said who deleted it, and when', async () => {
    aDrive({ folders: [aFolder('f', 'Facturi')], files: [] });
    await show(<FilesScreen user={accountant} clientId="c" folderId="f" offersMonth={false} />);
    expect(await screen.findByRole('heading', { name: 'Facturi' })).toBeTruthy();
    const gone = { deleted_at: '2026-03-04T10:00:00.000Z', deleted_by: { id: 'u2', name: 'Ion Pop' } };
    await then({
      ...allOf(GONE),
      'GET /clients/c': () => ({ client: aClient('c', 'Brutăria') }),
      'GET /folders/tree': () => ({ tree: [] }),
      'GET /files/trash': () => ({ files: [], folders: [aFolder('f', 'Facturi', null, gone)] }),
    });
    expect(await screen.findByText('Șters de Ion Pop la 04.03.2026 12:00. Îl găsiți în coș.')).toBeTruthy();
  });

  it('is the chosen client: no other is chosen in its place', async () => {
    const Chosen = () => <output>{useStore(chosenClient)}</output>;
    const clients = (...ids: readonly string[]) => ({
      clients: ids.map((id) => aClient(id, `Clientul ${id}`)),
      page: 1,
      pageSize: 100,
      total: ids.length,
    });
    const others = { 'GET /users/me': () => ({ user: { ...accountant, pinned_clients: [] } }) };
    aServer({ ...others, 'GET /clients': () => clients('a', 'b') });
    chosenClient.set('b');
    await show(
      <>
        <ClientPicker onChoose={() => {}} />
        <Chosen />
      </>,
    );
    expect(await screen.findByDisplayValue(/^Clientul b/)).toBeTruthy();
    await then({ ...others, 'GET /clients': () => clients('a'), 'GET /clients/b': GONE });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    chosenClient.set(null);
  });
});
