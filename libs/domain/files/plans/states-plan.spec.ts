import type { AccountingStatus, ProcessState } from '@dosar/contracts';
import { file, given } from '../../testing/drive';
import type { DriveEvent } from '../drive.events';

const at = { year: 2026, fileId: 'f', folderId: null, name: 'x.pdf' };
const becomes = (from: ProcessState, to: ProcessState): DriveEvent => ({
  type: 'FileProcessStateChanged',
  data: { ...at, from, to },
});
const accounted = (from: AccountingStatus | null, to: AccountingStatus | null): DriveEvent => ({
  type: 'FileAccountingStatusChanged',
  data: { ...at, from, to },
});
const set = (change: { readonly processState?: ProcessState; readonly accountingStatus?: AccountingStatus | null }) =>
  ({ type: 'ChangeStates', data: { ids: ['f'], ...change } }) as const;
const bookIt = set({ accountingStatus: 'accounting_completed' });

describe('the ladder of states', () => {
  it.each<ProcessState>(['new', 'processing'])('has what is booked processed: it was %s', (state) => {
    const before = state === 'new' ? [] : [becomes('new', state)];
    given(file('f', 'x.pdf'), ...before)
      .when(bookIt)
      .then(becomes(state, 'processed'), accounted(null, 'accounting_completed'));
  });
  it('books what is processed already by one event', () =>
    given(file('f', 'x.pdf'), becomes('new', 'processed')).when(bookIt).then(accounted(null, 'accounting_completed')));
  it('is the same when both are set together, whatever the other says', () =>
    given(file('f', 'x.pdf'))
      .when(set({ processState: 'processing', accountingStatus: 'accounting_completed' }))
      .then(becomes('new', 'processed'), accounted(null, 'accounting_completed')));
  it('does nothing to what stands there', () =>
    expect(
      given(file('f', 'x.pdf'), becomes('new', 'processed'), accounted(null, 'accounting_completed')).when(bookIt)
        .decision,
    ).toEqual({ events: [], refusals: [] }));
  it('takes what is worked on again out of the books', () =>
    given(file('f', 'x.pdf'), becomes('new', 'processed'), accounted(null, 'accounting_completed'))
      .when(set({ processState: 'processing' }))
      .then(becomes('processed', 'processing'), accounted('accounting_completed', null)));
  it('leaves processed what is taken out of the books', () =>
    given(file('f', 'x.pdf'), becomes('new', 'processed'), accounted(null, 'accounting_completed'))
      .when(set({ accountingStatus: 'accounting_in_review' }))
      .then(accounted('accounting_completed', 'accounting_in_review')));
  it('leaves the states below alone', () =>
    given(file('f', 'x.pdf'))
      .when(set({ accountingStatus: 'accounting_pending' }))
      .then(accounted(null, 'accounting_pending')));
  it('mends what was booked by an older version and still waits', () =>
    given(file('f', 'x.pdf'), accounted(null, 'accounting_completed')).when(bookIt).then(becomes('new', 'processed')));
});

describe('undoing', () => {
  const booked = [file('f', 'x.pdf'), becomes('new', 'processed'), accounted(null, 'accounting_completed')];
  const back = (was: object, to: object) =>
    ({ type: 'ReturnItems', data: { returns: [{ id: 'f', was, to }], deletion: 'd', isWhole: false } }) as const;

  it('takes a booking back with both of its states', () =>
    given(...booked)
      .when(
        back(
          { processState: 'processed', accountingStatus: 'accounting_completed' },
          { processState: 'new', accountingStatus: null },
        ),
      )
      .then(becomes('processed', 'new'), accounted('accounting_completed', null)));
  it('does not take away that it was processed, once it was booked by somebody else', () =>
    expect(given(...booked).when(back({ processState: 'processed' }, { processState: 'new' })).decision).toEqual({
      events: [],
      refusals: [{ id: 'f', refused: 'drive/changed-since' }],
    }));
});
