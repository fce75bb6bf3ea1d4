import { projects, recorded, someone } from '@dosar/kernel/testing';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { deletions } from './deletions.projector';
import { ReadsEvents, type ReadsEvent } from './reads.events';

const given = projects<DriveEvent | ReadsEvent>(deletions, DriveEvents, ReadsEvents);
const { now: since } = someone;
const at = (ms: number) => new Date(Date.parse(since) + ms).toISOString();
const by = (id: string) => ({ actor: { kind: 'user', id, role: 'user', sessionId: 's-1' } as const });
const place = { name: 'x', deletion: 'd' };
const file: DriveEvent = { type: 'FileDeleted', data: { year: 2026, fileId: 'f', folderId: null, ...place } };
const folder: DriveEvent = { type: 'FolderDeleted', data: { year: 2026, folderId: 'm', parentId: null, ...place } };
const many = (count: number, who = 'ana') => Array.from({ length: count }, () => ({ ...file, ...by(who) }));
const idOf = (which: number) => recorded(file, which).id;
const raised = { alarm: 'deletions', userId: 'ana', files: 500, folders: 1, since } as const;
const HOUR = 60 * 60_000;

describe('what an account deletes within an hour', () => {
  it('is counted, files and folders, and those of each account alone', () =>
    given(...many(2), { ...folder, ...by('ana') }, ...many(1, 'dan')).thenRows({
      ana: { since, files: 2, folders: 1, due: [] },
      dan: { since, files: 1, folders: 0, due: [] },
    }));
  it('is an alarm with the 501st, and not again with the next', async () => {
    await given(...many(500)).thenRows({ ana: { since, files: 500, folders: 0, due: [] } });
    const due = [{ id: idOf(500), since, files: 500, folders: 1 }];
    await given(...many(500), { ...folder, ...by('ana') }).thenRows({ ana: { since, files: 500, folders: 1, due } });
    await given(...many(500), { ...folder, ...by('ana') }, ...many(600)).thenRows({
      ana: { since, files: 1100, folders: 1, due },
    });
  });
  it('is counted anew after an hour; what was not told of by then is told later', async () => {
    const next = { ...file, ...by('ana'), occurredAt: at(HOUR) };
    await given(...many(500), { ...next, occurredAt: at(HOUR - 1) }).thenRows({
      ana: { since, files: 501, folders: 0, due: [{ id: idOf(500), since, files: 501, folders: 0 }] },
    });
    await given(...many(500), next).thenRows({ ana: { since: at(HOUR), files: 1, folders: 0, due: [] } });
    await given(...many(501), next).thenRows({
      ana: { since: at(HOUR), files: 1, folders: 0, due: [{ id: idOf(500), since, files: 501, folders: 0 }] },
    });
  });
  it('is due no more once it was told', async () => {
    await given(...many(501), { type: 'AlarmRaised', data: raised }).thenRows({
      ana: { since, files: 501, folders: 0, due: [] },
    });
    const other = { type: 'AlarmRaised', data: { alarm: 'downloads', userId: 'dan', files: 501, bytes: 1 } } as const;
    await given(...many(1), other).thenRows({ ana: { since, files: 1, folders: 0, due: [] } });
  });
  it('is nobody’s when the installation does it', () =>
    given({ ...file, actor: { kind: 'system', id: 'gateway', role: null, sessionId: null } }).thenRows({}));
});
