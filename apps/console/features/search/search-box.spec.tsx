/** @jest-environment ./testing/browser.cjs */
import { useState } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import { useRouterState } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { FEATURES, type Feature, type Me, type SavedSearch, type SearchResult } from '@dosar/contracts';
import { aFile, aFolder } from '../../testing/drive';
import { aServer, show } from '../../testing/screen';
import { placeOf } from './place';
import { SearchBox } from './search-box';

const result = (
  kind: SearchResult['kind'],
  id: string,
  title: string,
  more: Partial<SearchResult> = {},
): SearchResult => ({
  kind,
  id,
  title,
  path: [],
  score: 1,
  contents: 'none',
  client: { id: 'c', name: 'Brutăria' },
  highlight: [{ text: title, hit: true }],
  ...more,
});
const invoice = result('file', 'f', 'factura.pdf', {
  highlight: [
    { text: 'suma de <b>', hit: false },
    { text: 'plată', hit: true },
    { text: '</b> în lei', hit: false },
  ],
  file: aFile('f', 'factura.pdf', 'd'),
});

const Address = () => {
  const href = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  return <p role="note">{href}</p>;
};

/** Somebody of a firm, where these features are left out. */
const accountant = (...left: readonly Feature[]) =>
  ({ role: 'accountant', features: FEATURES.filter((each) => !left.includes(each)) }) as unknown as Me;

/** The box, with what a server finds. */
const openedOn = async (
  answer: (q: string) => readonly SearchResult[],
  user = accountant(),
  saved: readonly SavedSearch[] = [],
) => {
  const asked = aServer({
    'GET /search': (url) => {
      const found = answer(url.searchParams.get('q')!).filter(
        ({ kind }) => `${kind}s` === url.searchParams.get('types'),
      );
      return { results: found, total: found.length, page: 1, pageSize: 6, took_ms: 1, unknown: [] };
    },
    'GET /search/saved': () => ({ saved }),
    'GET /search/history': () => ({
      history: [{ id: 'h', query: 'bon benzină', filters: {}, searched_at: '2026-11-23T10:00:00.000Z' }],
    }),
  });
  let isOpen = true;
  const upload = { label: 'Încarcă documente', words: 'upload', icon: FileUp, place: { to: '/files' } } as const;
  const { person } = await show(
    <>
      <Address />
      <SearchBox actions={[upload]} user={user} onClose={() => (isOpen = false)} />
    </>,
  );
  const box = await screen.findByRole('combobox', { name: 'Căutare' });
  return { asked, person, box, isOpen: () => isOpen };
};
/** A button that opens the box. */
const Opening = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>caută</button>
      {isOpen && <SearchBox actions={[]} user={accountant()} onClose={() => setOpen(false)} />}
    </>
  );
};
const opened = (...results: readonly SearchResult[]) => openedOn(() => results);
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true }).textContent;
const address = () => screen.getByRole('note').textContent;

describe('the search box', () => {
  it('offers what was looked for last, and what can be done', async () => {
    const { asked } = await opened();
    await waitFor(() => expect(options()).toEqual(['bon benzină', 'Încarcă documente']));
    expect(asked).toEqual(['GET /api/search/history', 'GET /api/search/saved']);
  });

  it('finds as one types, by kind, without keeping it', async () => {
    const { asked, person, box } = await opened(invoice, result('client', 'c', 'Plăcintăria'));
    await person.type(box, 'pla');
    await waitFor(() =>
      expect(options()).toEqual([
        'Plăcintăria',
        'factura.pdfsuma de <b>plată</b> în leiBrutăria',
        'Toate rezultatele pentru „pla”',
      ]),
    );
    expect(within(screen.getByRole('group', { name: 'Documente' })).getByText('plată').tagName).toBe('MARK');
    expect(asked.filter((each) => each.includes('?'))).toEqual([
      'GET /api/search?q=pla&types=clients&pageSize=4&record=false',
      'GET /api/search?q=pla&types=folders&pageSize=4&record=false',
      'GET /api/search?q=pla&types=files&pageSize=6&record=false',
      'GET /api/search?q=pla&types=messages&pageSize=4&record=false',
    ]);
  });

  it('is gone through and opened by the keys alone', async () => {
    const { asked, person, box, isOpen } = await opened(invoice, result('client', 'c', 'Plăcintăria'));
    await person.type(box, 'pla');
    await waitFor(() => expect(selected()).toBe('Plăcintăria'));
    await person.keyboard('{ArrowUp}');
    expect(selected()).toContain('Toate rezultatele');
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toContain('factura.pdf');
    await person.keyboard('{Enter}');
    expect(isOpen()).toBe(false);
    expect(address()).toContain('/files/d?file=f&word=pl');
    // and then it is kept
    expect(asked).toContain('GET /api/search?q=pla&pageSize=1');
  });

  it('opens with Enter what answers to all that was typed, however fast', async () => {
    const bakery = result('client', 'b', 'Brutăria');
    const mill = result('client', 'm', 'Moara', { client: null });
    const { person, box, isOpen } = await openedOn((q) => (q.startsWith('b') ? [bakery] : [mill]));
    await person.type(box, 'br');
    await waitFor(() => expect(selected()).toBe('Brutăria'));
    await person.clear(box);
    await person.type(box, 'mo{Enter}');
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(address()).toBe('/files?clientId=m');
  });

  it('goes on at what the keys are at, whatever else is found meanwhile, and says so to a screen reader', async () => {
    const { person, box } = await opened(invoice);
    await person.type(box, 'a');
    await waitFor(() => expect(selected()).toContain('factura.pdf'));
    await person.keyboard('{ArrowDown}');
    const marked = () => document.getElementById(box.getAttribute('aria-activedescendant')!);
    expect(marked()?.textContent).toBe('Toate rezultatele pentru „a”');
    await person.clear(box);
    await waitFor(() => expect(options()).toContain('Încarcă documente'));
    await person.keyboard('{ArrowDown}');
    expect(marked()?.textContent).toBe('Încarcă documente');
    expect(marked()!.id).not.toMatch(/\s/);
  });

  it('keeps what all results were asked for', async () => {
    const { asked, person, box } = await opened(invoice);
    await person.type(box, 'factură');
    await waitFor(() => expect(selected()).toContain('factura.pdf'));
    await person.click(screen.getByRole('option', { name: /Toate rezultatele/ }));
    expect(address()).toBe('/search?q=factur%C4%83');
    expect(asked).toContain('GET /api/search?q=factur%C4%83&pageSize=1');
  });

  it('does what is asked for in words, also where nothing is found', async () => {
    const { person, box } = await opened();
    await person.type(box, 'incarca');
    await waitFor(() => expect(options()).toEqual(['Încarcă documente', 'Toate rezultatele pentru „incarca”']));
    await person.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/files'));
  });

  it('finds messages and clients where there are no documents', async () => {
    const bakery = result('client', 'c', 'Plăcintăria', { client: null });
    const said = result('message', 'm', 'Am plătit');
    const { asked, person, box } = await openedOn(() => [bakery, said], accountant('file_manager'));
    expect((box as HTMLInputElement).placeholder).toBe('Căutați clienți și mesaje');
    await person.type(box, 'pla');
    await waitFor(() =>
      expect(options()).toEqual(['Plăcintăria', 'Am plătitBrutăria', 'Toate rezultatele pentru „pla”']),
    );
    expect(asked.filter((each) => each.includes('?'))).toEqual([
      'GET /api/search?q=pla&types=clients&pageSize=4&record=false',
      'GET /api/search?q=pla&types=messages&pageSize=4&record=false',
    ]);
    await person.keyboard('{Enter}');
    expect(address()).toBe('/clients/c');
  });

  it('opens what has a name, by any of its words', async () => {
    const unpaid = { id: 's', name: 'De plătit', query: 'factura', filters: { types: 'files' } };
    const { person, box } = await openedOn(() => [], accountant(), [
      { ...unpaid, saved_at: '2026-11-23T10:00:00.000Z' },
    ]);
    await waitFor(() => expect(options()).toEqual(['De plătit', 'bon benzină', 'Încarcă documente']));
    await person.type(box, 'plat');
    await waitFor(() => expect(options()).toEqual(['De plătit', 'Toate rezultatele pentru „plat”']));
    await person.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/search?types=files&q=factura'));
  });

  it('closes with Esc', async () => {
    const { person, isOpen } = await opened();
    await person.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
  });

  it('gives the focus back to what opened it', async () => {
    aServer({ 'GET /search/saved': () => ({ saved: [] }), 'GET /search/history': () => ({ history: [] }) });
    const { person } = await show(<Opening />);
    await person.click(screen.getByRole('button', { name: 'caută' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'caută' })));
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

it('leads to where a thing is', () => {
  expect(placeOf(result('client', 'c', 'Brutăria', { client: null }), accountant())).toEqual({
    to: '/files',
    search: { clientId: 'c' },
  });
  expect(placeOf(result('folder', 'd', 'Facturi'), accountant())).toEqual({
    to: '/files/$folderId',
    params: { folderId: 'd' },
  });
  const said = result('message', 'm', 'Ați primit factura?', {
    message: { conversation_id: 'k' } as SearchResult['message'],
  });
  expect(placeOf(said, accountant())).toEqual({
    to: '/chat/$conversationId',
    params: { conversationId: 'k' },
    search: { message: 'm' },
  });
  // a message of which no more is known yet
  expect(placeOf(result('message', 'm', 'Ați primit factura?'), accountant())).toEqual({ to: '/chat' });
  const atRoot = { ...invoice, file: aFile('f', 'factura.pdf') };
  expect(placeOf(atRoot, accountant())).toEqual({ to: '/files', search: { clientId: 'c', file: 'f', word: 'plată' } });
  const deleted = { folder: aFolder('d', 'Facturi', null, { deleted_at: '2026-11-23T10:00:00.000Z' }) };
  expect(placeOf(result('folder', 'd', 'Facturi', deleted), accountant())).toEqual({
    to: '/files/trash',
    search: { clientId: 'c' },
  });
});
