/** @jest-environment ./testing/browser.cjs */
import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { FEATURES, NO_FIELDS, type Me, type SavedSearch, type SearchResult } from '@dosar/contracts';
import { aFile } from '../../testing/drive';
import { aServer, show } from '../../testing/screen';
import { staysSo } from '../../testing/waiting';
import { anOpenConversation, ELENA, OPEN_CONVERSATION } from '../../testing/conversation';
import { SearchScreen } from './search.screen';
import type { SearchAddress } from './search.search';

const user = { id: 'a', role: 'user', name: 'Ana Țăranu', features: FEATURES } as unknown as Me;
const invoice: SearchResult = {
  kind: 'file',
  id: 'f',
  title: 'factura.pdf',
  path: [],
  score: 1,
  contents: 'encrypted',
  highlight: [],
  client: { id: 'c', name: 'Brutăria' },
  file: aFile('f', 'factura.pdf', 'd'),
};

const Searching = ({ address }: { readonly address: SearchAddress }) => {
  const [search, setSearch] = useState(address);
  return <SearchScreen user={user} search={search} onSearch={setSearch} />;
};

/** The page, at an address. */
const opened = async (address: SearchAddress) => {
  const saved: SavedSearch[] = [];
  const asked = aServer({
    'GET /search': () => ({ results: [invoice], total: 1, page: 1, pageSize: 20, took_ms: 1, unknown: [] }),
    'GET /search/history': () => ({ history: [] }),
    'GET /search/saved': () => ({ saved }),
    'POST /search/saved': (_, body) => {
      saved.unshift({ id: 's', saved_at: '2026-11-23T10:00:00.000Z', ...(body as object) } as SavedSearch);
      return { search: saved[0] };
    },
    'DELETE /search/saved/s': () => {
      saved.pop();
      return new Response(null, { status: 204 });
    },
  });
  const { person } = await show(<Searching address={address} />);
  const kept = () => asked.filter((each) => each.startsWith('GET /api/search?') && !each.includes('record=false'));
  return { asked, person, kept };
};

describe('the page of a search', () => {
  it('shows all that is offered where no kind is named', async () => {
    const { asked } = await opened({ q: 'factura' });
    const hit = await screen.findByRole('link', { name: /factura\.pdf/ });
    expect(hit.getAttribute('href')).toBe('/files/d?file=f');
    expect(hit.textContent).toContain('Este protejat cu parolă: se găsește doar după nume.');
    const types = encodeURIComponent('files,messages,folders,clients');
    expect(asked).toEqual([`GET /api/search?q=factura&page=1&pageSize=20&types=${types}&record=false`]);
  });

  it('says where it lies, its sum, day and states, and of folders in how many months they are', async () => {
    const fields = { ...NO_FIELDS, number: 'A 1', date: '2026-09-05', sum: 1190.5, currency: 'RON' };
    const file = aFile('f', 'factura.pdf', 'd', { fields, accounting_status: 'accounting_in_review' });
    const path = ['2026', '2026-09 Septembrie', '07 Salarizare', 'Pontaje'];
    const folder: SearchResult = { ...invoice, kind: 'folder', id: 'd', title: 'Bonuri', folded: 12, file: undefined };
    const results = [{ ...invoice, path, file }, folder];
    aServer({
      'GET /search': () => ({ results, total: 2, page: 1, pageSize: 20, took_ms: 1, unknown: ['luna:'] }),
    });
    await show(<Searching address={{ q: 'bon' }} />);
    const { textContent } = await screen.findByRole('link', { name: /factura/ });
    expect(textContent).toContain('… / 2026-09 Septembrie / 07 Salarizare / Pontaje');
    expect(textContent).toMatch(/1[.,]190[.,]50 lei05\.09\.2026/);
    expect(textContent).toContain('Nou · În verificare');
    expect(screen.getByRole('link', { name: /Bonuri/ }).textContent).toContain('Dosar · în 12 luni');
    expect(screen.getByText(/După „luna:” scrieți o valoare/)).toBeDefined();
  });

  it('says once that text in pictures is not read', async () => {
    const scan = (id: string): SearchResult => ({ ...invoice, id, title: `scan ${id}.pdf`, contents: 'scanned' });
    aServer({
      'GET /search': () => ({
        results: ['1', '2', '3'].map(scan),
        total: 3,
        page: 1,
        pageSize: 20,
        took_ms: 1,
        unknown: [],
      }),
    });
    await show(<Searching address={{ q: 'scan' }} />);
    await screen.findByRole('link', { name: /scan 3\.pdf/ });
    expect(screen.getAllByText(/Textul din imagini nu este citit/)).toHaveLength(1);
  });

  it('keeps nothing of what is typed until Enter', async () => {
    const { person, kept, asked } = await opened({});
    const words = await screen.findByRole('searchbox');
    await person.type(words, 'fac');
    await waitFor(() => expect(asked.some((each) => each.includes('q=fac&'))).toBe(true));
    await person.type(words, 'tura');
    expect(kept()).toEqual([]);
    await person.type(words, '{Enter}');
    await waitFor(() => expect(kept()).toEqual(['GET /api/search?q=factura&pageSize=1']));
  });

  it('puts an operator behind all that was typed, and asks for nothing else', async () => {
    const { person, asked } = await opened({});
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    await person.type(field, 'bonuri');
    await person.click(screen.getByRole('button', { name: /luna:septembrie/ }));
    await waitFor(() => expect(field.value).toBe('bonuri luna:'));
    await waitFor(() => expect(asked.some((each) => each.includes('q=bonuri+luna%3A&'))).toBe(true));
    await staysSo(() => field.value === 'bonuri luna:', 400);
    expect(asked.filter((each) => each.includes('q=bonuri&'))).toEqual([]);
  });

  it('keeps, with its filters, a search whose result was opened', async () => {
    const { person, kept } = await opened({ q: 'factura', types: 'files', page: 2 });
    await person.click(await screen.findByRole('link', { name: /factura\.pdf/ }));
    await waitFor(() => expect(kept()).toEqual(['GET /api/search?types=files&q=factura&pageSize=1']));
  });

  it('is given a name, is opened again by it, and taken away', async () => {
    const { person } = await opened({ q: 'factura', types: 'files' });
    await person.click(await screen.findByRole('button', { name: 'Salvează căutarea' }));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Numele căutării' });
    expect(name.value).toBe('factura');
    await person.clear(name);
    await person.click(screen.getByRole('button', { name: 'Salvează' }));
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await person.type(name, 'Facturile mele{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.clear(screen.getByRole('searchbox'));
    await person.click(screen.getByRole('button', { name: 'Renunță la filtre' }));
    const link = await screen.findByRole('link', { name: /Facturile mele/ });
    expect(link.getAttribute('href')).toBe('/search?types=files&q=factura');
    await person.click(screen.getByRole('button', { name: 'Șterge căutarea „Facturile mele”' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Facturile mele/ })).toBeNull());
  });
});

describe('messages', () => {
  const answers = {
    'GET /search': () => ({ results: [], total: 0, page: 1, pageSize: 20, took_ms: 1, unknown: [] }),
    'GET /search/history': () => ({ history: [] }),
    'GET /search/saved': () => ({ saved: [] }),
    'GET /people': () => ({
      people: [{ id: ELENA, name: 'Elena Dumitrescu', role: 'accountant', presence: 'online' }],
    }),
    'GET /conversations': () => ({
      conversations: [anOpenConversation()],
      page: 1,
      pageSize: 50,
      total: 1,
      unread_count: 0,
    }),
    [`GET /conversations/${OPEN_CONVERSATION}`]: () => ({ conversation: anOpenConversation() }),
  };
  const searched = (asked: readonly string[]) => asked.filter((each) => each.startsWith('GET /api/search?')).at(-1);

  it('are found by who wrote them and where, and such a filter can be taken away', async () => {
    const asked = aServer(answers);
    const { person } = await show(<Searching address={{ q: 'bon' }} />);
    expect(asked.some((each) => /people|conversations/.test(each))).toBe(false);
    await person.click(await screen.findByRole('combobox', { name: 'Expeditor' }));
    await person.click(await screen.findByRole('option', { name: 'Elena Dumitrescu' }));
    await waitFor(() => expect(searched(asked)).toContain(`sender_id=${ELENA}`));
    await person.click(screen.getByRole('combobox', { name: 'Conversație' }));
    await person.click(await screen.findByRole('option', { name: 'Brutăria' }));
    await waitFor(() => expect(searched(asked)).toContain(`conversation_id=${OPEN_CONVERSATION}`));
    expect(searched(asked)).toContain(`sender_id=${ELENA}`);
    await person.click(screen.getByLabelText('Șterge filtrul: Expeditor'));
    await waitFor(() => expect(searched(asked)).not.toContain('sender_id'));
  });

  it('of one conversation are what is searched at its address, under its name', async () => {
    const asked = aServer(answers);
    await show(<Searching address={{ conversation_id: OPEN_CONVERSATION, types: 'messages' }} />);
    await waitFor(() => expect(searched(asked)).toContain(`conversation_id=${OPEN_CONVERSATION}`));
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Conversație' });
    await waitFor(() => expect(field.value).toBe('Brutăria'));
  });

  it('are no matter where documents alone are looked for', async () => {
    aServer(answers);
    await show(<Searching address={{ q: 'bon', types: 'files' }} />);
    await screen.findByRole('combobox', { name: 'Ordonare' });
    expect(screen.queryByRole('combobox', { name: 'Expeditor' })).toBeNull();
  });
});
