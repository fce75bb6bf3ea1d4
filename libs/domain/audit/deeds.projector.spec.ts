import { projects, someone } from '@dosar/kernel/testing';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { deleted, file, folder } from '../testing/drive';
import { deeds, EVERY_DEED, OWN_THINGS } from './deeds.projector';

const deed = '00000000-0000-4000-8000-000000000001';
const { now } = someone;
const day = now.slice(0, 10);
const hour = new Date(now).getUTCHours();
const hours = (count: number) => Array.from({ length: 24 }, (_, at) => (at === hour ? count : 0));

describe('a deed', () => {
  const given = projects<DriveEvent>(deeds, DriveEvents);
  const head = (more: object) => expect.objectContaining({ deed, first: '1', isAct: true, ...more }) as object;

  it('is one row for all that has one correlation, and is what says most', async () => {
    const a = { ...file('a', 'a.txt'), resource: { type: 'file', id: 'a' } } as const;
    const b = { ...folder('b', 'Acte'), resource: { type: 'folder', id: 'b' } } as const;
    const rows: Record<string, unknown> = {};
    await given(
      { ...deleted(a, 'd'), resource: a.resource },
      { ...deleted(b, 'd'), resource: b.resource },
      { ...deleted(a, 'e'), resource: a.resource },
    ).thenRows(
      expect.objectContaining({
        ...rows,
        [deed]: head({
          last: '3',
          said: { position: '2', type: 'FolderDeleted' },
          counts: { FileDeleted: 2, FolderDeleted: 1 },
        }),
      }) as never,
    );
  });

  it('is counted once, when it began, by each of its facets', () =>
    given(
      { ...file('a', 'a.txt'), resource: { type: 'file', id: 'a' } },
      { ...file('b', 'b.txt'), resource: { type: 'file', id: 'b' } },
    ).thenRows(
      expect.objectContaining({
        [`count:${EVERY_DEED}`]: { acts: 1, all: 1 },
        'count:kind_files': { acts: 1, all: 1 },
        [`day:${EVERY_DEED} ${day}`]: { acts: hours(1), all: hours(1) },
      }) as never,
    ));

  it('leads from what it does not name itself', () => {
    const many = Array.from({ length: OWN_THINGS + 1 }, (_, at) => `f${at}`);
    const story = many.map((id) => ({ ...file(id, id), resource: { type: 'file', id } }) as const);
    return given(...story).thenRows(
      expect.objectContaining({
        [`${deed}/resource_id_${Buffer.from(many.at(-1)!).toString('hex')}`]: expect.objectContaining({
          partOf: deed,
          place: String(many.length),
        }) as object,
      }) as never,
    );
  });
});
