import { decide, isRefusal, type Facts } from '@dosar/kernel';
import { eventsOf } from '@dosar/kernel/runtime';
import { FILE_LIMITS } from '@dosar/contracts';
import { content } from '../testing/drive';
import { accountingStructure } from './accounting-structure';
import { drive, type DriveCommand } from './drive.decider';
import { emptyDrive, NOTHING_SAID, place, type Drive } from './drive-nodes';
import { foldersOf } from './plans/structure-plan';

const facts: Facts = {
  now: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'user', id: 'u', role: 'accountant', sessionId: 's' },
  idFor: (name) => name,
};
const LATE = 50;

const aFolder = (state: Drive, id: string, parentId: string | null, deletion: string | null = null) =>
  place(state, { type: 'folder', year: 2026, id, parentId, name: id, deletion, categoryKey: null });
const aFile = (state: Drive, id: string, parentId: string | null, deletion: string | null = null) =>
  place(state, {
    type: 'file',
    year: 2026,
    id,
    parentId,
    name: `${id}.pdf`,
    deletion,
    size: 1,
    processState: 'new',
    accountingStatus: null,
    said: NOTHING_SAID,
  });
/** A drive with that many things: half of them deleted, in folders of a thousand. */
const filled = (count: number): Drive => {
  const state = emptyDrive();
  aFolder(state, 'one', null);
  aFile(state, 'single', null);
  for (let at = 2; at < count; at += 1)
    if (at % 1_000 === 2) aFolder(state, `d${Math.floor(at / 1_000)}`, null);
    else aFile(state, `f${at}`, `d${Math.floor((at - 2) / 1_000)}`, at % 2 === 0 ? 'long ago' : null);
  return state;
};
const decided = (state: Drive, command: DriveCommand) => decide(drive, command, state, facts);

describe('a client has files and folders, deleted ones among them, up to a number', () => {
  const full = filled(FILE_LIMITS.items - 1);
  const upload = (more: object = {}) =>
    ({
      type: 'UploadFile',
      data: { fileId: 'x', folderId: null, name: 'x.pdf', quota: 0, ...content, ...more },
    }) as const;
  const copy = (ids: readonly string[]) =>
    ({
      type: 'CopyItems',
      data: {
        ids,
        targetId: null,
        quota: 0,
        copies: ids.map((id) => ({
          of: id,
          from: id,
          id: `copy of ${id}`,
          content: { blobId: 'b', sha256: 'x', bytesKey: 'y', mimeType: 'x' },
        })),
      },
    }) as const;
  const unpacked = (id: string) =>
    ({ id, parent: null, name: id, originalName: id, type: 'folder', content: null }) as const;
  const unpack = (...ids: readonly string[]) =>
    ({
      type: 'UnpackArchive',
      data: { archiveId: 'single', targetId: null, items: ids.map(unpacked), quota: 0 },
    }) as const;
  const create = { type: 'CreateFolder', data: { folderId: 'x', parentId: null, name: 'X' } } as const;

  it('and the last one is taken', () => {
    for (const command of [upload(), create, copy(['single']), unpack('x')])
      expect(eventsOf(decided(full, command)).events).toHaveLength(1);
  });
  it('whatever makes more is refused, and makes nothing', () => {
    expect(decided(full, upload({ chatFolderId: 'chat' }))).toMatchObject({ refused: 'drive/quota' });
    expect(decided(full, unpack('x', 'y'))).toMatchObject({ refused: 'drive/quota' });
    expect(decided(full, { type: 'CreateStructure', data: { parentId: null, year: 2026 } })).toMatchObject({
      refused: 'drive/quota',
    });
    const { events, refusals } = eventsOf(decided(full, copy(['single', 'one'])));
    expect(events).toHaveLength(1);
    expect(refusals).toEqual([{ id: 'one', refused: 'drive/quota' }]);

    aFolder(full, 'last', null);
    for (const command of [upload({ fileId: 'z' }), { ...create, data: { ...create.data, folderId: 'y', name: 'Y' } }])
      expect(decided(full, command)).toMatchObject({ refused: 'drive/quota' });
  });
  it('what is there may still be moved, renamed, deleted and restored', () => {
    const all: readonly DriveCommand[] = [
      { type: 'MoveItems', data: { ids: ['single'], targetId: 'one' } },
      { type: 'RenameFolder', data: { folderId: 'one', name: 'Unu' } },
      { type: 'DeleteItems', data: { ids: ['one'], deletion: 'now' } },
      { type: 'RestoreItems', data: { items: [{ id: 'f4', deletion: 'long ago' }] } },
    ];
    for (const command of all) expect(isRefusal(decided(full, command))).toBe(false);
  });
});

describe('a decision on the largest drive takes little of the loop', () => {
  const structure = accountingStructure(2026);
  const nested = emptyDrive();
  beforeAll(() => {
    // everything in one deep folder, and a root as wide
    aFolder(nested, 'top', null);
    for (let at = 0; at < FILE_LIMITS.items / 2; at += 1)
      aFile(nested, `g${at}`, at % 2 === 0 ? 'top' : null, at % 3 === 0 ? null : 'long ago');
    for (let at = 0; at < FILE_LIMITS.operation; at += 1) aFile(nested, `live${at}`, 'top');
  });
  const timed = (command: DriveCommand) => {
    decided(nested, command);
    const times = Array.from({ length: 5 }, () => {
      const before = performance.now();
      decided(nested, command);
      return performance.now() - before;
    });
    return Math.min(...times);
  };
  const all: readonly DriveCommand[] = [
    { type: 'DeleteItems', data: { ids: ['top'], deletion: 'now' } },
    { type: 'RestoreItems', data: { items: [{ id: 'g1', deletion: 'long ago' }] } },
    { type: 'RenameFolder', data: { folderId: 'top', name: 'A longer name' } },
    { type: 'CreateStructure', data: { parentId: null, year: 2026 } },
  ];
  it.each(all.map((command) => [command.type, command] as const))('%s', (_, command) =>
    expect(timed(command)).toBeLessThan(LATE),
  );
  it('as does a name that many have', () => {
    const same = emptyDrive();
    for (let at = 0; at < 60_000; at += 1)
      place(same, {
        type: 'folder',
        year: 2026,
        id: `${at}`,
        parentId: null,
        name: at === 0 ? 'A' : `A (${at})`,
        deletion: null,
        categoryKey: null,
      });
    const upload = { fileId: 'x', folderId: null, name: 'a', quota: 0, ...content };
    const before = performance.now();
    const { events } = eventsOf(decided(same, { type: 'UploadFile', data: upload }));
    expect(performance.now() - before).toBeLessThan(LATE);
    expect(events).toMatchObject([{ data: { name: 'a (60000)' } }]);
  });
  it('and a structure is about three hundred folders', () => expect(foldersOf(structure)).toBeGreaterThan(200));
});
