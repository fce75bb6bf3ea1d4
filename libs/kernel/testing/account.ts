import { z } from 'zod';
import { once, type MarksKey } from '../commands/command-context';
import { commandHandler, type CommandHandlerPorts } from '../commands/command-handler';
import { refuse, type Decider } from '../model/decider';
import { eventRegistry, events, ofInstallation, type EventOf, type Origin } from '../model/event';
import { derivedId } from '../log/ids';
import { keyNamedBy } from '../keys/envelope';
import { keyring } from '../keys/keyring';
import { masters } from '../keys/masters';
import { memoryEventStore } from '../memory/event-store';
import { memorySnapshots } from '../memory/snapshots';
import { memoryVault } from '../memory/vault';
import type { Message } from '../model/message';
import type { EventStore } from '../ports';
import { put, type Projector } from '../model/projector';
import { envelopesOf, parseRecord } from '../log/record';
import { personal, shape } from '../model/shape';

/** A small domain to test the kernel with: accounts with an owner's name and a balance that may not be negative. */
export const AccountEvents = events(
  'account',
  {
    Opened: shape(z.object({ owner: personal('name', z.string()) })),
    Deposited: shape(z.object({ amount: z.int() })),
    Withdrawn: shape(z.object({ amount: z.int() })),
  },
  (id) => `account:${id}/1`,
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
  belongsTo: () => ofInstallation,
  snapshot: { version: 1, save: (state) => [state], load: (_, part) => part as AccountState },
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

export const registry = eventRegistry(AccountEvents);
export const master = Buffer.alloc(32, 7);
export const marks: MarksKey = { generation: 1, secret: Buffer.alloc(32, 8) };

export const origin = (more: Partial<Origin> = {}): Origin => ({
  actor: { kind: 'user', id: 'u-1', role: 'user', sessionId: 's-1' },
  correlationId: derivedId('spec', 'correlation'),
  causationId: null,
  ip: '192.0.2.1',
  userAgent: 'spec',
  ...more,
});

/** Whether the log named a key at the time of this call; later ones are found in the vault. */
const isUsedIn = (events: Pick<EventStore, 'follow' | 'head'>) => {
  const began = events.head();
  return async (name: string): Promise<boolean> => {
    const head = await began;
    if (head === null) return false;
    const enough = new AbortController();
    for await (const batch of events.follow(null, enough.signal)) {
      if (batch.some((record) => envelopesOf(parseRecord(record)).some((each) => keyNamedBy(each) === name)))
        return true;
      if (batch.at(-1)!.position >= head) return false;
    }
    return false;
  };
};

/** A command handler over stores in memory, each of which can be replaced. */
export const aCommandHandler = (
  parts: Partial<CommandHandlerPorts> & { vault?: ReturnType<typeof memoryVault> } = {},
) => {
  const { events: log = memoryEventStore(), snapshots = memorySnapshots(), vault = memoryVault(), ...rest } = parts;
  const ring = parts.keyring ?? keyring(vault, masters([master]));
  const handler = commandHandler({
    events: log,
    snapshots,
    keyring: ring,
    tenantOf: () => ({ firmId: null, clientId: null }),
    isUsed: isUsedIn(log),
    ...rest,
  });
  const handle = (id: string, command: AccountCommand, context = once(), from = origin()) =>
    handler.handle({ decider: account, id, command, context, origin: from });
  return {
    events: log,
    snapshots,
    vault,
    keyring: ring,
    handler,
    handle,
    state: (id: string) => handler.state(account, id),
  };
};

/** All items of all batches. */
export const all = async <T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> => {
  const found: T[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
};
