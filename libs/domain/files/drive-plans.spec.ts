import { deeds, deleted, file, folder, given, processed, user } from '../testing/drive';
import type { DriveEvent } from './drive.events';

describe('moving', () => {
  const move = (ids: string[], targetId: string | null) => ({ type: 'MoveItems', data: { ids, targetId } }) as const;
  const tree = [folder('a', 'A'), folder('b', 'B', 'a'), folder('c', 'C'), file('f', 'x.pdf', 'b')];

  it('says from where to where', () =>
    given(...tree)
      .when(move(['f', 'b'], 'c'))
      .then(
        {
          type: 'FileMoved',
          data: {
            year: 2026,
            fileId: 'f',
            name: 'x.pdf',
            from: { folderId: 'b' },
            to: { folderId: 'c' },
          },
        },
        {
          type: 'FolderMoved',
          data: {
            year: 2026,
            folderId: 'b',
            name: 'B',
            from: { folderId: 'a' },
            to: { folderId: 'c' },
          },
        },
      ));
  it('of what is there already does nothing', () =>
    expect(given(...tree).when(move(['f'], 'b')).decision).toEqual({ events: [], refusals: [] }));
  it('never makes a circle', () => {
    for (const target of ['a', 'b'])
      expect(given(...tree).when(move(['a'], target)).decision).toEqual({
        events: [],
        refusals: [{ id: 'a', refused: 'drive/cycle' }],
      });
  });
  it('refuses each thing for its own reason, and moves the rest', () => {
    const { decision } = given(
      ...tree,
      file('g', 'X.PDF', 'a'),
      file('h', 'z.pdf'),
      deleted(file('h', 'z.pdf'), 'd'),
    ).when(move(['f', 'g', 'h', 'b'], 'c'));
    expect(decision).toMatchObject({
      events: [
        { type: 'FileMoved', data: { year: 2026, fileId: 'f' } },
        { type: 'FolderMoved', data: { year: 2026, folderId: 'b' } },
      ],
      refusals: [
        { id: 'g', refused: 'drive/name-taken' },
        { id: 'h', refused: 'drive/unknown' },
      ],
    });
  });
  it('of an id that is not of this drive does nothing at all', () => {
    given(...tree)
      .when(move(['f', 'foreign'], 'c'))
      .thenRefused('drive/invalid-selection');
    given(...tree)
      .when(move(['f'], 'foreign'))
      .thenRefused('drive/invalid-selection');
  });
  it('of a folder with something locked in it is closed to a client’s user', () =>
    expect(given(...tree, processed('f')).when(move(['a'], 'c'), user).decision).toEqual({
      events: [],
      refusals: [{ id: 'a', refused: 'drive/locked' }],
    }));
});

describe('deleting', () => {
  const tree = [folder('a', 'A'), folder('b', 'B', 'a'), file('f', 'x.pdf', 'b'), file('g', 'y.pdf', 'a')];
  const remove = (ids: string[]) => ({ type: 'DeleteItems', data: { ids, deletion: 'd' } }) as const;
  it('takes a folder with all that is in it, contents first, one event for each', () => {
    const { events } = given(...tree).when(remove(['a']));
    const order = deeds(events);
    expect([...order].sort()).toEqual(['FileDeleted f', 'FileDeleted g', 'FolderDeleted a', 'FolderDeleted b']);
    expect(order.indexOf('FileDeleted f')).toBeLessThan(order.indexOf('FolderDeleted b'));
    expect(order.at(-1)).toBe('FolderDeleted a');
  });
  it('leaves alone what was deleted before', () =>
    expect(deeds(given(...tree, deleted(file('g', 'y.pdf', 'a'), 'before')).when(remove(['a'])).events)).not.toContain(
      'FileDeleted g',
    ));
  it('says of what is gone that it is unknown', () =>
    expect(given(...tree, deleted(file('g', 'y.pdf', 'a'), 'before')).when(remove(['g'])).decision).toEqual({
      events: [],
      refusals: [{ id: 'g', refused: 'drive/unknown' }],
    }));
  it('takes as much as one append may hold, and is gone on with by asking again', () => {
    const many = Array.from({ length: 125 }, (_, at) => file(`m${at}`, `${at}.pdf`, 'a'));
    const past = [folder('a', 'A'), ...many];
    const passes: number[] = [];
    for (;;) {
      const { events } = given(...past).when(remove(['a']));
      if (events.length === 0) break;
      passes.push(events.length);
      past.push(...events);
    }
    expect(passes).toEqual([50, 50, 26]);
  });
  it('of a folder with something locked in it is closed to a client’s user, whole', () =>
    expect(given(...tree, processed('f')).when(remove(['a', 'g']), user).decision).toMatchObject({
      events: [{ type: 'FileDeleted', data: { year: 2026, fileId: 'g' } }],
      refusals: [{ id: 'a', refused: 'drive/locked' }],
    }));
  it('of a folder and something in it takes each once', () =>
    expect(deeds(given(...tree).when(remove(['g', 'a'])).events).filter((each) => each.endsWith(' g'))).toHaveLength(
      1,
    ));
});

describe('restoring', () => {
  const a = folder('a', 'A');
  const b = folder('b', 'B', 'a');
  const f = file('f', 'x.pdf', 'b');
  const g = file('g', 'y.pdf', 'a');
  const restore = (...items: { id: string; deletion: string | null }[]) =>
    ({ type: 'RestoreItems', data: { items } }) as const;
  const names = (events: readonly DriveEvent[]) =>
    events.map(
      (event) => `${deeds([event])[0]} ${'to' in event.data && typeof event.data.to === 'string' ? event.data.to : ''}`,
    );

  it('brings back exactly what was deleted together, folders before what is in them', () => {
    const past = [a, b, f, g, deleted(g, 'before'), deleted(f, 'd'), deleted(b, 'd'), deleted(a, 'd')];
    expect(names(given(...past).when(restore({ id: 'a', deletion: 'd' })).events)).toEqual([
      'FolderRestored a A',
      'FolderRestored b B',
      'FileRestored f x.pdf',
    ]);
  });
  it('brings back deleted parents, but not what else was in them', () => {
    const past = [a, b, f, g, deleted(f, 'd'), deleted(b, 'd'), deleted(g, 'd'), deleted(a, 'd')];
    expect(names(given(...past).when(restore({ id: 'f', deletion: 'd' })).events)).toEqual([
      'FolderRestored a A',
      'FolderRestored b B',
      'FileRestored f x.pdf',
    ]);
  });
  it('numbers a name that was taken meanwhile', () => {
    const past = [g, deleted(g, 'd'), file('h', 'Y.pdf', 'a')];
    expect(names(given(a, ...past).when(restore({ id: 'g', deletion: 'd' })).events)).toEqual([
      'FileRestored g y (1).pdf',
    ]);
  });
  it('says where things come back to, under the name that their folder was given', () => {
    const past = [a, g, deleted(g, 'd'), deleted(a, 'd'), folder('c', 'a')];
    expect(given(...past).when(restore({ id: 'a', deletion: 'd' })).events).toMatchObject([
      { type: 'FolderRestored', data: { year: 2026, from: 'A', to: 'A (1)' } },
      { type: 'FileRestored', data: { year: 2026, from: 'y.pdf', to: 'y.pdf' } },
    ]);
  });
  it('of what is there does nothing', () =>
    expect(names(given(a, g).when(restore({ id: 'g', deletion: null })).events)).toEqual([]));
  it('is gone on with when one append could not take it all', () => {
    const many = Array.from({ length: 75 }, (_, at) => file(`m${at}`, `${at}.pdf`, 'a'));
    const past: DriveEvent[] = [a, ...many, ...many.map((each) => deleted(each, 'd')), deleted(a, 'd')];
    const passes: number[] = [];
    for (;;) {
      const { events } = given(...past).when(restore({ id: 'a', deletion: 'd' }));
      if (events.length === 0) break;
      passes.push(events.length);
      past.push(...events);
    }
    expect(passes).toEqual([50, 26]);
  });
});

describe('states', () => {
  const change = (more: object) => ({ type: 'ChangeStates', data: { ids: ['f'], ...more } }) as const;
  it('go forward, back by one step, and from new to processed', () => {
    const about = { fileId: 'f', folderId: null, name: 'x.pdf' };
    expect(given(file('f', 'x.pdf')).when(change({ processState: 'processed' })).decision).toMatchObject({
      events: [{ type: 'FileProcessStateChanged', data: { year: 2026, ...about, from: 'new', to: 'processed' } }],
    });
    const atProcessed: DriveEvent = {
      type: 'FileProcessStateChanged',
      data: { year: 2026, ...about, from: 'new', to: 'processed' },
    };
    expect(given(file('f', 'x.pdf'), atProcessed).when(change({ processState: 'new' })).decision).toEqual({
      events: [],
      refusals: [{ id: 'f', refused: 'drive/transition' }],
    });
    expect(given(file('f', 'x.pdf'), atProcessed).when(change({ processState: 'processing' })).decision).toMatchObject({
      events: [{ data: { from: 'processed', to: 'processing' } }],
    });
  });
  it('that a thing has already change nothing', () =>
    expect(given(file('f', 'x.pdf')).when(change({ processState: 'new' })).decision).toEqual({
      events: [],
      refusals: [],
    }));
  it('of accounting go anywhere, and away', () => {
    const set: DriveEvent = {
      type: 'FileAccountingStatusChanged',
      data: {
        year: 2026,
        fileId: 'f',
        folderId: null,
        name: 'x.pdf',
        from: null,
        to: 'accounting_completed',
      },
    };
    expect(given(file('f', 'x.pdf'), set).when(change({ accountingStatus: null })).decision).toMatchObject({
      events: [{ data: { from: 'accounting_completed', to: null } }],
    });
  });
  it('are those of files', () =>
    expect(given(folder('f', 'x')).when(change({ processState: 'processed' })).decision).toEqual({
      events: [],
      refusals: [{ id: 'f', refused: 'drive/unknown' }],
    }));
});
