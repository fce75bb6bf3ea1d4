/** @jest-environment ./testing/browser.cjs */
import { useState } from 'react';
import { screen, waitFor, within } from '@testing-library/react';
import { Landmark } from 'lucide-react';
import { firmsApi, type Firm } from '@dosar/contracts';
import { reading } from '../../platform/queries';
import { aServer, show } from '../../testing/screen';
import type { Column } from './columns';
import type { Search } from './list.search';
import { ListScreen } from './list-screen';

const aFirm = (index: number): Firm => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Firma ${index}`,
  cui: `1234567${index}`,
  email: null,
  phone: null,
  address: null,
  accountant_scope: 'firm',
  clients_count: 0,
  accountants_count: 0,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
});

const COLUMNS: readonly Column<Firm>[] = [
  { name: 'name', label: 'Denumire', sort: 'name', text: ({ name }) => name ?? '' },
  { name: 'cui', label: 'CUI', text: ({ cui }) => cui ?? '' },
  { name: 'phone', label: 'Telefon', text: ({ phone }) => phone ?? '', isHidden: true },
];

const WORDS = {
  page: 'Firme · Dosar',
  title: 'Firme',
  total: (count: number) => `${count} în total`,
  add: 'Firmă nouă',
  search: 'Căutați o firmă',
  none: 'Încă nu există firme',
  noneText: 'Începeți cu prima.',
  file: 'firme',
};

type FirmSearch = Search & { readonly sort?: 'name' | 'cui' | 'createdAt' | undefined };

/** The list with its address. */
const List = ({ first = {} }: { readonly first?: FirmSearch }) => {
  const [search, setSearch] = useState(first);
  return (
    <ListScreen
      words={WORDS}
      icon={Landmark}
      path="/admin/firms"
      columns={COLUMNS}
      part={(query: FirmSearch) => reading(firmsApi.list, { query })}
      rowsOf={({ firms }) => firms}
      sort="name"
      search={search}
      onSearch={setSearch}
    />
  );
};

/** Firms at the server, searched by words of their names. */
const firmsAtServer = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => aFirm(index + 1));
  return aServer({
    'GET /firms': ({ searchParams }) => {
      const page = Number(searchParams.get('page') ?? 1);
      const pageSize = Number(searchParams.get('pageSize') ?? 20);
      const found = all.filter(({ name }) => name!.includes(searchParams.get('q') ?? ''));
      return { firms: found.slice((page - 1) * pageSize, page * pageSize), total: found.length, page, pageSize };
    },
  });
};

const names = () => screen.getAllByRole('link', { name: /^Firma \d/ }).map(({ textContent }) => textContent);

describe('the screen of a list', () => {
  it('shows the first part of it, how many there are, and the way to each', async () => {
    firmsAtServer(25);
    await show(<List />);
    expect(await screen.findByText('25 în total')).toBeTruthy();
    expect(names()).toHaveLength(20);
    expect(screen.getByRole('link', { name: 'Firma 1' }).getAttribute('href')).toBe(`/admin/firms/${aFirm(1).id}`);
    expect(screen.queryByRole('columnheader', { name: 'Telefon' })).toBeNull();
  });

  it('goes to the next part, and begins anew when something is looked for', async () => {
    const asked = firmsAtServer(25);
    const { person } = await show(<List />);
    await person.click(await screen.findByRole('button', { name: 'Pagina următoare' }));
    await waitFor(() => expect(names()).toEqual([21, 22, 23, 24, 25].map((index) => `Firma ${index}`)));
    await person.type(screen.getByRole('searchbox', { name: 'Căutați o firmă' }), 'Firma 7');
    await waitFor(() => expect(names()).toEqual(['Firma 7']));
    expect(asked.at(-1)).toBe('GET /api/firms?q=Firma+7');
  });

  it('is sorted by what is pressed, the other way round when it is pressed again', async () => {
    const asked = firmsAtServer(3);
    const { person } = await show(<List first={{ sort: 'cui' }} />);
    const table = await screen.findByRole('table', { name: 'Firme' });
    await person.click(within(table).getByRole('button', { name: 'Denumire' }));
    await waitFor(() => expect(asked.at(-1)).toBe('GET /api/firms?sort=name'));
    await person.click(within(table).getByRole('button', { name: 'Denumire' }));
    await waitFor(() => expect(asked.at(-1)).toBe('GET /api/firms?sort=name&order=desc'));
    expect(screen.getByRole('columnheader', { name: 'Denumire' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('leads out of a search that finds nothing', async () => {
    firmsAtServer(3);
    const { person } = await show(<List first={{ q: 'Nimeni' }} />);
    const notice = await screen.findByText('Nimic nu se potrivește');
    expect(notice).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Fără filtre' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('says what to do where there is nothing yet', async () => {
    firmsAtServer(0);
    await show(<List />);
    expect(await screen.findByText('Încă nu există firme')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Firmă nouă' })).toHaveLength(2);
  });

  it('goes to the last part when the one of its address is gone', async () => {
    firmsAtServer(25);
    await show(<List first={{ page: 9 }} />);
    await waitFor(() => expect(names()).toHaveLength(5));
  });
});
