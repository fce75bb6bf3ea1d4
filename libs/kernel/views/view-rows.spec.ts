import { memoryReadStore } from '../memory/read-store';
import type { OpenedRecord } from '../log/opened-record';
import { put, type Projector } from '../model/projector';
import { placeAt, recorded } from '../testing';
import { registry, type AccountEvent } from '../testing/account';
import { viewRows } from './view-rows';
import { viewRunner } from './view-runner';

/** Numbers deposits, with a row for each number. */
const numbered: Projector<AccountEvent, number> = {
  view: 'numbered',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'unread',
  on: {
    Deposited: async ({ amount }, _, rows) => {
      const number = ((await rows.get('last')) ?? 0) + 1;
      return [put('last', number), put(`number ${number}`, amount)];
    },
  },
};

const deposit = (at: number): OpenedRecord => {
  const { data, ip, userAgent, ...rest } = recorded({ type: 'Deposited', data: { amount: 10 * (at + 1) } }, at);
  return {
    ...rest,
    version: 1,
    clear: data,
    sealed: null,
    keys: [],
    personalKey: null,
    reach: () => undefined,
    known: {},
    place: () => placeAt(at),
    personal: () => [],
    from: () => ({ ip, userAgent }),
  };
};

it('rows in memory take no event again that they include, however far back their events begin', async () => {
  const reads = memoryReadStore();
  await reads.open([numbered]);
  const runner = viewRunner(numbered, { ...reads.own, apply: reads.apply.bind(reads) }, registry, null);
  for (const at of [0, 1, 2]) await runner.project(deposit(at));
  await reads.apply([runner.batch()], placeAt(2));
  await reads.settle(numbered);

  const rows = viewRows<number>(numbered, registry);
  rows.beginAt((await rows.load(reads)) ?? null);
  for (const at of [0, 1, 2, 3]) expect(await rows.project(deposit(at))).toBeNull();
  expect([...rows.values()].sort()).toEqual([10, 20, 30, 4, 40]);
  expect(rows.get('number 5')).toBeNull();
});
