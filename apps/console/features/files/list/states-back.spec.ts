import type { AccountingStatus, File, ProcessState } from '@dosar/contracts';
import { entryOfFile } from './entries';
import { statesBack } from './states-back';

const file = (id: string, process_state: ProcessState, accounting_status: AccountingStatus | null = null) =>
  entryOfFile({ id, name: id, process_state, accounting_status, owner: { id: 'u', name: 'Ana' } } as File);
const told = (...asked: Parameters<typeof statesBack>) =>
  statesBack(...asked).map(({ entries, change }) => [entries.map(({ id }) => id).join(' '), change]);

describe('files get back', () => {
  it('the states they had, each its own', () =>
    expect(told([file('a', 'new'), file('b', 'processed'), file('c', 'new')], { process_state: 'processing' })).toEqual(
      [
        ['a c', { process_state: 'new' }],
        ['b', { process_state: 'processed' }],
      ],
    ));
  it('the state of a new one by the one between', () =>
    expect(told([file('a', 'new'), file('b', 'processing')], { process_state: 'processed' })).toEqual([
      ['a b', { process_state: 'processing' }],
      ['a', { process_state: 'new' }],
    ]));
  it('a status that was taken away, or that they did not have', () => {
    const marked = [file('a', 'new', 'accounting_pending'), file('b', 'new')];
    expect(told(marked, { accounting_status: null })).toEqual([['a', { accounting_status: 'accounting_pending' }]]);
    expect(told(marked, { accounting_status: 'accounting_pending' })).toEqual([['b', { accounting_status: null }]]);
  });
});
