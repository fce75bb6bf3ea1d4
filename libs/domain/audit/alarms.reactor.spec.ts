import { reacts, recorded, someone } from '@dosar/kernel/testing';
import type { DriveEvent } from '../files/drive.events';
import { alarms } from './alarms.reactor';

const file: DriveEvent = {
  type: 'FileDeleted',
  data: { year: 2026, fileId: 'f', folderId: null, name: 'x', deletion: 'd' },
};
const { id } = recorded(file, 0);
const actor = { kind: 'user', id: 'ana', role: 'user', sessionId: 's-1' } as const;
const alarm = { since: someone.now, files: 501, folders: 0 };
const given = (...due: readonly string[]) =>
  reacts(alarms, {}, { ana: { ...alarm, due: due.map((each) => ({ ...alarm, id: each })) } });

describe('alarms', () => {
  it('are raised in the session that did what made them, with the event that did', () =>
    given(id)
      .to(file, { actor })
      .then(['reads', 's-1', { type: 'RaiseAlarm', data: { ...alarm, alarm: 'deletions', userId: 'ana' } }]));
  it('are raised also when the count has gone on meanwhile', () =>
    given('other', id)
      .to(file, { actor })
      .then(['reads', 's-1', { type: 'RaiseAlarm', data: { ...alarm, alarm: 'deletions', userId: 'ana' } }]));
  it('are not raised because of what somebody else, or what was before, did', () => {
    given('other').to(file, { actor }).then();
    given(id)
      .to(file, { actor: { ...actor, id: 'dan' } })
      .then();
  });
});
