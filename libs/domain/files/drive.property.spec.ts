import fc from 'fast-check';
import { decide, evolve, isPartly, isRefusal } from '@dosar/kernel';
import { recorded, someone } from '@dosar/kernel/testing';
import { nameKey, type Folder } from '@dosar/contracts';
import { drive, type DriveCommand } from './drive.decider';
import type { DriveEvent } from './drive.events';
import { childrenOf, holderOf, isWithin, type Drive, type Node } from './drive-nodes';
import { folders } from './folders.projector';

const names = ['Plăți', 'plati', 'PLĂŢI', 'Bonuri', 'bon.pdf', 'BON.pdf', 'x'];
const name = fc.constantFrom(...names);
/** A thing by its number, which may or may not exist at that point. */
const id = fc.nat({ max: 12 }).map((number) => `n${number}`);
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

const command: fc.Arbitrary<DriveCommand> = fc.oneof(
  fc.record({ folderId: id, parentId: place, name }).map((data) => ({ type: 'CreateFolder' as const, data })),
  fc
    .record({ fileId: id, folderId: place, name })
    .map((data) => ({ type: 'UploadFile' as const, data: { ...data, ...content } })),
  fc.record({ folderId: id, name }).map((data) => ({ type: 'RenameFolder' as const, data })),
  fc.record({ fileId: id, name }).map((data) => ({ type: 'RenameFile' as const, data })),
  fc
    .record({ ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }), targetId: place })
    .map((data) => ({ type: 'MoveItems' as const, data })),
  fc
    .record({ ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }), deletion: fc.constantFrom('d1', 'd2', 'd3') })
    .map((data) => ({ type: 'DeleteItems' as const, data })),
  fc
    .record({
      ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
      processState: fc.constantFrom('new' as const, 'processing' as const, 'processed' as const),
    })
    .map((data) => ({ type: 'ChangeStates' as const, data })),
  fc.uniqueArray(id, { minLength: 1, maxLength: 4 }).map((ids) => ({
    type: 'RestoreItems' as const,
    data: { items: ids.map((each) => ({ id: each, deletion: null as string | null })) },
  })),
);

/** A restore names the deletion it undoes, as of that time. */
const aimed = (asked: DriveCommand, state: Drive): DriveCommand =>
  asked.type === 'RestoreItems'
    ? {
        type: 'RestoreItems',
        data: { items: asked.data.items.map(({ id }) => ({ id, deletion: state.nodes.get(id)?.deletion ?? null })) },
      }
    : asked;

const events = (asked: DriveCommand, state: Drive): readonly DriveEvent[] => {
  const decision = decide(drive, aimed(asked, state), state, someone);
  if (isRefusal(decision)) return [];
  return isPartly(decision) ? decision.events : decision;
};

const mustHold = (state: Drive) => {
  for (const node of state.nodes.values()) {
    // never a circle, never an orphan: every parent is a folder, and a live thing is in a live folder
    if (node.parentId !== null) {
      const parent = state.nodes.get(node.parentId)!;
      expect(parent.type).toBe('folder');
      expect(isWithin(state, parent.id, node.id)).toBe(false);
      if (node.deletion === null) expect(parent.deletion).toBeNull();
    }
  }
  // no two equal names in a folder, and each is found by its name, and only those
  for (const parent of [
    null,
    ...[...state.nodes.values()].filter(({ type }) => type === 'folder').map((folder) => folder.id),
  ]) {
    const live = childrenOf(state, parent).filter(({ deletion }) => deletion === null);
    const keys = live.map((node) => nameKey(node.name));
    expect(new Set(keys).size).toBe(keys.length);
    const holders = new Map(keys.map((key, at) => [key, live[at]!.id]));
    const isWrong = (each: string) => holderOf(state, parent, each) !== (holders.get(nameKey(each)) ?? null);
    expect([...keys, ...names].filter(isWrong)).toEqual([]);
  }
};

/** A path would store names of other years for ever. */
const mustSayNoPath = ({ data }: DriveEvent) => expect(JSON.stringify(data)).not.toContain('path');

const play = (commands: readonly DriveCommand[]) => {
  let state = drive.initial();
  const story: DriveEvent[] = [];
  for (const asked of commands) {
    const decided = events(asked, state);
    for (const event of decided) {
      mustSayNoPath(event);
      state = evolve(drive, state, event, someone.now);
    }
    story.push(...decided);
    mustHold(state);
  }
  return { state, story };
};

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { numRuns: Number(process.env['RUNS'] ?? 1_000), seed };

describe(`any story of a drive (seed ${seed})`, () => {
  it('keeps names unlike, folders a tree, and nothing live in what is deleted', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40, size: 'max' }), (commands) => void play(commands)),
      runs,
    );
  });

  it('is the same state when it is told again', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40, size: 'max' }), (commands) => {
        const { state, story } = play(commands);
        const again = story.reduce((so, event) => evolve(drive, so, event, someone.now), drive.initial());
        expect([...again.nodes.values()]).toEqual([...state.nodes.values()]);
        const parts = [...drive.snapshot!.save(state)].map((part) => JSON.parse(JSON.stringify(part)) as unknown);
        const loaded = parts.reduce<Drive>(drive.snapshot!.load, drive.initial());
        const byId = ({ nodes }: Drive) => new Map([...nodes.values()].map((node) => [node.id, node]));
        expect(byId(loaded)).toEqual(byId(state));
        expect(drive.weigh!(loaded)).toBe(drive.weigh!(state));
        mustHold(loaded);
      }),
      runs,
    );
  });

  it('can be undone: what was deleted comes back as it was, if nobody took its place', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30, size: 'max' }), id, (commands, target) => {
        const { state } = play(commands);
        const node = state.nodes.get(target);
        if (!node || node.deletion !== null) return;
        const before = [...state.nodes.values()]
          .filter(({ deletion }) => deletion === null)
          .map(({ id, name, parentId }) => ({ id, name, parentId }));
        const apply = (asked: DriveCommand) =>
          events(asked, state).forEach((event) => evolve(drive, state, event, someone.now));
        apply({ type: 'DeleteItems', data: { ids: [target], deletion: 'undo' } });
        expect(state.nodes.get(target)!.deletion).toBe('undo');
        apply({ type: 'RestoreItems', data: { items: [{ id: target, deletion: 'undo' }] } });
        const after = [...state.nodes.values()]
          .filter(({ deletion }) => deletion === null)
          .map(({ id, name, parentId }) => ({ id, name, parentId }));
        const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
        expect(after.sort(byId)).toEqual(before.sort(byId));
      }),
      runs,
    );
  });

  it('is counted right by the view of folders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40, size: 'max' }), async (commands) => {
        const { state, story } = play(commands);
        const rows = new Map<string, Folder>();
        const beside = new Map<string, unknown>();
        const read = {
          get: (id: string) => Promise.resolve(rows.get(id) ?? null),
          find: () => Promise.resolve([]),
          bySubject: () => Promise.resolve([]),
          beside: (kind: string) => ({ get: (id: string) => Promise.resolve(beside.get(`${kind}:${id}`) ?? null) }),
        };
        for (const [at, event] of story.entries()) {
          const project = folders.on[event.type] as
            ((data: unknown, event: unknown, rows: unknown) => unknown) | undefined;
          const writes = project
            ? [await project(event.data, recorded(event, at, { stream: 'drive-c-1' }), read)].flat()
            : [];
          for (const { kind, id, row } of writes as { kind?: string; id: string; row: Folder }[])
            if (kind) beside.set(`${kind}:${id}`, row);
            else rows.set(id, row);
        }
        for (const row of rows.values()) {
          const live = childrenOf(state, row.id).filter(({ deletion }) => deletion === null);
          const counted = [row.direct_files_count, row.direct_folders_count, row.new_files_count];
          const isNewThere = (node: Node) =>
            node.type === 'file' && node.processState === 'new' && isWithin(state, node.parentId, row.id);
          if (row.deleted_at === null)
            expect(counted).toEqual([
              live.filter(({ type }) => type === 'file').length,
              live.filter(({ type }) => type === 'folder').length,
              [...state.nodes.values()].filter((node) => node.deletion === null && isNewThere(node)).length,
            ]);
        }
      }),
      { ...runs, numRuns: runs.numRuns / 4 },
    );
  });
});
