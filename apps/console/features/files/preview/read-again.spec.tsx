/** @jest-environment ./testing/browser.cjs */
import { screen, waitFor } from '@testing-library/react';
import { MIME_TYPES } from '@dosar/contracts';
import { aFile } from '../../../testing/drive';
import { aServer, show } from '../../../testing/screen';
import { PreviewContent } from './preview-content';

describe('a document of which something was given up', () => {
  it('is shown, and is read again where that is wanted', async () => {
    let isGivenUp = true;
    const asked = aServer({
      'GET /files/f/preview': () => ({
        url: '/api/files/content/whole',
        kind: 'text',
        ...(isGivenUp && { can_read_again: true }),
      }),
      'GET /files/content/whole': () => new Response('MOA 77'),
      'POST /files/f/read-again': () => {
        isGivenUp = false;
        return new Response(null, { status: 204 });
      },
    });
    const file = { ...aFile('f', 'bon.txt', null), mime_type: MIME_TYPES.txt };
    const swipe = {} as Parameters<typeof PreviewContent>[0]['swipe'];
    const { person } = await show(
      <PreviewContent file={file} clientId="c" path={[]} swipe={swipe} onDownload={() => undefined} />,
    );
    await screen.findByText(/MOA 77/);
    await person.click(screen.getByRole('button', { name: 'Citește din nou' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Citește din nou' })).toBeNull());
    expect(asked).toContain('POST /api/files/f/read-again');
    expect(screen.getByText(/MOA 77/)).toBeTruthy();
  });
});
