/** @jest-environment ./testing/browser.cjs */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Me } from '@dosar/contracts';
import { queries } from '../../../platform/queries';
import { aDrive, aFile, aFolder } from '../../../testing/drive';
import { show } from '../../../testing/screen';
import { FilesScreen } from '../files.screen';

const user = { id: 'u1', role: 'user', client: { id: 'c', name: 'Brutăria' }, features: ['file_manager'] };

/** Four levels of folders, each of which the tree leaves out below its first. */
const aScreen = async (n: string, folderId: string | null) => {
  queries.clear();
  const folders = ['Firma', '2026', 'Mai', 'Bonuri'].map((name, at) =>
    aFolder(`${n}${at}`, name, at === 0 ? null : `${n}${at - 1}`),
  );
  aDrive({ folders, files: [aFile('b', 'bon.pdf', `${n}3`)], levels: 1 });
  await show(<FilesScreen user={user as unknown as Me} clientId="c" folderId={folderId} offersMonth={false} />);
};

const items = () => screen.getAllByRole('treeitem').map((item) => item.title);
const unfold = (name: string) => {
  const item = screen.getAllByRole('treeitem').find(({ title }) => title === name)!;
  fireEvent.click(item.querySelector('[class*=arrow]')!);
};
const rows = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[title]')?.getAttribute('title'));

describe('a tree that comes by its levels', () => {
  it('is read further where it is unfolded', async () => {
    await aScreen('a', null);
    await waitFor(() => expect(items()).toContain('Firma'));
    expect(items()).not.toContain('2026');
    for (const [name, next] of [
      ['Firma', '2026'],
      ['2026', 'Mai'],
    ] as const) {
      unfold(name);
      await waitFor(() => expect(items()).toContain(next));
    }
  });
  it('has the way to a folder whose address was opened, and what is in it', async () => {
    await aScreen('b', 'b2');
    await waitFor(() => expect(rows()).toEqual(['Bonuri']));
    expect(items()).toEqual(expect.arrayContaining(['Firma', '2026', 'Mai']));
  });
  it('does not take a folder for gone that it has not read', async () => {
    await aScreen('c', 'c3');
    await waitFor(() => expect(rows()).toEqual(['bon.pdf']));
  });
  it('says of one that is nowhere that it is gone', async () => {
    await aScreen('d', 'nowhere');
    expect(await screen.findByText('Acest dosar nu mai există')).toBeTruthy();
  });
});
