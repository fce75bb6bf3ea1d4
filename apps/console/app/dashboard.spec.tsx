/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { FEATURES, type Activity, type Dashboard, type FoundDocument, type Me } from '@dosar/contracts';
import { Row } from '../features/chat/conversations/conversation-list';
import { DashboardScreen } from '../features/dashboard/dashboard.screen';
import { DocumentRows } from '../features/files/documents/document-rows';
import { aFile } from '../testing/drive';
import { aServer, show } from '../testing/screen';

const accountant = { id: 'e', role: 'accountant', name: 'Elena Popa', features: FEATURES } as unknown as Me;

const days = (...counts: readonly number[]) =>
  Array.from({ length: 30 }, (_, at) => ({
    day: `2026-11-${String(at + 1).padStart(2, '0')}`,
    count: counts[at] ?? 0,
  }));

const nothing: Dashboard = {
  unread_messages: 0,
  last_activity: null,
  recent_activity: [],
  clients: [],
  statistics: { total_files: 0, total_conversations: 0, pending_files: 0 },
  uploads_by_day: days(),
  by_status: {
    process_state: { new: 0, processing: 0, processed: 0 },
    accounting_status: { accounting_pending: 0, accounting_in_review: 0, accounting_completed: 0, none: 0 },
  },
};

const AT = '2026-11-23T12:05:00.000Z';
let made = 0;
const act = (event_type: string, more: Partial<Activity> = {}): Activity => ({
  id: `e${(made += 1)}`,
  first_id: 'e1',
  event_type,
  timestamp: AT,
  to: null,
  count: 1,
  user: { id: 'a', name: 'Ana Țăranu', role: 'user' },
  client: { id: 'c', name: 'Brutăria' },
  resource: { type: 'file', id: 'f', name: 'bon.pdf', folder_id: 'd', deleted: false },
  ...more,
});

const busy: Dashboard = {
  ...nothing,
  unread_messages: 3,
  last_activity: AT,
  recent_activity: [act('FileUploaded')],
  statistics: { total_files: 234, total_conversations: 7, pending_files: 21 },
  uploads_by_day: days(2, 0, 1),
  by_status: { ...nothing.by_status, process_state: { new: 20, processing: 1, processed: 213 } },
  clients: [{ id: 'c', name: 'Brutăria', new_files: 20, pending_files: 21, last_activity: AT }],
};

const waits: FoundDocument = {
  ...aFile('w', 'Factură Enel.pdf'),
  client: { id: 'c', name: 'Brutăria' },
  path: [
    { id: 'y', name: '2026' },
    { id: 'm', name: 'Septembrie' },
  ],
};
const talk = {
  id: 'c',
  kind: 'client',
  title: null,
  client: { id: 'c', name: 'Brutăria' },
  participants: [],
  last_message: null,
  unread_count: 3,
  first_unread_message_id: null,
  updated_at: AT,
};

const Home = ({ user }: { readonly user: Me }) => {
  const [isAssignedOnly, setAssignedOnly] = useState(false);
  return (
    <DashboardScreen
      user={user}
      isAssignedOnly={isAssignedOnly}
      auditors={null}
      onAssignedOnly={setAssignedOnly}
      rows={{
        documents: (shown) => <DocumentRows {...shown} isShort />,
        conversation: (talk) => <Row talk={talk} myId={user.id} isCurrent={false} />,
      }}
    />
  );
};

/** The screen, of what a server answers. */
const opened = async (
  shown: Dashboard | ((url: URL) => Dashboard),
  user: Partial<Me> = {},
  clients = 2,
  talks = [talk],
) => {
  const asked = aServer({
    'GET /dashboard': (url) => (typeof shown === 'function' ? shown(url) : shown),
    'GET /documents': () => ({ files: [waits], page: 1, pageSize: 8, total: 21 }),
    'GET /conversations': () => ({ conversations: talks, unread_count: 3, page: 1, pageSize: 50, total: 1 }),
    'GET /people': () => ({ people: [] }),
    'GET /clients': () => ({ clients: [], page: 1, pageSize: 1, total: clients }),
    // the first steps of an administrator
    'GET /firms': () => ({ firms: [], page: 1, pageSize: 1, total: 2 }),
    'GET /users': () => ({ users: [], page: 1, pageSize: 1, total: 2 }),
  });
  const { person } = await show(<Home user={{ ...accountant, ...user }} />);
  return { asked, person };
};
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const addressOf = (link: HTMLElement) => link.getAttribute('href');

describe('the first screen', () => {
  it('says in figures what there is, each with the way to it', async () => {
    await opened(busy);
    const figures = within(await screen.findByRole('list', { name: 'Pe scurt' }));
    expect(figures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '234Documente',
      '21De prelucrat',
      '7Conversații',
      '3Mesaje necitite',
    ]);
    expect(figures.getAllByRole('link').map(addressOf)).toEqual([
      '/documents',
      '/documents?state=pending',
      '/chat',
      '#unread',
    ]);
  });

  it('names the clients that wait, and leads to their documents', async () => {
    await opened(busy);
    const link = (await part('Clienți care așteaptă')).getByRole('link', { name: /Brutăria/ });
    expect([link.textContent, addressOf(link)]).toEqual([
      'Brutăria21 de documente de prelucrat20 noi',
      '/documents?clientId=c&state=pending',
    ]);
  });

  it('lists what is to be done, opened one after the other, and the conversations that wait', async () => {
    await opened(busy);
    const todo = await part('De făcut');
    const link = await todo.findByRole('link', { name: /Enel/ });
    expect(link.textContent).toMatch(/^Factură Enel\.pdfBrutăria · 2026 \/ SeptembrieNou/);
    expect(addressOf(link)).toBe('/documents?state=pending&file=w');
    expect(addressOf(todo.getByRole('link', { name: 'Începe' }))).toBe('/documents?state=pending&file=w');
    expect(addressOf(todo.getByRole('link', { name: 'Toate' }))).toBe('/documents?state=pending');
    const unread = await part('Mesaje necitite');
    expect(addressOf(await unread.findByRole('link', { name: /Brutăria/ }))).toBe('/chat/c');
  });

  it('says nowhere that all is read where conversations wait further down', async () => {
    await opened(busy, {}, 2, [{ ...talk, unread_count: 0 }]);
    const unread = await part('Mesaje necitite');
    const link = await unread.findByRole('link', { name: /^Sunt mesaje necitite în conversații mai vechi/ });
    expect(addressOf(link)).toBe('/chat');
    expect(unread.queryByText('Niciun mesaj necitit.')).toBeNull();
  });

  it('leads from each state and day to the documents that it counts', async () => {
    const { person } = await opened(busy);
    const states = await part('Documente după stare');
    expect(addressOf(states.getByRole('link', { name: 'În lucru' }))).toBe('/documents?state=processing');
    expect(addressOf(states.getByRole('link', { name: 'Contabilizat' }))).toBe(
      '/documents?accounting=accounting_completed',
    );
    const uploads = await part('Documente încărcate');
    await person.click(uploads.getByText('Arată ca tabel'));
    expect(addressOf(uploads.getByRole('link', { name: '01.11.2026' }))).toBe('/documents?day=2026-11-01');
    // so do the bars, by mouse and keyboard; of days without any there is nothing to see
    const bars = await uploads.findAllByRole('link', { name: /^\d+\.\d+\.\d+: / });
    expect(bars.map((bar) => [bar.getAttribute('aria-label'), addressOf(bar)])).toEqual([
      ['01.11.2026: 2', '/documents?day=2026-11-01'],
      ['03.11.2026: 1', '/documents?day=2026-11-03'],
    ]);
    bars[0]!.focus();
    expect(document.activeElement).toBe(bars[0]);
  });

  it('has a table beside each picture', async () => {
    const { person } = await opened(busy);
    const states = await part('Documente după stare');
    const rows = within(states.getByRole('table', { name: 'Prelucrare' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual(['Nou20', 'În lucru1', 'Prelucrat213']);
    const uploads = await part('Documente încărcate');
    expect(uploads.getByText('3 în ultimele 30 de zile')).toBeTruthy();
    await person.click(uploads.getByText('Arată ca tabel'));
    const newest = within(uploads.getByRole('table')).getAllByRole('row').slice(1);
    expect(newest[0]!.textContent).toBe('30.11.20260');
    expect(newest.at(-1)!.textContent).toBe('01.11.20262');
    expect(await uploads.findByRole('group', { name: 'Documente încărcate' })).toBeTruthy();
  });

  it('asks for the assigned clients alone', async () => {
    const { asked, person } = await opened((url) => (url.searchParams.has('assigned_only') ? nothing : busy));
    await person.click(await screen.findByRole('checkbox', { name: 'Doar clienții repartizați mie' }));
    expect(await screen.findByText('Niciun client repartizat')).toBeTruthy();
    expect(asked).toContain('GET /api/dashboard?assigned_only=true');
  });

  it('leads an administrator to the first client, also when the first steps are hidden', async () => {
    localStorage.setItem('dosar.first_steps_hidden', 'yes');
    await opened(nothing, { role: 'admin' }, 0);
    const link = await screen.findByRole('link', { name: 'Client nou' });
    expect(addressOf(link)).toBe('/admin/clients/new');
    localStorage.clear();
  });

  it('has nothing to choose for an administrator, who is assigned to nobody', async () => {
    await opened(busy, { role: 'admin' });
    await part('Activitate recentă');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it.each<[string, Me['features'], string[]]>([
    ['no documents', ['chat'], ['7Conversații', '3Mesaje necitite']],
    ['no conversations', ['file_manager'], ['234Documente', '21De prelucrat']],
    ['neither', [], []],
  ])('has %s where the portal has none', async (_, features, figures) => {
    await opened(busy, { features });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bună ziua, Elena Popa'));
    await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
    const list = screen.queryByRole('list', { name: 'Pe scurt' });
    expect(
      list
        ? within(list)
            .getAllByRole('listitem')
            .map(({ textContent }) => textContent)
        : [],
    ).toEqual(figures);
    expect(screen.queryAllByRole('region')).toHaveLength(features.includes('file_manager') ? 5 : 0);
  });
});

describe('what was done last', () => {
  const said = async (...acts: readonly Activity[]) => {
    await opened({ ...busy, recent_activity: [...acts] });
    const activity = await part('Activitate recentă');
    const items = activity.getAllByRole('listitem');
    return items.map((item) => {
      const thing = within(item).getAllByRole('link')[0]!;
      return [item.textContent.replace(/Brutăria · .*/, ''), addressOf(thing)];
    });
  };

  it('is a sentence each, with the way to where the thing is', async () => {
    const folder = { type: 'folder', id: 'd', name: 'Facturi', folder_id: 'd', deleted: false } as const;
    const root = { ...act('').resource, folder_id: null };
    expect(
      await said(
        act('FileUploaded'),
        act('FileUploaded', { id: 'e9', count: 24, resource: root }),
        act('FileProcessStateChanged', { to: 'processing' }),
        act('FileAccountingStatusChanged', { to: 'accounting_completed' }),
        act('FileAccountingStatusChanged'),
        act('FolderCreated', { resource: folder }),
        act('FileDeleted', { resource: { ...root, deleted: true } }),
        act('SomethingNew', { resource: root, user: null }),
      ),
    ).toEqual([
      ['Ana Țăranu a încărcat bon.pdf', '/files/d?file=f'],
      ['Ana Țăranu a încărcat 24 de documente', '/documents?act=e9&actFrom=e1'],
      ['Ana Țăranu a trecut bon.pdf în starea „În lucru”', '/files/d?file=f'],
      ['Ana Țăranu a contabilizat bon.pdf', '/files/d?file=f'],
      ['Ana Țăranu a scos starea contabilă de la bon.pdf', '/files/d?file=f'],
      ['Ana Țăranu a creat dosarul Facturi', '/files/d'],
      ['Ana Țăranu a șters bon.pdf', '/files/trash?clientId=c'],
      ['Portalul a schimbat bon.pdf', '/files?clientId=c&file=f'],
    ]);
  });

  it('goes on without the names of those who were erased', async () => {
    const erased = act('FileUploaded', {
      user: { id: 'a', name: null, role: 'user' },
      resource: { ...act('').resource, name: null },
    });
    expect(await said(erased)).toEqual([['O persoană ștearsă a încărcat (nume șters)', '/files/d?file=f']]);
  });
});
