import { projects, someone } from '@dosar/kernel/testing';
import { of } from '../testing/identity';
import { BulkEvents, type BulkEvent } from './bulk.events';
import { operations, type OperationRow } from './operations.projector';

const { now, actor } = someone;
const later = '2026-02-01T08:00:00.000Z';
const given = projects<BulkEvent>(operations, BulkEvents);
const operation = (event: BulkEvent) => ({ ...event, ...of('bulk', 'o') });
const started = operation({
  type: 'BulkStarted',
  data: {
    year: 2026,
    clientId: 'c-1',
    kind: 'delete',
    items: [
      { id: 'f', type: 'file', deletion: null },
      { id: 'g', type: 'file', deletion: null },
    ],
    targetId: null,
    processState: null,
  },
});
const row: OperationRow = {
  id: 'o',
  kind: 'delete',
  status: 'in_progress',
  total: 2,
  done: 0,
  failed: [],
  created_at: now,
  finished_at: null,
  client_id: 'c-1',
  user_id: actor.id,
};

describe('the view of operations', () => {
  it('shows one that goes on', async () => {
    await given(started).thenRows({ o: row });
    await given(started, operation({ type: 'BulkProgressed', data: { done: 1 } })).thenRows({ o: { ...row, done: 1 } });
  });
  it('shows how one ended, and what failed', () => {
    const ended = {
      status: 'partial' as const,
      done: 1,
      failed: [{ id: 'g', type: 'file' as const, code: 'BULK_LOCKED_ITEMS' as const }],
    };
    return given(started, {
      ...operation({ type: 'BulkFinished', data: { clientId: 'c-1', ...ended } }),
      occurredAt: later,
    }).thenRows({
      o: { ...row, ...ended, finished_at: later },
    });
  });
  it('names what was left out of an archive, while its key is there', () => {
    const failed = [
      {
        id: 'x',
        type: 'file' as const,
        code: 'INVALID_FILE_TYPE' as const,
        path: 'acte/scrisoare.eml',
        rule: 'name_type' as const,
      },
      { id: 'y', type: 'file' as const, code: 'FILE_TOO_LARGE' as const, path: 'mare.txt' },
    ];
    const ended = { status: 'partial' as const, done: 1, failed };
    return given(started, operation({ type: 'BulkFinished', data: { clientId: 'c-1', ...ended } })).thenRows({
      o: { ...row, ...ended, key: `files:c-1/${now.slice(0, 4)}`, finished_at: now },
    });
  });
  it('shows one that is cancelled, which ends a little later', async () => {
    const cancelled = operation({ type: 'BulkCancelled', data: {} });
    const shown = { ...row, status: 'cancelled' as const };
    await given(started, cancelled).thenRows({ o: shown });
    expect(operations.columnsOf(shown)).toEqual({ status: 'in_progress' });
    expect(operations.columnsOf({ ...shown, finished_at: later })).toEqual({ status: 'cancelled' });
  });
  it('is looked through for what was interrupted', () =>
    expect(operations.columnsOf(row)).toEqual({ status: 'in_progress' }));
  it('is for who asked', () => expect(operations.audienceOf!(row)).toBe(actor.id));
});
