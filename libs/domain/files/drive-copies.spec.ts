import { content, deeds, deleted, file, folder, given, processed, user } from '../testing/drive';
import type { DriveCommand } from './drive.decider';
import type { DriveEvent } from './drive.events';

const inside = { blobId: 'b', sha256: 'x', bytesKey: 'y', mimeType: 'application/pdf' };
/** A copy of each of these, with an id that tells whose copy it is. */
const copiesOf = (of: string, ids: readonly string[]) =>
  ids.map((from) => ({ of, from, id: of === from || of === 'a' ? `${from}'` : `${from}''`, content: inside }));
const copy = (ids: string[], targetId: string | null, more: { of?: string[]; quota?: number } = {}) =>
  ({
    type: 'CopyItems',
    data: { ids, targetId, copies: ids.flatMap((id) => copiesOf(id, more.of ?? ids)), quota: more.quota ?? 0 },
  }) as const;
const tree = [folder('a', 'A', null, 'bonuri'), folder('b', 'B', 'a'), file('f', 'x.pdf', 'b'), folder('c', 'C')];
const all = ['a', 'b', 'f'];

describe('copying', () => {
  it('makes a folder with all that is in it, and names what each file was made of', () =>
    given(...tree)
      .when(copy(['a'], 'c', { of: all }))
      .then(folder("a'", 'A', 'c'), folder("b'", 'B', "a'"), {
        type: 'FileUploaded',
        data: {
          year: 2026,
          fileId: "f'",
          folderId: "b'",
          name: 'x.pdf',
          originalName: 'x.pdf',
          version: 1,
          ...content,
          source: { kind: 'copy', id: 'f' },
        },
      }));
  it('beside the first gives another name, and one state: new', () => {
    const { events } = given(...tree, processed('f')).when(copy(['f'], 'b'));
    expect(events).toMatchObject([
      { type: 'FileUploaded', data: { year: 2026, name: 'x (1).pdf', originalName: 'x.pdf' } },
    ]);
  });
  it('leaves out what was deleted, or came to be since', () => {
    const more = [file('g', 'y.pdf', 'a'), file('late', 'z.pdf', 'a'), deleted(file('g', 'y.pdf', 'a'), 'd')];
    const { events } = given(...tree, ...more).when(copy(['a'], 'c', { of: [...all, 'g'] }));
    expect(deeds(events)).toEqual(["FolderCreated a'", "FolderCreated b'", "FileUploaded f'"]);
  });
  it('goes on where it was interrupted, and is over when all is there', () => {
    const first = given(...tree).when(copy(['a'], 'c', { of: all })).events;
    expect(deeds(given(...tree, ...first.slice(0, 1)).when(copy(['a'], 'c', { of: all })).events)).toEqual([
      "FolderCreated b'",
      "FileUploaded f'",
    ]);
    given(...tree, ...first)
      .when(copy(['a'], 'c', { of: all }))
      .thenNothing();
    // nothing more is put into a copy that was deleted meanwhile
    const gone = [...first.slice(0, 1), deleted(first[0]!, 'd')];
    given(...tree, ...gone)
      .when(copy(['a'], 'c', { of: all }))
      .thenNothing();
  });
  it('takes fifty at once, folders before what is in them', () => {
    const many = Array.from({ length: 75 }, (_, at) => file(`m${at}`, `${at}.pdf`, 'a'));
    const of = [...all, ...many.map((_, at) => `m${at}`)];
    const { events } = given(...tree, ...many).when(copy(['a'], 'c', { of }));
    expect([events.length, deeds(events)[0]]).toEqual([50, "FolderCreated a'"]);
    const rest = given(...tree, ...many, ...events).when(copy(['a'], 'c', { of })).events;
    expect(rest).toHaveLength(28);
  });

  const refused = (past: readonly DriveEvent[], asked: DriveCommand, facts = {}) =>
    given(...past).when(asked, facts).decision;
  it('into itself, or where it is too deep, is refused', () => {
    for (const target of ['a', 'b'])
      expect(refused(tree, copy(['a'], target, { of: all }))).toEqual({
        events: [],
        refusals: [{ id: 'a', refused: 'drive/cycle' }],
      });
    const deep = Array.from({ length: 31 }, (_, at) => folder(`l${at}`, 'l', at === 0 ? null : `l${at - 1}`));
    expect(refused([...tree, ...deep], copy(['a'], 'l30', { of: all }))).toMatchObject({
      refusals: [{ id: 'a', refused: 'drive/too-deep' }],
    });
    expect(deeds(given(...tree, ...deep).when(copy(['b'], 'l30', { of: all })).events)).toHaveLength(2);
  });
  it('is refused as a whole where there is no room for it', () => {
    const both = copy(['a', 'f'], 'c', { of: all, quota: 25 });
    expect(refused(tree, both)).toMatchObject({ refusals: [{ id: 'f', refused: 'drive/quota' }] });
    expect(refused(tree, copy(['a'], 'c', { of: all, quota: 19 }))).toEqual({
      events: [],
      refusals: [{ id: 'a', refused: 'drive/quota' }],
    });
  });
  it('of folders without files takes no room, though there is none left', () =>
    given(...tree)
      .when(copy(['c'], 'b', { of: ['c'], quota: 1 }))
      .then(folder("c'", 'C', 'b')));
  it('of what is not there, or cannot be read any more, is refused', () => {
    const past = [...tree, deleted(file('f', 'x.pdf', 'b'), 'd')];
    expect(refused(past, copy(['f'], 'c'))).toMatchObject({ refusals: [{ id: 'f', refused: 'drive/unknown' }] });
    const unread = copy(['f'], 'c');
    const without = { ...unread, data: { ...unread.data, copies: [{ of: 'f', from: 'f', id: "f'" }] } } as const;
    expect(refused(tree, without)).toMatchObject({ refusals: [{ id: 'f', refused: 'drive/unknown' }] });
    given(...tree)
      .when(copy(['foreign'], 'c'))
      .thenRefused('drive/invalid-selection');
    given(...tree)
      .when(copy(['f'], 'foreign'))
      .thenRefused('drive/invalid-selection');
  });
  it('is closed to a client’s user where the firm fills, not from there', () => {
    const firms = [folder('d', 'Declarații', null, 'declaratii'), file('g', 'd300.pdf', 'd')];
    expect(refused([...tree, ...firms], copy(['f'], 'd'), user)).toMatchObject({
      refusals: [{ id: 'f', refused: 'drive/firm-only' }],
    });
    expect(deeds(given(...tree, ...firms).when(copy(['g'], 'c'), user).events)).toEqual(["FileUploaded g'"]);
  });
});
