/** @jest-environment ./testing/browser.cjs */
import { act, renderHook } from '@testing-library/react';
import { statesOf } from '../../../platform/document-states';
import { aFile } from '../../../testing/drive';
import { entryOfFile } from '../list/entries';
import { useReviewOrder } from './use-review-order';
import { isDoneWith } from '../list/status-change';

const entries = (...names: string[]) => names.map((name) => entryOfFile(aFile(name, name)));

describe('documents that are gone through', () => {
  it('is gone through in the order in which it was opened, whatever becomes of its documents', () => {
    const { result, rerender } = renderHook(({ shown, id }) => useReviewOrder(shown, id), {
      initialProps: { shown: entries('a', 'b', 'c'), id: 'a' },
    });
    expect([result.current.position, result.current.total, result.current.next(1)]).toEqual([1, 3, 'b']);
    // the first one was booked, and is not in the list of those that wait any more
    act(() => rerender({ shown: entries('c', 'b'), id: 'b' }));
    expect([result.current.position, result.current.total]).toEqual([2, 3]);
    expect([result.current.next(1), result.current.next(-1)]).toEqual(['c', undefined]);
    // what comes meanwhile waits at the end
    act(() => rerender({ shown: entries('new', 'c'), id: 'c' }));
    expect([result.current.position, result.current.total, result.current.next(1)]).toEqual([3, 4, 'new']);
  });
  it('of which nothing is known yet has no neighbours', () => {
    const { result } = renderHook(() => useReviewOrder(undefined, 'a'));
    expect([result.current.entry, result.current.position, result.current.next(1)]).toEqual([undefined, 0, undefined]);
  });
});

describe('the states of a document', () => {
  it('says the last step of what is booked, and both of what is not', () => {
    expect(statesOf({ process_state: 'processed', accounting_status: 'accounting_completed' })).toEqual([
      'accounting_completed',
    ]);
    expect(statesOf({ process_state: 'new', accounting_status: 'accounting_pending' })).toEqual([
      'new',
      'accounting_pending',
    ]);
  });
  it('goes on by itself from what is done, and stays at what is begun', () => {
    expect(isDoneWith({ accounting_status: 'accounting_completed' })).toBe(true);
    expect(isDoneWith({ process_state: 'processed' })).toBe(true);
    expect(isDoneWith({ process_state: 'processing' })).toBe(false);
    expect(isDoneWith({ accounting_status: null })).toBe(false);
  });
});
