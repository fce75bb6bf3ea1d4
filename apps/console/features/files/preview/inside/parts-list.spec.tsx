/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import { MIME_TYPES, type FilePart } from '@dosar/contracts';
import { aFile } from '../../../../testing/drive';
import { aServer, show } from '../../../../testing/screen';
import { PreviewContent } from '../preview-content';

const swipe = {} as Parameters<typeof PreviewContent>[0]['swipe'];
const file = { ...aFile('f', 'factura.xml', null), mime_type: MIME_TYPES.xml };
const aPart = (number: number, name: string, can_open = true): FilePart => ({
  number,
  name,
  size: 2048,
  mime_type: MIME_TYPES.txt,
  can_open,
});

const opened = async (listed: object, of = file) => {
  const asked = aServer({
    'GET /files/f/preview': () => ({ url: '/api/files/content/whole', kind: 'text' }),
    'GET /files/content/whole': () => new Response('<factura>MOA 77</factura>'),
    'GET /files/f/parts': () => listed,
    'GET /files/f/parts/1': () => ({ url: '/api/files/content/part', kind: 'text' }),
    'GET /files/content/part': () => new Response('rândul atașat'),
  });
  const shown = await show(
    <PreviewContent file={of} clientId="c" path={[]} swipe={swipe} onDownload={() => undefined} />,
  );
  return { asked, ...shown };
};

describe('the files inside a document', () => {
  it('are listed above it, opened in its place, and left again', async () => {
    const parts = [aPart(1, 'lista.txt'), aPart(2, 'program.exe', false)];
    const { asked, person } = await opened({ parts, is_cut: false, is_form: false });
    await screen.findByText(/MOA 77/);
    await screen.findByText('2 fișiere atașate');
    expect(screen.queryByRole('button', { name: 'Deschide program.exe' })).toBeNull();
    await person.click(await screen.findByRole('button', { name: 'Deschide lista.txt' }));
    await screen.findByText(/rândul atașat/);
    expect(asked).toContain('GET /api/files/f/parts/1?use=preview');
    expect(screen.queryByText(/MOA 77/)).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Descarcă lista.txt' }));
    await waitFor(() => expect(asked).toContain('GET /api/files/f/parts/1?use=download'));
    await person.click(screen.getByRole('button', { name: 'Înapoi la factura.xml' }));
    await screen.findByText(/MOA 77/);
  });

  it('of a form are its data, and it says which program it needs', async () => {
    await opened({ parts: [aPart(1, 'date-formular.xml')], is_cut: false, is_form: true });
    await screen.findByText(/doar în Adobe Reader.*Datele completate/);
    await screen.findByRole('button', { name: 'Deschide date-formular.xml' });
  });

  it('are not asked for where there can be none', async () => {
    const { asked } = await opened({}, { ...file, mime_type: MIME_TYPES.txt });
    await screen.findByText(/MOA 77/);
    expect(asked.filter((each) => each.includes('/parts'))).toEqual([]);
  });
});
