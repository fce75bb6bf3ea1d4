/** @jest-environment ./testing/browser.cjs */
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { File, Note } from '@dosar/contracts';
import { aServer, show } from '../../../testing/screen';
import { Notes } from './notes';

const file = { id: 'f', client_id: 'c', folder_id: null, notes_count: 0 } as File;
const aNote = (text: string | null): Note => ({
  id: `n ${text}`,
  file_id: 'f',
  text,
  author: { id: 'u', name: 'Ana Țăranu', role: 'user' },
  created_at: '2026-11-23T12:05:00.000Z',
});
const PLACE = '/files/f/notes';

describe('beside a file', () => {
  it('what was written is read, newest first, and more is written', async () => {
    const notes = [aNote('Plătit'), aNote(null)];
    const asked = aServer({
      [`GET ${PLACE}`]: () => ({ notes }),
      [`POST ${PLACE}`]: (_, body) => {
        const note = aNote((body as { text: string }).text);
        notes.unshift(note);
        return { note };
      },
    });
    const { person } = await show(<Notes file={file} />);
    await screen.findByText('Plătit');
    expect(screen.getByText('(text șters)')).toBeTruthy();
    expect(screen.getAllByText(/^Client · 23\.11\.2026 14:05$/)).toHaveLength(2);
    const box = screen.getByRole('textbox', { name: 'Scrieți o notă' });
    await person.type(box, 'Aştept ştampila');
    await person.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Aștept ștampila');
    await waitFor(() => expect((box as HTMLTextAreaElement).value).toBe(''));
    expect(asked.filter((each) => each.startsWith('POST'))).toHaveLength(1);
  });

  it('it is said how many older ones were not read', async () => {
    aServer({ [`GET ${PLACE}`]: () => ({ notes: [aNote('Plătit')], page: 1, pageSize: 500, total: 23 }) });
    await show(<Notes file={file} />);
    await screen.findByText('Încă 22 de note mai vechi');
  });

  it('nothing is said to be nothing, and blanks are not sent', async () => {
    const asked = aServer({ [`GET ${PLACE}`]: () => ({ notes: [] }) });
    const { person } = await show(<Notes file={file} />);
    await screen.findByText('Încă nu a scris nimeni nimic despre acest document.');
    await person.type(screen.getByRole('textbox', { name: 'Scrieți o notă' }), '  ');
    await person.click(screen.getByRole('button', { name: 'Adaugă nota' }));
    await screen.findByText('Câmp obligatoriu');
    expect(asked).toEqual([`GET /api${PLACE}`]);
  });

  it('what is being written stays when another file is looked at meanwhile', async () => {
    aServer({ 'GET /files/g/notes': () => ({ notes: [] }) });
    const { person } = await show(<Notes file={{ ...file, id: 'g' }} />);
    await person.type(screen.getByRole('textbox', { name: 'Scrieți o notă' }), 'Lipsește pa');
    cleanup();
    await show(<Notes file={{ ...file, id: 'g' }} />);
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Scrieți o notă' });
    expect(box.value).toBe('Lipsește pa');
  });
});
