import { z } from 'zod';
import {
  askedOnce,
  derivedId,
  desk,
  events,
  keyring,
  libraryOf,
  personal,
  put,
  refuse,
  shape,
  type Decider,
  type EventOf,
  type EventStore,
  type Message,
  type Origin,
  type Projector,
  type Snapshots,
} from '@dosar/kernel';
import { memoryEventStore } from '../event-store/memory';
import { memorySnapshots } from '../snapshots/memory';
import { memoryVault } from '../vault/memory';

/** A small domain to try the kernel with: accounts with an owner's name and a balance that may not be negative. */
export const AccountEvents = events(
  'account',
  {
    Opened: shape(z.object({ owner: personal(z.string()) })),
    Deposited: shape(z.object({ amount: z.int() })),
    Withdrawn: shape(z.object({ amount: z.int() })),
  },
  (id) => `account:${id}`,
);
export type AccountEvent = EventOf<typeof AccountEvents>;
type AccountCommand =
  | Message<'Open', { readonly owner: string }>
  | Message<'Deposit', { readonly amount: number }>
  | Message<'Withdraw', { readonly amount: number }>
  | Message<'DepositMany', { readonly amounts: readonly number[] }>;
type AccountState = { readonly owner: string | null; readonly balance: number };

export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  events: AccountEvents,
  initial: () => ({ owner: null, balance: 0 }),
  decide: {
    Open: ({ owner }, state) =>
      state.owner === null ? [{ type: 'Opened', data: { owner } }] : refuse('account/exists'),
    Deposit: ({ amount }) => (amount === 0 ? [] : [{ type: 'Deposited', data: { amount } }]),
    Withdraw: ({ amount }, { balance }) =>
      balance < amount ? refuse('account/too-little') : [{ type: 'Withdrawn', data: { amount } }],
    DepositMany: ({ amounts }) => ({
      events: amounts
        .filter((amount) => amount > 0)
        .map((amount) => ({ type: 'Deposited' as const, data: { amount } })),
      refusals: amounts.flatMap((amount, at) => (amount > 0 ? [] : [{ id: String(at), refused: 'account/negative' }])),
    }),
  },
  evolve: {
    Opened: ({ owner }, state) => ({ ...state, owner: owner ?? 'erased' }),
    Deposited: ({ amount }, state) => ({ ...state, balance: state.balance + amount }),
    Withdrawn: ({ amount }, state) => ({ ...state, balance: state.balance - amount }),
  },
  snapshot: { version: 1, save: (state) => state, load: (saved) => saved as AccountState },
};

export type Balance = {
  readonly id: string;
  readonly owner: string | null;
  readonly balance: number;
  readonly changes: number;
};

export const balances = (version = 1): Projector<AccountEvent, Balance> => ({
  view: 'balances',
  version,
  columns: { balance: 'integer' },
  indexes: [['balance']],
  columnsOf: ({ balance }) => ({ balance }),
  audienceOf: ({ id }) => id,
  on: {
    Opened: ({ owner }, { resource: { id } }) => put(id, { id, owner, balance: 0, changes: version * 100 }),
    Deposited: async ({ amount }, { resource: { id } }, rows) => {
      const row = (await rows.get(id))!;
      return put(id, { ...row, balance: row.balance + amount, changes: row.changes + 1 });
    },
    Withdrawn: async ({ amount }, { resource: { id } }, rows) => {
      const row = (await rows.get(id))!;
      return put(id, { ...row, balance: row.balance - amount, changes: row.changes + 1 });
    },
  },
});

export const library = libraryOf(AccountEvents);
export const secret = Buffer.alloc(32, 7);

export const origin = (more: Partial<Origin> = {}): Origin => ({
  actor: { kind: 'user', id: 'u-1', role: 'user', sessionId: 's-1' },
  tenant: { firmId: null, clientId: null },
  correlationId: derivedId('spec', 'correlation'),
  causationId: derivedId('spec', 'causation'),
  ip: '192.0.2.1',
  userAgent: 'spec',
  ...more,
});

/** A desk over memory, whose parts can be exchanged. */
export const aDesk = (parts: { events?: EventStore; snapshots?: Snapshots; now?: () => Date } = {}) => {
  const { events = memoryEventStore(), snapshots = memorySnapshots(), now } = parts;
  const vault = memoryVault();
  const ring = keyring(vault, secret);
  const made = desk({ events, snapshots, keyring: ring, ...(now && { now }) });
  const submit = (id: string, command: AccountCommand, asked = askedOnce()) =>
    made.submit(account, id, command, asked, origin());
  return {
    events,
    snapshots,
    vault,
    keyring: ring,
    desk: made,
    submit,
    state: (id: string) => made.state(account, id),
  };
};
