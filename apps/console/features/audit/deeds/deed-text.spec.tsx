/** @jest-environment ./testing/browser.cjs */
import { cleanup, screen } from '@testing-library/react';
import type { AuditEvent, Deed } from '@dosar/contracts';
import { show } from '../../../testing/screen';
import { useDeedText } from './deed-text';

const Said = ({ deed }: { readonly deed: Deed }) => {
  const { sentenceOf, noteOf } = useDeedText();
  const { before, thing, after } = sentenceOf(deed);
  return <p role="note">{`${before}[${thing}]${after} | ${noteOf(deed)}`}</p>;
};

const IOANA = { id: 'i', name: 'Ioana', role: 'admin' };

type Told = Partial<AuditEvent> & { readonly counts?: Readonly<Record<string, number>> };

/** What is said of a deed of Ioana's, by its telling event and what else it caused. */
const said = async (event_type: string, { counts = { [event_type]: 1 }, ...event }: Told = {}) => {
  const told = { resource_type: 'file', resource_name: null, client_name: null, details: {}, user: IOANA, ...event };
  const deed = {
    event: { event_type, ...told },
    user: told.user,
    client_name: told.client_name,
    counts: Object.entries(counts).map(([type, count]) => ({ event_type: type, count })),
  };
  await show(<Said deed={deed as unknown as Deed} />);
  const text = screen.getByRole('note').textContent;
  cleanup();
  return text;
};

describe('a deed in one sentence', () => {
  it('names the one thing that it was done to, and whose that is', async () => {
    const details = { file_name: 'bon.pdf', folder_path: '/Acte' };
    expect(await said('FileDeleted', { details, client_name: 'Brutăria' })).toBe('Ioana a șters [bon.pdf] | Brutăria');
    const client = { resource_type: 'client', resource_name: 'Brutăria', client_name: 'Brutăria' };
    expect(await said('ClientDeleted', client)).toBe('Ioana a șters clientul [Brutăria] | ');
    const folder = { resource_type: 'folder', details: { folder_name: 'Acte' } };
    expect(await said('FolderCreated', folder)).toBe('Ioana a creat [dosarul Acte] | ');
  });

  it('counts many things, and says where they were', async () => {
    const details = { file_name: 'bon.pdf', folder_path: '/2026/2026-09' };
    const many = { details, counts: { FileDeleted: 501, BulkStarted: 1, BulkFinished: 1 } };
    expect(await said('FileDeleted', many)).toBe('Ioana a șters [501 documente din 2026-09] | ');
    const few = { details: { from: { folder_path: '/' }, to: { folder_path: '/A' } }, counts: { FileMoved: 2 } };
    expect(await said('FileMoved', few)).toBe('Ioana a mutat [2 documente] | ');
  });

  it('counts what lay in a folder, or was chosen with it, beside the folder', async () => {
    const folder = { resource_type: 'folder', details: { folder_name: 'Acte' } };
    const counts = { FolderDeleted: 1, FileDeleted: 500, NotificationRaised: 3 };
    expect(await said('FolderDeleted', { ...folder, counts })).toBe(
      'Ioana a șters [dosarul Acte și încă 500 de elemente] | ',
    );
  });

  it('says what became of one thing, and in which state many are', async () => {
    const details = { file_name: 'bon.pdf', from: 'new', to: 'processed' };
    expect(await said('FileProcessStateChanged', { details })).toBe(
      'Ioana a trecut [bon.pdf] în starea „Prelucrat” | Nou → Prelucrat',
    );
    const taken = { details: { file_name: 'bon.pdf', from: 'accounting_pending', to: null } };
    expect(await said('FileAccountingStatusChanged', taken)).toMatch(
      /^Ioana a scos starea contabilă de la \[bon\.pdf\]/,
    );
  });

  it('says what somebody wrote or looked for, shortened', async () => {
    const message = { resource_type: 'message', details: { text: 'Bună ziua! '.repeat(20) } };
    expect(await said('MessageSent', message)).toMatch(/^Ioana a scris: \[Bună ziua!.{60,80}…\] \| $/);
    const search = { resource_type: 'user', resource_id: 'x', details: { query: 'bon' } };
    expect(await said('SearchRecorded', search)).toBe('Ioana a căutat [bon] | ');
  });

  it('says who did it: the system, or somebody whose name was erased', async () => {
    const user = { resource_type: 'user', resource_id: 'a', resource_name: 'Ana' };
    expect(await said('UserRegistered', { ...user, user: null })).toBe('Sistemul a creat contul [Ana] | ');
    expect(await said('UserDeleted', { ...user, user: { ...IOANA, name: null } })).toBe(
      '(persoană ștearsă) a șters contul [Ana] | ',
    );
    expect(await said('PasswordChanged', { resource_type: 'user', resource_id: 'i' })).toBe(
      'Ioana a schimbat parola contului [propriu] | ',
    );
  });

  it('says of a refusal what was tried', async () => {
    const details = { routes: ['GET /audit/events', 'GET /firms'], count: 2 };
    expect(await said('AccessRefused', { resource_type: 'session', details })).toBe(
      'Accesul a fost refuzat: Ioana[] | GET /audit/events, GET /firms',
    );
  });

  it('says what happened, where there is no sentence for it', async () => {
    expect(await said('BulkCancelled', { resource_type: 'bulk' })).toBe('Ioana: Operație în masă anulată[] | ');
    expect(await said('FolderPainted', { resource_type: 'x', resource_name: 'Acte' })).toBe(
      'Ioana: FolderPainted, [Acte] | ',
    );
  });
});
