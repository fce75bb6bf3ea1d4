import { ACTIVITY_UNITS, deedsApi, type DeedFilters } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { deeds, headIn } from '@dosar/domain/audit/deeds.projector';
import { bucketsBetween, endOf, startOf, type Unit } from '../platform/hosting/time';
import type { ViewRows } from '../platform/reads/rows';
import { useCase } from '../platform/use-cases/use-case';
import { DeedCounts } from './deed-counts';
import { NotedReads } from './noted-reads';

const HOUR_MS = 60 * 60 * 1000;
/** What is longer than so many hours is shown by the next unit. */
const LONGEST: Readonly<Record<Unit, number>> = { hour: 72, day: 100 * 24, month: Infinity };
/** More than anybody can look at: of these the last are shown. */
const MOST = 1_000;

export const showActivity = useCase(deedsApi.activity, async ({ query: { unit, ...filters } }, { call, rows, use }) => {
  await use(NotedReads).list(call, filters);
  const shown = await bucketsFor(rows, filters, unit);
  const { counts, isMore } = await use(DeedCounts).within(call, filters, shown.buckets);
  const buckets = shown.buckets.map(({ from }, nth) => ({ from: from.toISOString(), count: counts[nth]! }));
  return { buckets, unit: shown.unit, ...(isMore && { is_partial: true as const }) };
});

/** The times that are asked for, until now; by a unit that is wished, or such that they can be looked at. */
const bucketsFor = async (rows: ViewRows, { date_from, date_to }: DeedFilters, wished: Unit | undefined) => {
  const from = date_from === undefined ? await firstTime(rows) : startOf(date_from);
  const end = date_to === undefined ? new Date() : endOf(date_to);
  const hours = (end.getTime() - from.getTime()) / HOUR_MS;
  const unit = wished ?? ACTIVITY_UNITS.find((each) => hours <= LONGEST[each])!;
  return { unit, buckets: bucketsBetween(from, end, unit, MOST) };
};

/** When the first deed began. */
const firstTime = async (rows: ViewRows): Promise<Date> => {
  const find = { where: { deed: { from: 0 } }, order: [['deed', 'asc']], limit: 1 } as const;
  const [first] = await rows.find(deeds, find);
  const head = first ? headIn(rowIn(first.json)) : null;
  return head ? new Date(head.at) : new Date();
};
