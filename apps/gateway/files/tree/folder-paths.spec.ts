import type { Folder } from '@dosar/contracts';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { folders } from '@dosar/domain/files/folders.projector';
import { placeAt } from '@dosar/adapters/testing/places';
import { namesIn, pathsTo } from './folder-paths';

const pathOf = async (of: string | null, ...inside: readonly (readonly [id: string, parent: string | null])[]) => {
  const reads = memoryReadStore();
  await reads.open([folders]);
  const writes = inside.map(([id, parent]) => {
    const folder = { id, name: id.toUpperCase(), parent_folder_id: parent } as Folder;
    return { id, json: JSON.stringify(folder), columns: {}, subjects: [], terms: [], position: 1n };
  });
  await reads.apply([{ view: folders, writes, audiences: new Map() }], placeAt(1n));
  return namesIn((await pathsTo(reads, [of]))(of));
};

describe('the folders in which something lies', () => {
  it('come from the root', async () => {
    expect(await pathOf('c', ['a', null], ['b', 'a'], ['c', 'b'], ['d', 'a'])).toEqual(['A', 'B', 'C']);
    expect(await pathOf(null, ['a', null])).toEqual([]);
    expect(await pathOf('b', ['b', 'gone'])).toEqual(['B']);
  });

  it('end where folders are in each other, as only a log can have it that was changed by hand', async () => {
    expect(await pathOf('c', ['a', 'b'], ['b', 'a'], ['c', 'b'])).toEqual(['A', 'B', 'C']);
    expect(await pathOf('a', ['a', 'a'])).toEqual(['A']);
  });
});
