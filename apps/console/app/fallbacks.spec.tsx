/** @jest-environment ./testing/browser.cjs */
import { screen } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import i18next, { type ParseKeys } from 'i18next';
import { ChangePassword } from '../features/account/change-password';
import { ClientList } from '../features/companies/choice/client-list';
import { clients } from '../features/companies/companies.queries';
import { entryOfFile, entryOfFolder } from '../features/files/list/entries';
import { NameEditor } from '../features/files/list/name-editor';
import { FolderNameDialog } from '../features/files/folder/folder-name.dialog';
import { LoginScreen } from '../features/sign-in/login.screen';
import { problemOf } from '../platform/refusals';
import { aFile, aFolder } from '../testing/drive';
import { show } from '../testing/screen';
import { speak, speakAlso } from './i18n';

/** portal.md section 8, word for word. */
const FALLBACKS: Readonly<Record<string, ParseKeys>> = {
  'Login failed': 'login.failed',
  'Password change failed': 'account.password.failed',
  'Failed to load files': 'failures.loadFiles',
  'Failed to load folders': 'failures.loadFolders',
  'Failed to create folder': 'failures.createFolder',
  'Failed to rename file': 'failures.renameFile',
  'Failed to rename folder': 'failures.renameFolder',
  'Failed to move files': 'failures.move',
  'Failed to delete files': 'failures.delete',
  'Upload failed': 'failures.upload',
  'Failed to extract ZIP': 'failures.extractZip',
  'Failed to download files': 'failures.download',
  'Failed to load notes': 'failures.loadNotes',
  'Failed to add note': 'failures.addNote',
  'Failed to load clients': 'choice.fault',
  'Failed to load notifications': 'inbox.failed',
  'Failed to load preferences': 'inbox.failedPreferences',
  'Failed to update preferences': 'inbox.failedChange',
  'Failed to mark notification as read': 'inbox.failedRead',
  'Failed to mark all as read': 'inbox.failedReadAll',
  'Failed to delete notification': 'inbox.failedDelete',
  'Failed to fetch user': 'screens.userFault',
  'An error occurred': 'faults.unknown',
  'No download URL received from server': 'failures.noAddress',
};

it('what is said without a sentence of the server is as specified, and said in Romanian, too', async () => {
  await speakAlso('signedIn', 'en');
  await speak('en');
  for (const [sentence, key] of Object.entries(FALLBACKS)) expect([key, i18next.t(key)]).toEqual([key, sentence]);
  await speakAlso('signedIn', 'ro');
  await speak('ro');
  const inRomanian = Object.values(FALLBACKS).map((key) => i18next.t(key));
  expect(new Set(inRomanian).size).toBe(inRomanian.length);
  for (const sentence of inRomanian) expect(Object.keys(FALLBACKS)).not.toContain(sentence);
});

/** A proxy answers everything so. */
const aProxy = (status: number) => {
  globalThis.fetch = () =>
    Promise.resolve(new Response('<html>nginx</html>', { status, headers: { 'content-type': 'text/html' } }));
};
const refuse = () => Promise.reject(problemOf(413, undefined));
const rename = (entry: Parameters<typeof NameEditor>[0]['entry']) => (
  <NameEditor entry={entry} onRename={refuse} onEnd={() => {}} />
);
const Clients = () => <ClientList query={useQuery(clients())}>-</ClientList>;
const nobody = { notice: null, done: null, isFirst: false, onSignedIn: () => Promise.resolve() };

describe('what a proxy refuses says what could not be done, and why', () => {
  it('signing in', async () => {
    aProxy(502);
    const { person } = await show(<LoginScreen {...nobody} email="ana@exemplu.ro" />);
    await person.type(screen.getByLabelText('Parolă'), 'Parola123{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Autentificarea nu a reușit\. Serverul nu este disponibil acum \(răspuns 502\)/,
    );
  });

  it('changing a password', async () => {
    aProxy(403);
    const { person } = await show(<ChangePassword email={null} />);
    await person.type(screen.getByLabelText('Parola curentă'), 'Parola123');
    await person.type(screen.getByLabelText('Parola nouă'), 'Dulceata99x');
    await person.type(screen.getByLabelText('Parola nouă, încă o dată'), 'Dulceata99x{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Parola nu a putut fi schimbată. Acces interzis');
  });

  it('reading the clients', async () => {
    aProxy(500);
    await show(<Clients />);
    expect(await screen.findByRole('heading', { name: 'Clienții nu au putut fi încărcați' })).toBeTruthy();
    expect(screen.getByText('Eroare a serverului (răspuns 500). Încercați din nou.')).toBeTruthy();
  });

  it('making a folder', async () => {
    const { person } = await show(<FolderNameDialog onCreate={refuse} onClose={() => {}} />);
    await person.type(screen.getByLabelText('Numele dosarului'), 'Facturi{Enter}');
    expect(await screen.findByText('Dosarul nu a putut fi creat. Cererea este prea mare.')).toBeTruthy();
  });

  it.each([
    ['a file', rename(entryOfFile(aFile('f', 'a.pdf'))), 'Fișierul nu a putut fi redenumit. Cererea este prea mare.'],
    [
      'a folder',
      rename(entryOfFolder(aFolder('d', 'Facturi'))),
      'Dosarul nu a putut fi redenumit. Cererea este prea mare.',
    ],
  ])('renaming %s', async (_, editor, sentence) => {
    const { person } = await show(editor);
    await person.type(screen.getByRole('textbox', { name: 'Numele nou' }), 'x{Enter}');
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});
