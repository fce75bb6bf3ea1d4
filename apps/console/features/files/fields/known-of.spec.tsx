/** @jest-environment ./testing/browser.cjs */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { NO_FIELDS, type Me } from '@dosar/contracts';
import { aDrive, aFile, aFolder } from '../../../testing/drive';
import { show } from '../../../testing/screen';
import { staysSo } from '../../../testing/waiting';
import { FilesScreen } from '../files.screen';
import { KnownOf } from './known-of';

const fields = { ...NO_FIELDS, number: 'FA 1', issuer_cui: '18547290', date: '2026-03-05' };
const invoice = aFile('a', 'una.pdf', null, { fields });

/** A new invoice of March beside the folders of that year. */
const aMarch = () =>
  aDrive({
    folders: [
      aFolder('m', '2026-03 Martie', null, { category_key: 'luna_2026-03' }),
      aFolder('p', '02 Facturi primite', 'm', { category_key: 'facturi_primite' }),
    ],
    files: [invoice],
  });
const moveThere = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Mută acolo' });

describe('where a document belongs', () => {
  it('is gone to once, however often it is pressed, and again where it failed', async () => {
    aMarch();
    const moves: string[] = [];
    let end = () => {};
    const onMove = (folderId: string) => {
      moves.push(folderId);
      return new Promise<void>((resolve) => (end = resolve));
    };
    await show(<KnownOf file={invoice} onMove={onMove} />);
    await screen.findByText('Are locul în 2026-03 Martie / 02 Facturi primite.');
    fireEvent.click(moveThere());
    await waitFor(() => expect(moveThere().disabled).toBe(true));
    fireEvent.click(moveThere());
    expect(moves).toEqual(['p']);
    end();
    await waitFor(() => expect(moveThere().disabled).toBe(false));
    fireEvent.click(moveThere());
    expect(moves).toEqual(['p', 'p']);
  });

  it('is made first where the month has no folders, and a failure leaves the document where it is', async () => {
    const { told } = aDrive({ files: [invoice] });
    const moves: unknown[] = [];
    const { person } = await show(<KnownOf file={invoice} onMove={(...to) => Promise.resolve(moves.push(to))} />);
    await screen.findByText(/^Este din .* 2026, care nu are încă dosare\.$/);
    await person.click(screen.getByRole('button', { name: 'Creează structura anului și mută' }));
    await waitFor(() => expect(moves).toEqual([['p2026', '2026-03 Martie / 02 Facturi primite', expect.any(String)]]));
    expect(told).toEqual([['structure', 2026]]);
  });

  it.each<[string, Partial<Me>, number]>([
    ['is offered beside the document', {}, 1],
    ['is not offered where an installation moves nothing', { features: ['file_manager'] }, 0],
  ])('%s', async (_, changes, count) => {
    aMarch();
    const user = { id: 'u1', role: 'accountant', features: ['file_manager', 'bulk_operations'], ...changes };
    const { person } = await show(
      <FilesScreen user={user as unknown as Me} clientId="c" folderId={null} offersMonth={false} />,
    );
    fireEvent.doubleClick(await screen.findByTitle('una.pdf'));
    const preview = within(await screen.findByRole('dialog', { name: 'una.pdf' }));
    await person.click(preview.getAllByRole('button', { name: 'Detalii' })[0]!);
    await preview.findByText('FA 1');
    await staysSo(() => preview.queryAllByRole('button', { name: 'Mută acolo' }).length <= count);
    await waitFor(() => expect(preview.queryAllByRole('button', { name: 'Mută acolo' })).toHaveLength(count));
  });
});
