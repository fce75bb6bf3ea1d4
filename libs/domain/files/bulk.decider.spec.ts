import { decides } from '@dosar/kernel/testing';
import { bulk } from './bulk.decider';
import type { BulkEvent, BulkFailure } from './bulk.events';

const given = decides(bulk);
const asked = {
  clientId: 'c-1',
  kind: 'delete',
  items: [
    { id: 'f', type: 'file', deletion: null },
    { id: 'g', type: 'file', deletion: null },
  ],
  targetId: null,
  processState: null,
} satisfies Omit<Extract<BulkEvent, { type: 'BulkStarted' }>['data'], 'year'>;
const started: BulkEvent = { type: 'BulkStarted', data: { ...asked, year: 2026 } };
const progressed = (done: number): BulkEvent => ({ type: 'BulkProgressed', data: { done } });
const failure = (id: string): BulkFailure => ({ id, type: 'file', code: 'NAME_TAKEN' });
const finished: BulkEvent = {
  type: 'BulkFinished',
  data: { clientId: 'c-1', status: 'completed', done: 2, failed: [] },
};

describe('an operation over many things', () => {
  const start = { type: 'StartBulk', data: asked } as const;
  const progress = (done: number) => ({ type: 'ProgressBulk', data: { done } }) as const;
  const finishAt = (reached: number, ...failed: BulkFailure[]) =>
    ({ type: 'FinishBulk', data: { failed, reached } }) as const;
  const finish = (...failed: BulkFailure[]) => finishAt(2, ...failed);
  const cancel = { type: 'CancelBulk', data: {} } as const;
  const cancelled: BulkEvent = { type: 'BulkCancelled', data: {} };
  const cut: BulkEvent = {
    type: 'BulkFinished',
    data: { clientId: 'c-1', status: 'cancelled', done: 1, failed: [] },
  };

  it('starts once, also when it is taken up again after a crash', () => {
    given().when(start).then(started);
    given(started).when(start).thenNothing();
    given(started, progressed(1)).when(start).thenNothing();
    given(started, finished).when(start).thenNothing();
  });
  it('goes forward only, and not when it is over', () => {
    given(started).when(progress(1)).then(progressed(1));
    given(started, progressed(1)).when(progress(2)).then(progressed(2));
    given(started, progressed(1)).when(progress(1)).thenNothing();
    given(started, progressed(2)).when(progress(1)).thenNothing();
    given(started).when(progress(0)).thenNothing();
    given(started, {
      type: 'BulkFinished',
      data: { clientId: 'c-1', status: 'failed', done: 0, failed: [] },
    })
      .when(progress(1))
      .thenNothing();
  });
  it('says how much was done and what was not', () => {
    given(started).when(finish()).then(finished);
    given(started)
      .when(finish(failure('g')))
      .then({
        type: 'BulkFinished',
        data: { clientId: 'c-1', status: 'partial', done: 1, failed: [failure('g')] },
      });
    given(started)
      .when(finish(failure('f'), failure('g')))
      .then({
        type: 'BulkFinished',
        data: { clientId: 'c-1', status: 'failed', done: 0, failed: [failure('f'), failure('g')] },
      });
  });
  it('ends once', () =>
    given(started, finished)
      .when(finish(failure('g')))
      .thenNothing());
  it('is cancelled once, ends with what was done, and is not cancelled when it is over', () => {
    given(started).when(cancel).then(cancelled);
    given(started, cancelled).when(cancel).thenNothing();
    given(started, cancelled).when(finishAt(1)).then(cut);
    given(started, cancelled, cut).when(cancel).thenNothing();
    given(started, finished).when(cancel).thenRefused('bulk/over');
  });
  it('that was cancelled too late is done', () => given(started, cancelled).when(finish()).then(finished));
  it('that was not started neither goes on nor ends', () => {
    given().when(progress(1)).thenRefused('bulk/unknown');
    given().when(finish()).thenRefused('bulk/unknown');
    given().when(cancel).thenRefused('bulk/unknown');
  });
});
