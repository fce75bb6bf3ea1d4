/** @jest-environment ./testing/browser.cjs */
import { screen } from '@testing-library/react';
import { show } from '../../../../testing/screen';
import { SheetsView } from './sheets-view';

const shown = (text: string) => show(<SheetsView bytes={new TextEncoder().encode(text).buffer} isCut={false} />);

describe('a sheet', () => {
  it('with a title above its table has it across the columns, not in the first alone', async () => {
    await shown(
      'Extras\nEXTRAS DE CONT RO73INGB7209142296183755\n\nData\tExplicații\tSold\n17.09.2026\tPlată\t-30.423,10',
    );
    const title = await screen.findByRole('cell', { name: /^EXTRAS DE CONT/ });
    expect(title.getAttribute('colspan')).toBe('3');
    expect(screen.getByRole('cell', { name: 'Plată' }).getAttribute('colspan')).toBeNull();
  });

  it('with a number alone in its row has it in its column', async () => {
    await shown('Extras\n1.200,00\nData\tSold');
    expect((await screen.findByRole('cell', { name: '1.200,00' })).getAttribute('colspan')).toBeNull();
  });
});
