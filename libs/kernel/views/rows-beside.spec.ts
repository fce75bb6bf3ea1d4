import { memoryReadStore } from '../memory/read-store';
import { put, putBeside, remove, view } from '../model/projector';
import { rowIn, rowKind } from '../model/view';
import type { Find, Where } from '../ports';
import { openedOf, placeAt, projects } from '../testing';
import { AccountEvents, registry, type AccountEvent } from '../testing/account';
import { rowBeside, rowsBeside } from './rows-beside';
import { viewRunner } from './view-runner';

type Account = { readonly id: string; readonly owner: string | null };
/** The sum of all deposits, and the accounts that made them. */
type Total = { readonly amount: number; readonly of: readonly string[] };
type Kinds = { readonly total: Total };

/** Shows accounts, and has a total as an internal row. */
const accounts = view<AccountEvent, Account, Kinds>()({
  view: 'accounts',
  version: 1,
  columns: { owner: 'text', size: 'integer' },
  indexes: [['owner']],
  beside: { total: rowKind<Total>(({ of }) => of) },
  columnsOf: ({ owner }) => ({ owner }),
  subjectsOf: ({ id }) => [id],
  audienceOf: ({ id }) => id,
  on: {
    Opened: ({ owner }, { resource: { id } }) => put(id, { id, owner }),
    Deposited: async ({ amount }, { resource: { id } }, rows) => {
      const before = (await rows.beside('total').get('all')) ?? { amount: 0, of: [] };
      const shown = await rows.bySubject(id);
      const totals = await rows.beside('total').bySubject(id);
      return [
        putBeside('total', 'all', { amount: before.amount + amount, of: [...before.of, id] }),
        put(id, { id, owner: `${shown.length} and ${totals.length}` }),
      ];
    },
    Withdrawn: (_, { resource: { id } }) => remove(id),
  },
});

const opened = { type: 'Opened', data: { owner: 'Ana' } } as const;
const deposited = (amount: number) => ({ type: 'Deposited', data: { amount } }) as const;

it('are under ids that nothing else has', async () => {
  await projects(accounts, AccountEvents)(opened, deposited(5)).thenRows({
    '1': { id: '1', owner: '1 and 0' },
    'total:all': { amount: 5, of: ['1'] },
  });
});

describe('rows that a view keeps for itself', () => {
  const filled = async () => {
    const reads = memoryReadStore();
    await reads.open([accounts]);
    const runner = viewRunner(accounts, { ...reads.own, apply: reads.apply.bind(reads) }, registry, null);
    for (const [at, event] of [opened, deposited(5), deposited(7)].entries())
      await runner.project(openedOf(event, at, [AccountEvents]));
    const { writes, audiences } = runner.batch();
    await reads.apply([runner.batch()], placeAt(2));
    return { reads, writes, audiences };
  };

  it('are found by their subjects, and by no column', async () => {
    const { writes, audiences } = await filled();
    expect(writes.map(({ id, columns, subjects }) => ({ id, columns, subjects }))).toEqual([
      { id: 'total:all', columns: {}, subjects: ['1', '1'] },
      { id: '1', columns: { owner: '1 and 1' }, subjects: ['1'] },
    ]);
    expect([...audiences.keys()]).toEqual(['1']);
  });

  it('are read by their kind', async () => {
    const { reads } = await filled();
    const total = await rowBeside(reads, accounts, 'total', 'all');
    expect(rowIn(total!.json).amount).toBe(12);
    expect(await rowBeside(reads, accounts, 'total', 'none')).toBeNull();
    const found = await rowsBeside(reads, accounts, 'total', ['all', 'none']);
    expect([...found].map(([id, row]) => [id, row.id, rowIn(row.json).of])).toEqual([['all', 'all', ['1', '1']]]);
    expect((await rowsBeside(reads, accounts, 'total', [])).size).toBe(0);
  });
});

// The compiler must reject these.
it('a view knows its rows and its columns', async () => {
  const reads = memoryReadStore();
  await reads.open([accounts]);
  const loose: Where = { owner: 'Ana' };
  const misspelled = { ownr: 'Ana', owner: 'Ana' };
  const find: Find = { where: loose };
  const wrong = [
    // @ts-expect-error a column that it does not have
    () => reads.find(accounts, { where: { ownr: 'Ana' } }),
    // @ts-expect-error neither beside one that it has
    () => reads.find(accounts, { where: misspelled }),
    // @ts-expect-error a column by which it is not known
    () => reads.find(accounts, { where: loose }),
    // @ts-expect-error nor by any
    () => reads.find(accounts, find),
    // @ts-expect-error an order by such a column
    () => reads.find(accounts, { where: {}, order: [['ownr', 'asc']] }),
    // @ts-expect-error nor is it counted by it
    () => reads.count(accounts, { where: { ownr: 'Ana' } }),
    // @ts-expect-error a kind that it does not have
    () => rowBeside(reads, accounts, 'sum', 'all'),
  ];
  expect(wrong).toHaveLength(7);
  expect(await reads.find(accounts, { where: { owner: 'Ana', id: '1' }, order: [['id', 'asc']] })).toEqual([]);
  const row = await reads.get(accounts, '1');
  // @ts-expect-error a member that its row does not have
  expect(row && rowIn(row.json).ownr).toBeNull();
  // @ts-expect-error a row of another view
  const another: Total | null = row && rowIn(row.json);
  expect(another).toBeNull();
});

it('a view does not name what it does not have', () => {
  const plain = { view: 'plain', version: 1, on: {}, columns: { owner: 'text' }, indexes: [] } as const;
  const made = view<AccountEvent, Account>();
  // @ts-expect-error an index over no column
  made({ ...plain, indexes: [['ownr']], columnsOf: ({ owner }) => ({ owner }) });
  // @ts-expect-error a value for no column
  made({ ...plain, columnsOf: ({ owner }) => ({ ownr: owner }) });
  // @ts-expect-error the kinds of its rows are said in its value, too
  view<AccountEvent, Account, Kinds>()({ ...plain, columnsOf: ({ owner }) => ({ owner }) });
  expect(made({ ...plain, columnsOf: ({ owner }) => ({ owner }) }).view).toBe('plain');
});
