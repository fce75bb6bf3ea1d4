import fc from 'fast-check';
import type { Recorded } from '../model/event';
import { put, remove, type Projector } from '../model/projector';
import { projects } from '../testing';
import { AccountEvents, type AccountEvent } from '../testing/account';

type Shown = {
  readonly id: string;
  readonly of: string | null;
  readonly owner: string | null;
  readonly balance: number;
  readonly all?: readonly { readonly of: string; readonly owner: string }[];
};

const cardOf = (id: string) => `card-${id}`;
const isCard = ({ id }: Shown) => id.startsWith('card-');

const ofAll = (all: NonNullable<Shown['all']>): Shown => ({ id: 'all', of: null, owner: null, balance: 0, all });

/**
 * A row for each account; one row of the account opened last, which shows changing owners; a card for each account with
 * an owner, which goes with the name; and one row of all owners.
 */
const accounts: Projector<AccountEvent, Shown> = {
  view: 'accounts',
  version: 1,
  columns: { of: 'text', owner: 'text' },
  indexes: [['of']],
  keepsFormer: true,
  columnsOf: ({ of, owner }) => ({ of, owner }),
  subjectsOf: ({ of, all = [] }) => [...(of === null ? [] : [of]), ...all.map((each) => each.of)],
  forgets: {
    account: async ({ id }, rows) => {
      const shown = (await rows.bySubject(id)).filter((row) => !row.all);
      const all = (await rows.get('all'))?.all ?? [];
      return [
        ...shown.map((row) => (isCard(row) ? remove(row.id) : put(row.id, { ...row, owner: null }))),
        put('all', ofAll(all.filter(({ of }) => of !== id))),
      ];
    },
  },
  on: {
    Opened: async ({ owner }, { resource: { id } }, rows) => [
      put(id, { id, of: id, owner, balance: 0 }),
      put('last', { id: 'last', of: id, owner, balance: 0 }),
      ...(owner === null ? [] : [put(cardOf(id), { id: cardOf(id), of: id, owner, balance: 0 })]),
      ...(owner === null ? [] : [put('all', ofAll([...((await rows.get('all'))?.all ?? []), { of: id, owner }]))]),
    ],
    Deposited: async ({ amount }, { resource: { id } }, rows) => {
      const own = [await rows.get(id), await rows.get(cardOf(id))];
      const last = amount % 2 === 0 ? (await rows.find({ where: { of: id } })).filter((row) => row.id === 'last') : [];
      return [...own, ...last].flatMap((row) => (row ? [put(row.id, { ...row, balance: row.balance + amount })] : []));
    },
    Withdrawn: (_, { resource: { id } }) => [remove(id), remove(cardOf(id))],
  },
};

type Happened = AccountEvent & Pick<Recorded, 'resource'>;
const about = (id: string, event: AccountEvent): Happened => ({ ...event, resource: { type: 'account', id } });
const opened = (id: string, owner: string) => about(id, { type: 'Opened', data: { owner } });
const deposited = (id: string, amount: number) => about(id, { type: 'Deposited', data: { amount } });
const withdrawn = (id: string) => about(id, { type: 'Withdrawn', data: { amount: 1 } });

describe('former rows, when a key is destroyed', () => {
  it('are what the view would have been filled with, at each position', async () => {
    const shown = (id: string, of: string, owner: string, balance: number) => ({ [id]: { id, of, owner, balance } });
    await projects(accounts, AccountEvents)(
      opened('a', 'Ana'),
      deposited('a', 5),
      opened('b', 'Bob'),
      withdrawn('a'),
      opened('a', 'Anamaria'),
      deposited('b', 7),
    ).thenRows({
      ...shown('a', 'a', 'Anamaria', 0),
      ...shown('card-a', 'a', 'Anamaria', 0),
      ...shown('b', 'b', 'Bob', 7),
      ...shown('card-b', 'b', 'Bob', 7),
      ...shown('last', 'a', 'Anamaria', 0),
      all: ofAll([
        { of: 'a', owner: 'Ana' },
        { of: 'b', owner: 'Bob' },
        { of: 'a', owner: 'Anamaria' },
      ]),
    });
  });

  it('are that whatever happened before', async () => {
    const id = fc.constantFrom('a', 'b', 'c');
    const happened = fc.oneof(
      fc.tuple(id, fc.constantFrom('Ana', 'Bob', 'Călin')).map(([whose, owner]) => opened(whose, owner)),
      fc.tuple(id, fc.nat({ max: 9 })).map(([whose, amount]) => deposited(whose, amount)),
      id.map(withdrawn),
    );
    const story = fc.array(happened, { minLength: 1, maxLength: 25 });
    const tell = (events: readonly Happened[]) =>
      projects(accounts, AccountEvents)(...events).thenRows(expect.anything() as Record<string, unknown>);
    await fc.assert(fc.asyncProperty(story, tell), { numRuns: Number(process.env['RUNS'] ?? 60) });
  });
});
