/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor, within } from '@testing-library/react';
import { NO_FIELDS, type Me } from '@dosar/contracts';
import { toasts } from '../../../platform/toasts';
import { aDrive, aFile, aFolder } from '../../../testing/drive';
import { show } from '../../../testing/screen';
import { FilesScreen } from '../files.screen';

const user = {
  id: 'u1',
  role: 'accountant',
  features: ['file_manager', 'bulk_operations'],
} as unknown as Me;
const fields = { ...NO_FIELDS, number: 'FA 1', issuer_cui: '18547290', date: '2026-03-05' };

/** At the root two new invoices of March, one of them twice, and one that somebody works on. */
const aScreen = async (changes: Partial<Me> = {}) => {
  toasts.shown.set([]);
  const { told } = aDrive({
    folders: [
      aFolder('y', '2026', null, { category_key: 'an_2026' }),
      aFolder('m', '2026-03 Martie', 'y', { category_key: 'luna_2026-03' }),
      aFolder('p', '02 Facturi primite', 'm', { category_key: 'facturi_primite' }),
    ],
    files: [
      aFile('a', 'una.xml', null, { fields }),
      aFile('b', 'alta.xml', null, { fields: { ...fields, number: 'FA 2' } }),
      aFile('c', 'in lucru.xml', null, { fields: { ...fields, number: 'FA 3' }, process_state: 'processing' }),
      aFile('d', 'iar una.xml', 'p', { fields: { ...fields, number: 'FA-1' } }),
    ],
  });
  const { person } = await show(
    <FilesScreen user={{ ...user, ...changes }} clientId="c" folderId={null} offersMonth={false} />,
  );
  await screen.findByTitle('una.xml');
  return { told, person };
};

const OFFER = '2 documente noi au locul în 2026-03 Martie / 02 Facturi primite.';

describe('what is known of documents by what they say', () => {
  it('is where they belong: one press takes them there, and can be undone', async () => {
    const { told, person } = await aScreen();
    await screen.findByText(OFFER);
    await person.click(screen.getByRole('button', { name: 'Mută acolo' }));
    await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull());
    expect(told).toEqual([['move', 'b a', 'p']]);
    const [toast] = toasts.shown.get();
    toast!.action!.run();
    await screen.findByText(OFFER);
    expect(told.map((each) => (each as string[])[0])).toEqual(['move', 'undo']);
  });

  it('is of a month without folders: one press makes those of the year and moves them there, as one deed', async () => {
    const ofYear = (year: number, id: string) =>
      aFile(id, `${id}.xml`, null, { fields: { ...fields, date: `${year}-03-05` } });
    const { told } = aDrive({ files: [ofYear(2025, 'a'), ofYear(2025, 'b')] });
    const { person } = await show(<FilesScreen user={user} clientId="c" folderId={null} offersMonth={false} />);
    await screen.findByText(/^2 documente noi sunt din .* 2025, care nu are încă dosare\.$/);
    await person.click(screen.getByRole('button', { name: 'Creează structura anului și mută' }));
    await waitFor(() => expect(screen.queryByText(/care nu are încă dosare/)).toBeNull());
    expect(told).toEqual([
      ['structure', 2025],
      ['move', 'a b', 'p2025'],
    ]);
  });

  it('is not said any more when it was put away', async () => {
    const { person } = await aScreen();
    await screen.findByText(OFFER);
    await person.click(screen.getByRole('button', { name: 'Nu acum' }));
    expect(screen.queryByText(OFFER)).toBeNull();
  });

  it('is that one of them is there again, by a mark in its row', async () => {
    await aScreen();
    const mark = await screen.findByRole('img', { name: 'dublură' });
    expect(mark.textContent).toBe(
      'Același document ca „iar una.xml”: CUI-ul emitentului, numărul și data sunt la fel.',
    );
    expect(within(mark.closest<HTMLElement>('[role=row]')!).getByTitle('una.xml')).toBeTruthy();
  });
});
