import fc from 'fast-check';
import { decide, evolve, isPartly, isRefusal } from '@dosar/kernel';
import { someone } from '@dosar/kernel/testing';
import { FILE_LIMITS } from '@dosar/contracts';
import { file, folder, processed, user } from '../testing/drive';
import { drive, type DriveCommand } from './drive.decider';
import type { DriveEvent } from './drive.events';
import { depthOf, isInFirms, isLocked, pathOf, type Drive } from './drive-nodes';

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e.pdf', 'â'.repeat(120));
/** A thing by its number, which may or may not exist at that point. */
const id = fc.nat({ max: 18 }).map((number) => `n${number}`);
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 4 });
const place = fc.option(id, { nil: null, freq: 3 });
const bytes = { blobId: 'b', size: 1, sha256: 'x', bytesKey: 'y', mimeType: 'application/pdf', quota: 0 } as const;
const content = { ...bytes, source: { kind: 'upload', id: null } } as const;

const act = <T extends DriveCommand['type']>(
  type: T,
  data: fc.Arbitrary<Extract<DriveCommand, { type: T }>['data']>,
): fc.Arbitrary<DriveCommand> => data.map((asked) => ({ type, data: asked }) as unknown as DriveCommand);

/** Commands a client's user can send. */
const usersAct = fc.oneof(
  act('CreateFolder', fc.record({ folderId: id, parentId: place, name })),
  act(
    'UploadFile',
    fc.record({ fileId: id, folderId: place, name }).map((data) => ({ ...data, ...content })),
  ),
  act('RenameFolder', fc.record({ folderId: id, name })),
  act('RenameFile', fc.record({ fileId: id, name })),
  act('MoveItems', fc.record({ ids, targetId: place })),
  act('DeleteItems', fc.record({ ids, deletion: fc.constantFrom('d1', 'd2') })),
  act(
    'RestoreItems',
    ids.map((each) => ({ items: each.map((one) => ({ id: one, deletion: null })) })),
  ),
);
/** Commands that only the firm can send. */
const firmsAct = fc.oneof(
  { weight: 3, arbitrary: usersAct },
  {
    weight: 2,
    arbitrary: act('ChangeStates', fc.record({ ids, processState: fc.constantFrom('processing', 'processed', 'new') })),
  },
);
const acts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: usersAct.map((asked) => ({ by: 'user' as const, asked })) },
    { weight: 2, arbitrary: firmsAct.map((asked) => ({ by: 'firm' as const, asked })) },
  ),
  { maxLength: 50, size: 'max' },
);

/** A restore names the deletion it undoes, as of that time. */
const aimed = (asked: DriveCommand, state: Drive): DriveCommand =>
  asked.type === 'RestoreItems'
    ? {
        ...asked,
        data: {
          items: asked.data.items.map((item) => ({ ...item, deletion: state.nodes.get(item.id)?.deletion ?? null })),
        },
      }
    : asked;

const eventsOf = (asked: DriveCommand, state: Drive, by: 'user' | 'firm'): readonly DriveEvent[] => {
  const facts = by === 'user' ? { ...someone, ...user } : someone;
  const decision = decide(drive, aimed(asked, state), state, facts);
  if (isRefusal(decision)) return [];
  return isPartly(decision) ? decision.events : decision;
};

/** Everything that a user must not change: files the firm works on, and the contents of the firm's folders. */
const closed = (state: Drive) =>
  [...state.nodes.values()]
    .filter((node) => isLocked(node) || isInFirms(state, node.id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((node) => ({ ...node, path: node.deletion === null ? pathOf(state, node.id) : null }));

const runs = { numRuns: Number(process.env['RUNS'] ?? 500) };

/** A drive with a folder of the firm's, a file that is being worked on, and folders almost as deep as allowed. */
const begun = (): Drive => {
  const long = (at: number) => `n${at}`;
  const story: DriveEvent[] = [
    folder('n0', 'n0'),
    {
      type: 'FolderCreated',
      data: { year: 2026, folderId: 'n1', parentId: 'n0', name: 'n1', categoryKey: 'declaratii' },
    },
    folder('n2', 'n2'),
    folder('n3', 'n3', 'n2'),
    file('n4', 'n4', 'n3'),
    processed('n4'),
    file('n5', 'n5', 'n3'),
    ...[6, 7, 8, 9, 10].map((at) => folder(long(at), 'ă'.repeat(120), at === 6 ? null : long(at - 1))),
    ...[11, 12, 13, 14].map((at) => folder(long(at), 'ț'.repeat(120), at === 11 ? null : long(at - 1))),
  ];
  return story.reduce((state, event) => evolve(drive, state, event, someone.now), drive.initial());
};

describe('what the firm works on', () => {
  it('is not changed by anything that a client’s user does, to it or around it', () => {
    let locked = 0;
    let moved = 0;
    fc.assert(
      fc.property(acts, (all) => {
        let state = begun();
        for (const { by, asked } of all) {
          const before = closed(state);
          for (const event of eventsOf(asked, state, by)) {
            if (by === 'user') moved += 1;
            state = evolve(drive, state, event, someone.now);
          }
          if (by === 'user') expect(closed(state)).toEqual(before);
          locked += before.some(isLocked) ? 1 : 0;
        }
      }),
      runs,
    );
    // the test is meaningful: there was something to protect, and users changed things
    expect([locked > runs.numRuns, moved > runs.numRuns]).toEqual([true, true]);
  });

  it('stays within what folders may be deep and paths long, whoever does it', () => {
    fc.assert(
      fc.property(acts, (all) => {
        let state = begun();
        for (const { by, asked } of all)
          for (const event of eventsOf(asked, state, by)) state = evolve(drive, state, event, someone.now);
        for (const node of state.nodes.values())
          if (node.type === 'folder' && node.deletion === null) {
            expect(depthOf(state, node.id)).toBeLessThanOrEqual(FILE_LIMITS.depth);
            expect(Buffer.byteLength(pathOf(state, node.id))).toBeLessThanOrEqual(FILE_LIMITS.path);
          }
      }),
      runs,
    );
  });
});
