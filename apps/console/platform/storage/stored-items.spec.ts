/** @jest-environment ./testing/browser.cjs */
import { z } from 'zod';
import { storedItems } from './stored-items';

const Note = z.object({ id: z.string(), at: z.string() });
const notes = () => storedItems('note', Note);
const ids = (of: ReturnType<typeof notes>) => of.get().map(({ id }) => id);
const aNote = (id: string, minute = 0) => ({ id, at: `2026-03-04T11:${String(minute).padStart(2, '0')}:00.000Z` });
const heard = (id: string) => dispatchEvent(new StorageEvent('storage', { key: `note.${id}` }));

describe('items that are kept in a browser with several windows', () => {
  beforeEach(() => localStorage.clear());

  it('are the same in all of them, the oldest first, and over visits', () => {
    const here = notes();
    const there = notes();
    here.put(aNote('b', 2));
    there.put(aNote('a', 1));
    heard('a');
    expect([ids(here), ids(there), ids(notes())]).toEqual(Array(3).fill(['a', 'b']));
  });

  it('are not lost to what another window drops before it has heard of them', () => {
    const here = notes();
    here.put(aNote('a'));
    const there = notes();
    here.put(aNote('b', 1));
    there.drop('a');
    heard('a');
    expect([ids(here), ids(there), ids(notes())]).toEqual(Array(3).fill(['b']));
    // and a removed item does not come back
    here.put(aNote('c', 2));
    expect(ids(notes())).toEqual(['b', 'c']);
  });

  it('of another version, and of others, are none', () => {
    localStorage.setItem('note.x', '{"of":"another version"}');
    localStorage.setItem('notes', JSON.stringify(aNote('y')));
    expect(ids(notes())).toEqual([]);
  });

  it('stay for this visit in a browser that keeps nothing', () => {
    const here = notes();
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    here.put(aNote('a'));
    full.mockRestore();
    expect(ids(here)).toEqual(['a']);
    here.drop('a');
    expect(ids(here)).toEqual([]);
  });
});
