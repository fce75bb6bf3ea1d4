import fc from 'fast-check';
import { canonical, decide, eventsOf, evolve, isRefusal } from '@dosar/kernel';
import { someone } from '@dosar/kernel/testing';
import { nameKey } from '@dosar/contracts';
import { drive, type DriveCommand } from '../drive.decider';
import type { DriveEvent } from '../drive.events';
import { emptyDrive, isWithin, type Drive } from '../drive-nodes';
import { deedReturns } from './deed-returns';
import { standOf, type Return, type Stand } from './drive-returns';

/** So many deeds are undone; 1,000 by `npm run rel:undo`. */
const DEEDS = Number(process.env['UNDO_DEEDS'] ?? 150);

const name = fc.constantFrom('Plăți', 'plati', 'Bonuri', 'bon.pdf', 'x');
const id = fc.nat({ max: 9 }).map((number) => `n${number}`);
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
const place = fc.option(id, { nil: null, freq: 3 });
const content = {
  blobId: 'b',
  size: 1,
  sha256: 'x',
  bytesKey: 'y',
  mimeType: 'application/pdf',
  source: { kind: 'upload', id: null },
  quota: 0,
} as const;

type Asked = (state: Drive) => DriveCommand;
const always =
  (command: DriveCommand): Asked =>
  () =>
    command;

const command: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({ folderId: id, parentId: place, name }).map((data) => always({ type: 'CreateFolder', data })),
  fc
    .record({ fileId: id, folderId: place, name })
    .map((data) => always({ type: 'UploadFile', data: { ...data, ...content } })),
  fc.record({ folderId: id, name }).map((data) => always({ type: 'RenameFolder', data })),
  fc.record({ fileId: id, name }).map((data) => always({ type: 'RenameFile', data })),
  fc.record({ ids, targetId: place }).map((data) => always({ type: 'MoveItems', data })),
  fc.record({ ids, deletion: fc.constantFrom('d1', 'd2', 'd3') }).map((data) => always({ type: 'DeleteItems', data })),
  fc
    .record({ ids, processState: fc.constantFrom('new' as const, 'processing' as const, 'processed' as const) })
    .map((data) => always({ type: 'ChangeStates', data })),
  fc
    .record({ fileId: id, number: fc.constantFrom('A 1', 'A 2', null) })
    .map(({ fileId, number }) => always({ type: 'ChangeFields', data: { fileId, change: { number } } })),
  fc
    .record({ fileId: id, tags: fc.subarray(['urgent', 'de plătit']) })
    .map((data) => always({ type: 'ChangeTags', data })),
  ids.map((each): Asked => ({ nodes }) => ({
    type: 'RestoreItems',
    data: { items: each.map((one) => ({ id: one, deletion: nodes.get(one)?.deletion ?? null })) },
  })),
);

const apply = (state: Drive, events: readonly DriveEvent[]): Drive =>
  events.reduce((before, event) => evolve(drive, before, event, someone.now), state);

const eventsFrom = (state: Drive, asked: DriveCommand): readonly DriveEvent[] => {
  const decision = decide(drive, asked, state, someone);
  return isRefusal(decision) ? [] : eventsOf(decision).events;
};

const work = (state: Drive, all: readonly Asked[]) => {
  for (const asked of all) apply(state, eventsFrom(state, asked(state)));
};

/** Undoes a deed as an operation does: again, until nothing is left to do. */
const undo = (state: Drive, deed: readonly DriveEvent[], { isWhole = false, deletion = 'undone' } = {}) => {
  const returns = deedReturns(deed);
  const done: DriveEvent[] = [];
  for (;;) {
    const data = { returns, deletion, isWhole: isWhole && done.length === 0 };
    const decision = decide(drive, { type: 'ReturnItems', data }, state, someone);
    if (isRefusal(decision)) throw new Error(decision.refused);
    const { events, refusals } = eventsOf(decision);
    if (events.length === 0)
      return { returns, done, refused: new Map(refusals.map((each) => [each.id, each.refused])) };
    apply(state, events);
    done.push(...events);
  }
};

/** What stands where; of what is deleted only that. */
const standing = ({ nodes }: Drive): ReadonlyMap<string, Stand> =>
  new Map([...nodes.values()].map((node) => [node.id, node.deletion === null ? standOf(node) : { isDeleted: true }]));

const isAs = (state: Drive, { id: of, to }: Return): boolean => {
  const now: Stand = standOf(state.nodes.get(of)!);
  return (Object.keys(to) as (keyof Stand)[]).every((key) => canonical(now[key]) === canonical(to[key]));
};

const mustHold = (state: Drive) => {
  const names = new Set<string>();
  for (const node of state.nodes.values()) {
    if (node.deletion !== null) continue;
    const slot = `${node.parentId}/${nameKey(node.name)}`;
    expect(names).not.toContain(slot);
    names.add(slot);
    if (node.parentId === null) continue;
    expect(state.nodes.get(node.parentId)).toMatchObject({ type: 'folder', deletion: null });
    expect(node.type === 'folder' && isWithin(state, node.parentId, node.id)).toBe(false);
  }
};

const commands = fc.array(command, { minLength: 4, maxLength: 25 });
/** One action of a person may be several calls. */
const action = fc.array(command, { minLength: 1, maxLength: 3 });
const world = (before: readonly Asked[], action: readonly Asked[]) => {
  const state = emptyDrive();
  work(state, before);
  const was = standing(state);
  const deed = action.flatMap((asked) => {
    const events = eventsFrom(state, asked(state));
    apply(state, events);
    return events;
  });
  return { state, was, deed };
};

describe('a deed that is undone', () => {
  it('leaves what was before it, and what it did when that is undone', () =>
    fc.assert(
      fc.property(commands, action, (before, asked) => {
        const { state, was, deed } = world(before, asked);
        const left = standing(state);
        const { done, refused } = undo(state, deed, { isWhole: true });
        mustHold(state);
        // things that have changed names or places with each other go back one by one, if somebody makes room for the first
        for (const why of refused.values()) expect(['drive/name-taken', 'drive/cycle']).toContain(why);
        if (refused.size > 0) return expect(standing(state)).toEqual(left);
        const now = standing(state);
        // what it had made is deleted, as if it had never been there
        for (const [of, stand] of now) expect([of, stand]).toEqual([of, was.get(of) ?? { isDeleted: true }]);
        expect(undo(state, done, { isWhole: true, deletion: 'again' }).refused.size).toBe(0);
        mustHold(state);
        expect(standing(state)).toEqual(left);
      }),
      { numRuns: DEEDS },
    ));

  it('is, where others have worked meanwhile, undone in each thing or has a reason why not', () =>
    fc.assert(
      fc.property(commands, action, commands, (before, asked, meanwhile) => {
        const { state, deed } = world(before, asked);
        work(state, meanwhile);
        const left = standing(state);
        const { returns, done, refused } = undo(state, deed);
        mustHold(state);
        for (const each of returns) expect([each, isAs(state, each)]).toEqual([each, !refused.has(each.id)]);
        const about = new Set(returns.map((each) => each.id));
        for (const [of, stand] of left)
          if (!about.has(of) || refused.has(of)) expect([of, standing(state).get(of)]).toEqual([of, stand]);
        undo(state, done, { deletion: 'again' });
        expect(standing(state)).toEqual(left);
      }),
      { numRuns: DEEDS },
    ));

  it('is undone whole or not at all, when that is asked for', () =>
    fc.assert(
      fc.property(commands, action, commands, (before, asked, meanwhile) => {
        const { state, deed } = world(before, asked);
        work(state, meanwhile);
        const left = standing(state);
        const { returns, refused } = undo(state, deed, { isWhole: true });
        if (refused.size > 0) expect(standing(state)).toEqual(left);
        else expect(returns.every((each) => isAs(state, each))).toBe(true);
      }),
      { numRuns: DEEDS },
    ));

  it('goes back in whatever order is possible', () => {
    const { state, deed, was } = world(
      [always({ type: 'UploadFile', data: { fileId: 'n1', folderId: null, name: 'x', ...content } })],
      [
        always({ type: 'CreateFolder', data: { folderId: 'n2', parentId: null, name: 'Bonuri' } }),
        always({ type: 'MoveItems', data: { ids: ['n1'], targetId: 'n2' } }),
        always({ type: 'RenameFolder', data: { folderId: 'n2', name: 'Plăți' } }),
      ],
    );
    expect(undo(state, deed, { isWhole: true }).done.map(({ type }) => type)).toEqual(['FileMoved', 'FolderDeleted']);
    expect(standing(state)).toEqual(new Map([...was, ['n2', { isDeleted: true }]]));
  });
});
