import { decides, someone } from '@dosar/kernel/testing';
import { drive } from './drive.decider';
import type { DriveEvent } from './drive.events';

const given = decides(drive);
const user = { actor: { kind: 'user', id: 'u-2', role: 'user', sessionId: 's-2' } } as const;

const folder = (folderId: string, name: string, parentId: string | null = null, path = '/'): DriveEvent => ({
  type: 'FolderCreated',
  data: { folderId, parentId, path, name, categoryKey: null },
});
const content = { blobId: 'b', size: 10, mimeType: 'application/pdf', sha256: 'x', fromChat: false };
const file = (fileId: string, name: string, folderId: string | null = null, path = '/'): DriveEvent => ({
  type: 'FileUploaded',
  data: { fileId, folderId, path, name, version: 1, ...content },
});
const deleted = (event: DriveEvent, deletion: string): DriveEvent =>
  event.type === 'FileUploaded'
    ? { type: 'FileDeleted', data: { ...pick(event.data), name: event.data.name, deletion } }
    : event.type === 'FolderCreated'
      ? {
          type: 'FolderDeleted',
          data: {
            folderId: event.data.folderId,
            parentId: event.data.parentId,
            path: event.data.path,
            name: event.data.name,
            deletion,
          },
        }
      : event;
const pick = ({ fileId, folderId, path }: { fileId: string; folderId: string | null; path: string | null }) => ({
  fileId,
  folderId,
  path,
});
const processed = (fileId: string): DriveEvent => ({
  type: 'FileProcessStateChanged',
  data: { fileId, folderId: null, path: '/', name: 'x', from: 'new', to: 'processing' },
});
const upload = (fileId: string, name: string, folderId: string | null = null, quota = 0) =>
  ({ type: 'UploadFile', data: { fileId, folderId, name, quota, ...content } }) as const;

describe('making a folder', () => {
  const create = (folderId: string, name: string, parentId: string | null = null) =>
    ({ type: 'CreateFolder', data: { folderId, parentId, name } }) as const;

  it('says where it was made', () =>
    given(folder('a', '2026'))
      .when(create('b', 'Ianuarie', 'a'))
      .then(folder('b', 'Ianuarie', 'a', '/2026')));
  it.each(['Plăți', 'PLATI', 'Plăţi', 'plăți'])('is refused when the name is taken in another form: %s', (name) =>
    given(folder('a', 'Plăți')).when(create('b', name)).thenRefused('drive/name-taken'),
  );
  it('is refused when a file has the name', () =>
    given(file('f', 'Plăți.pdf')).when(create('b', 'plati.pdf')).thenRefused('drive/name-taken'));
  it('may take the name of what was deleted', () =>
    given(folder('a', 'Plăți'), deleted(folder('a', 'Plăți'), 'd'))
      .when(create('b', 'Plăți'))
      .then(folder('b', 'Plăți')));
  it('may take a name that is used elsewhere', () =>
    given(folder('a', 'A'), folder('b', 'B', 'a', '/A'))
      .when(create('c', 'B'))
      .then(folder('c', 'B')));
  it('is refused in a folder that is not there, or was deleted', () => {
    given()
      .when(create('b', 'B', 'x'))
      .thenRefused('drive/unknown');
    given(folder('a', 'A'), deleted(folder('a', 'A'), 'd'))
      .when(create('b', 'B', 'a'))
      .thenRefused('drive/unknown');
    given(file('f', 'f.pdf'))
      .when(create('b', 'B', 'f'))
      .thenRefused('drive/unknown');
  });
  it('does nothing when it is there already: the same request again', () =>
    given(folder('a', 'A')).when(create('a', 'A')).thenNothing());
});

describe('renaming', () => {
  it('keeps the former name of a folder and of a file', () => {
    given(folder('a', 'A'))
      .when({ type: 'RenameFolder', data: { folderId: 'a', name: 'B' } })
      .then({ type: 'FolderRenamed', data: { folderId: 'a', parentId: null, path: '/', from: 'A', to: 'B' } });
    given(folder('a', 'A'), file('f', 'x.pdf', 'a', '/A'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'y.pdf' } })
      .then({ type: 'FileRenamed', data: { fileId: 'f', folderId: 'a', path: '/A', from: 'x.pdf', to: 'y.pdf' } });
  });
  it('does nothing when the name is the same', () =>
    given(file('f', 'x.pdf'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'x.pdf' } })
      .thenNothing());
  it('may change the form of the own name', () =>
    given(folder('a', 'plati'))
      .when({ type: 'RenameFolder', data: { folderId: 'a', name: 'Plăți' } })
      .then({ type: 'FolderRenamed', data: { folderId: 'a', parentId: null, path: '/', from: 'plati', to: 'Plăți' } }));
  it('is refused when the name is taken, and when the thing is gone', () => {
    given(file('f', 'x.pdf'), file('g', 'y.pdf'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'Y.PDF' } })
      .thenRefused('drive/name-taken');
    given(file('f', 'x.pdf'), deleted(file('f', 'x.pdf'), 'd'))
      .when({ type: 'RenameFile', data: { fileId: 'f', name: 'y.pdf' } })
      .thenRefused('drive/unknown');
    given(folder('a', 'A'))
      .when({ type: 'RenameFile', data: { fileId: 'a', name: 'B' } })
      .thenRefused('drive/unknown');
  });
  it('frees the former name', () =>
    given(folder('a', 'A'), {
      type: 'FolderRenamed',
      data: { folderId: 'a', parentId: null, path: '/', from: 'A', to: 'B' },
    })
      .when({ type: 'CreateFolder', data: { folderId: 'c', parentId: null, name: 'A' } })
      .then(folder('c', 'A')));
  it('of what the accountant works on is closed to a client’s user, not to an accountant', () => {
    const rename = { type: 'RenameFile', data: { fileId: 'f', name: 'y.pdf' } } as const;
    given(file('f', 'x.pdf'), processed('f')).when(rename, user).thenRefused('drive/locked');
    given(file('f', 'x.pdf'), processed('f'))
      .when(rename)
      .then({ type: 'FileRenamed', data: { fileId: 'f', folderId: null, path: '/', from: 'x.pdf', to: 'y.pdf' } });
  });
});

describe('uploading', () => {
  it('makes a file of its first version', () =>
    given(folder('a', 'A'))
      .when(upload('f', 'x.pdf', 'a'))
      .then(file('f', 'x.pdf', 'a', '/A')));
  it('numbers a name that is taken, and never replaces', () => {
    given(file('f', 'x.pdf')).when(upload('g', 'X.pdf')).then(file('g', 'X (1).pdf'));
    given(file('f', 'x.pdf'), file('g', 'x (1).pdf')).when(upload('h', 'x.pdf')).then(file('h', 'x (2).pdf'));
  });
  it('is refused where there is no folder', () =>
    given()
      .when(upload('f', 'x.pdf', 'nowhere'))
      .thenRefused('drive/unknown'));
  it('is refused over the quota, which deleted files count into', () => {
    given(file('f', 'x.pdf'))
      .when(upload('g', 'y.pdf', null, 20))
      .then(file('g', 'y.pdf'));
    given(file('f', 'x.pdf'), deleted(file('f', 'x.pdf'), 'd'))
      .when(upload('g', 'y.pdf', null, 19))
      .thenRefused('drive/quota');
  });
});

describe('moving', () => {
  const move = (ids: string[], targetId: string | null) => ({ type: 'MoveItems', data: { ids, targetId } }) as const;
  const tree = [folder('a', 'A'), folder('b', 'B', 'a', '/A'), folder('c', 'C'), file('f', 'x.pdf', 'b', '/A/B')];

  it('says from where to where', () =>
    given(...tree)
      .when(move(['f', 'b'], 'c'))
      .then(
        {
          type: 'FileMoved',
          data: {
            fileId: 'f',
            name: 'x.pdf',
            from: { folderId: 'b', path: '/A/B' },
            to: { folderId: 'c', path: '/C' },
          },
        },
        {
          type: 'FolderMoved',
          data: { folderId: 'b', name: 'B', from: { folderId: 'a', path: '/A' }, to: { folderId: 'c', path: '/C' } },
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
      file('g', 'X.PDF', 'a', '/A'),
      file('h', 'z.pdf'),
      deleted(file('h', 'z.pdf'), 'd'),
    ).when(move(['f', 'g', 'h', 'b'], 'c'));
    expect(decision).toMatchObject({
      events: [
        { type: 'FileMoved', data: { fileId: 'f' } },
        { type: 'FolderMoved', data: { folderId: 'b' } },
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
  const tree = [
    folder('a', 'A'),
    folder('b', 'B', 'a', '/A'),
    file('f', 'x.pdf', 'b', '/A/B'),
    file('g', 'y.pdf', 'a', '/A'),
  ];
  const remove = (ids: string[]) => ({ type: 'DeleteItems', data: { ids, deletion: 'd' } }) as const;
  const ids = (decision: object) =>
    (decision as { events: DriveEvent[] }).events.map(
      ({ type, data }) => `${type} ${'fileId' in data ? data.fileId : data.folderId}`,
    );

  it('takes a folder with all that is in it, contents first, one event for each', () => {
    const { decision } = given(...tree).when(remove(['a']));
    const order = ids(decision);
    expect([...order].sort()).toEqual(['FileDeleted f', 'FileDeleted g', 'FolderDeleted a', 'FolderDeleted b']);
    expect(order.indexOf('FileDeleted f')).toBeLessThan(order.indexOf('FolderDeleted b'));
    expect(order.at(-1)).toBe('FolderDeleted a');
  });
  it('leaves alone what was deleted before', () =>
    expect(
      ids(given(...tree, deleted(file('g', 'y.pdf', 'a', '/A'), 'before')).when(remove(['a'])).decision),
    ).not.toContain('FileDeleted g'));
  it('says of what is gone that it is unknown', () =>
    expect(given(...tree, deleted(file('g', 'y.pdf', 'a', '/A'), 'before')).when(remove(['g'])).decision).toEqual({
      events: [],
      refusals: [{ id: 'g', refused: 'drive/unknown' }],
    }));
  it('takes as much as one append may hold, and is gone on with by asking again', () => {
    const many = Array.from({ length: 250 }, (_, at) => file(`m${at}`, `${at}.pdf`, 'a', '/A'));
    const past = [folder('a', 'A'), ...many];
    const passes: number[] = [];
    for (;;) {
      const { events } = given(...past).when(remove(['a']));
      if (events.length === 0) break;
      passes.push(events.length);
      past.push(...events);
    }
    expect(passes).toEqual([100, 100, 51]);
  });
  it('of a folder with something locked in it is closed to a client’s user, whole', () =>
    expect(given(...tree, processed('f')).when(remove(['a', 'g']), user).decision).toMatchObject({
      events: [{ type: 'FileDeleted', data: { fileId: 'g' } }],
      refusals: [{ id: 'a', refused: 'drive/locked' }],
    }));
  it('of a folder and something in it takes each once', () =>
    expect(ids(given(...tree).when(remove(['g', 'a'])).decision).filter((each) => each.endsWith(' g'))).toHaveLength(
      1,
    ));
});

describe('restoring', () => {
  const [a, b, f, g] = [
    folder('a', 'A'),
    folder('b', 'B', 'a', '/A'),
    file('f', 'x.pdf', 'b', '/A/B'),
    file('g', 'y.pdf', 'a', '/A'),
  ];
  const restore = (...items: { id: string; deletion: string | null }[]) =>
    ({ type: 'RestoreItems', data: { items } }) as const;
  const names = (decision: object) =>
    (decision as { events: DriveEvent[] }).events.map(
      ({ type, data }) =>
        `${type} ${'fileId' in data ? data.fileId : data.folderId} ${'to' in data && typeof data.to === 'string' ? data.to : ''}`,
    );

  it('brings back exactly what was deleted together, folders before what is in them', () => {
    const past = [a, b, f, g, deleted(g, 'before'), deleted(f, 'd'), deleted(b, 'd'), deleted(a, 'd')];
    expect(names(given(...past).when(restore({ id: 'a', deletion: 'd' })).decision)).toEqual([
      'FolderRestored a A',
      'FolderRestored b B',
      'FileRestored f x.pdf',
    ]);
  });
  it('brings back deleted parents, but not what else was in them', () => {
    const past = [a, b, f, g, deleted(f, 'd'), deleted(b, 'd'), deleted(g, 'd'), deleted(a, 'd')];
    expect(names(given(...past).when(restore({ id: 'f', deletion: 'd' })).decision)).toEqual([
      'FolderRestored a A',
      'FolderRestored b B',
      'FileRestored f x.pdf',
    ]);
  });
  it('numbers a name that was taken meanwhile', () => {
    const past = [g, deleted(g, 'd'), file('h', 'Y.pdf', 'a', '/A')];
    expect(names(given(a, ...past).when(restore({ id: 'g', deletion: 'd' })).decision)).toEqual([
      'FileRestored g y (1).pdf',
    ]);
  });
  it('of what is there does nothing', () =>
    expect(names(given(a, g).when(restore({ id: 'g', deletion: null })).decision)).toEqual([]));
  it('is gone on with when one append could not take it all', () => {
    const many = Array.from({ length: 150 }, (_, at) => file(`m${at}`, `${at}.pdf`, 'a', '/A'));
    const past: DriveEvent[] = [a, ...many, ...many.map((each) => deleted(each, 'd')), deleted(a, 'd')];
    const passes: number[] = [];
    for (;;) {
      const { events } = given(...past).when(restore({ id: 'a', deletion: 'd' }));
      if (events.length === 0) break;
      passes.push(events.length);
      past.push(...events);
    }
    expect(passes).toEqual([100, 51]);
  });
});

describe('states', () => {
  const change = (more: object) => ({ type: 'ChangeStates', data: { ids: ['f'], ...more } }) as const;
  it('go forward, back by one step, and from new to processed', () => {
    const about = { fileId: 'f', folderId: null, path: '/', name: 'x.pdf' };
    expect(given(file('f', 'x.pdf')).when(change({ processState: 'processed' })).decision).toMatchObject({
      events: [{ type: 'FileProcessStateChanged', data: { ...about, from: 'new', to: 'processed' } }],
    });
    const atProcessed: DriveEvent = {
      type: 'FileProcessStateChanged',
      data: { ...about, from: 'new', to: 'processed' },
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
      data: { fileId: 'f', folderId: null, path: '/', name: 'x.pdf', from: null, to: 'accounting_completed' },
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

describe('the accounting structure', () => {
  const create = { type: 'CreateStructure', data: { parentId: null, year: 2026 } } as const;
  const complete = (...past: DriveEvent[]) => {
    const made: DriveEvent[] = [];
    for (;;) {
      const decision = given(...past, ...made).when(create, { idFor: (name) => `${made.length} ${name}` })
        .decision as DriveEvent[];
      if (decision.length === 0) return made;
      expect(decision.length).toBeLessThanOrEqual(100);
      made.push(...decision);
    }
  };
  const names = (events: DriveEvent[]) => events.map(({ data }) => ('name' in data ? data.name : null));

  it('is made whole, and the second time nothing is', () => {
    const made = complete();
    expect(made).toHaveLength(1 + 11 + 1 + 12 * (1 + 15 + 4) + 1 + 6);
    expect(names(made)).toEqual(
      expect.arrayContaining([
        '00 Dosar permanent',
        '2026',
        '2026-09 Septembrie',
        '03 Bonuri fiscale și chitanțe',
        '2026 Anual',
      ]),
    );
    expect(complete(...made)).toEqual([]);
  });
  it('keeps what was renamed', () => {
    const made = complete();
    const year = made.find(({ data }) => 'name' in data && data.name === '2026')!;
    const folderId = (year.data as { folderId: string }).folderId;
    expect(
      complete(...made, {
        type: 'FolderRenamed',
        data: { folderId, parentId: null, path: '/', from: '2026', to: 'Anul 2026' },
      }),
    ).toEqual([]);
  });
  it('restores what was deleted', () => {
    const made = complete();
    const month = made.find(({ data }) => 'name' in data && data.name === '2026-03 Martie')!;
    const { folderId, parentId } = month.data as { folderId: string; parentId: string };
    const again = complete(...made, {
      type: 'FolderDeleted',
      data: { folderId, parentId, path: '/2026', name: '2026-03 Martie', deletion: 'd' },
    });
    expect(again).toEqual([
      {
        type: 'FolderRestored',
        data: { folderId, parentId, path: '/2026', from: '2026-03 Martie', to: '2026-03 Martie', deletion: 'd' },
      },
    ]);
  });
  it('takes a folder of the same name that somebody made by hand for its own', () => {
    const made = complete(folder('mine', '2026'));
    expect(made.some(({ data }) => 'name' in data && data.name === '2026')).toBe(false);
    expect(made.filter(({ data }) => 'parentId' in data && data.parentId === 'mine')).toHaveLength(13);
  });
  it('goes round a file that has the name of a folder', () =>
    expect(names(complete(file('f', '2026')))).toContain('2026 (1)'));
});

describe('a state that was kept', () => {
  it('is the state again', () => {
    const past = [
      folder('a', 'A'),
      file('f', 'x.pdf', 'a', '/A'),
      deleted(file('f', 'x.pdf', 'a', '/A'), 'd'),
      processed('f'),
    ];
    const state = past.reduce(
      (so, event) =>
        (drive.evolve[event.type] as (data: unknown, state: unknown, at: object) => typeof so)(event.data, so, {
          now: someone.now,
        }),
      drive.initial(),
    );
    const loaded = drive.snapshot!.load(JSON.parse(JSON.stringify(drive.snapshot!.save(state))));
    expect(loaded.nodes).toEqual(state.nodes);
    expect(loaded.used).toBe(10);
    expect(loaded.names.get('a')?.size ?? 0).toBe(0);
  });
});
