import { deleted, file, folder, given } from '../testing/drive';
import { drive } from './drive.decider';
import type { DriveEvent } from './drive.events';
import { withContents } from './drive-copies';
import { below, depthOf, emptyDrive, isInFirms, isWithin, pathOf, type Drive } from './drive-nodes';
import { affectedBy, closedToClients } from './drive-subtree';
import { dutyOf } from './retention';

/** Two folders that are in each other, with a document in the inner one: only a log that was changed by hand has them. */
const past = [folder('a', 'A', 'b'), folder('b', 'B', 'a'), file('f', 'x.pdf', 'b')];
const after = (...events: readonly DriveEvent[]) =>
  events.reduce<Drive>(
    (before, { type, data }) => (drive.evolve[type] as (...all: unknown[]) => Drive)(data, before, { now: '' }),
    emptyDrive(),
  );

describe('where folders are in each other, each walk ends', () => {
  const state = after(...past);
  const a = state.nodes.get('a')!;
  it('upwards', () => {
    expect(pathOf(state, 'b')).toBe('/A/B');
    expect(depthOf(state, 'b')).toBe(2);
    expect([isWithin(state, 'f', 'a'), isWithin(state, 'f', 'c'), isInFirms(state, 'b')]).toEqual([true, false, false]);
    expect(dutyOf(state, state.nodes.get('f')!, '2032-01-01')).toBeNull();
  });
  it('downwards', () => {
    const ids = [...below(state, 'a', { test: () => true })].map((number) => state.nodes.idAt(number));
    expect(ids.sort()).toEqual(['b', 'f']);
    expect([...affectedBy(state, 'move', { id: 'a', type: 'folder', deletion: null })]).toEqual(['a', 'b']);
    expect(closedToClients(state, a)).toBeNull();
    expect(withContents(state, 'a').map(({ id }) => id)).toEqual(['a', 'b', 'f']);
  });
  it('of what is restored, with the folders above it', () => {
    const gone = past.map((event) => deleted(event, 'd'));
    const restore = { type: 'RestoreItems', data: { items: [{ id: 'f', deletion: 'd' }] } } as const;
    const { events } = given(...past, ...gone).when(restore);
    expect(events.map(({ type }) => type)).toEqual(['FolderRestored', 'FolderRestored', 'FileRestored']);
  });
  it('of what is taken back', () => {
    const to = { parentId: 'b', isDeleted: false };
    const returns = [{ id: 'c', was: { parentId: null }, to }];
    const { events } = given(...past, folder('c', 'C')).when({
      type: 'ReturnItems',
      data: { returns, deletion: 'd', isWhole: true },
    });
    expect(events.map(({ type }) => type)).toEqual(['FolderMoved']);
  });
});
