/** @jest-environment ./testing/browser.cjs */
import { useState } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import { FEATURES, type FoundDocument, type Me } from '@dosar/contracts';
import { apply } from '../../../platform/preferences';
import { aFile } from '../../../testing/drive';
import { aServer, show } from '../../../testing/screen';
import { DocumentsScreen } from './documents.screen';
import type { DocumentsFilter } from './documents.search';

const user = { id: 'e', role: 'accountant', features: FEATURES } as unknown as Me;
const bill: FoundDocument = { ...aFile('w', 'Factură.pdf'), client: { id: 'c', name: 'Brutăria' }, path: [] };

const Listed = ({ address }: { readonly address: DocumentsFilter }) => {
  const [asked, setAsked] = useState(address);
  return <DocumentsScreen user={user} asked={asked} onAsk={setAsked} />;
};

/** The list of so many documents, at an address. */
const opened = async (total: number, address: DocumentsFilter) => {
  const asked = aServer({
    'GET /documents': ({ searchParams }) => {
      const page = Number(searchParams.get('page'));
      return { files: page <= Math.ceil(total / 100) ? [bill] : [], page, pageSize: 100, total };
    },
  });
  const { person } = await show(<Listed address={address} />);
  return { pages: () => asked.map((each) => /[?&]page=(\d+)/.exec(each)?.[1]), person };
};

describe('the list of documents', () => {
  beforeEach(() => act(() => apply({ language: 'ro' })));

  it('goes back to the last page that there is', async () => {
    const { pages } = await opened(99, { page: 3 });
    await waitFor(() => expect(pages()).toEqual(['3', '1']));
    expect(await screen.findByText('Factură.pdf')).toBeTruthy();
  });

  it('is as long as the server answers, and says that there are more', async () => {
    const { pages, person } = await opened(6_200, { page: 62 });
    expect(await screen.findByText(/primele 5\.000 de documente/)).toBeTruthy();
    expect(pages()).toEqual(['50']);
    await person.click(await screen.findByRole('button', { name: 'Pagina anterioară' }));
    await waitFor(() => expect(pages()).toEqual(['50', '49']));
    expect(screen.queryByRole('button', { name: 'Pagina 62' })).toBeNull();
  });
});
