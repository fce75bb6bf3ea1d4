import { Inject, Injectable } from '@nestjs/common';
import { AUDIT_TOTAL, type DeedFilters } from '@dosar/contracts';
import { pace, rowIn, rowsBeside } from '@dosar/kernel/runtime';
import { deeds, dayId, type DeedHead } from '@dosar/domain/audit/deeds.projector';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { endOf, startOf, type Bucket } from '../platform/hosting/time';
import { ViewRows } from '../platform/reads/rows';
import { AuditPlaces, type Span } from './audit-places';
import { countedFacets, deedTerms, isByText, scopeOf } from './deed-filters';
import { Deeds } from './deeds';

/** So many deeds are counted that nobody has counted before. */
const MOST = 10_000;
const AT_ONCE = 500;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

type Total = { readonly total: number; readonly total_is_more?: true };

const totalOf = (count: number, most: number): Total =>
  count > most ? { total: most, total_is_more: true } : { total: count };

/** How many deeds there are. */
@Injectable()
export class DeedCounts {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
    private readonly places: AuditPlaces,
    private readonly deeds: Deeds,
  ) {}

  async total(call: Call, filters: DeedFilters): Promise<Total> {
    if (isByText(filters)) {
      const { heads, isMore } = await this.deeds.allByEvents(call, filters, AUDIT_TOTAL);
      return { total: heads.length, ...(isMore && { total_is_more: true as const }) };
    }
    const facets = countedFacets(filters);
    const { date_from, date_to } = filters;
    if (facets && date_from === undefined && date_to === undefined)
      return { total: await this.counted(facets, filters) };
    return totalOf(await this.found(call, filters, await this.places.span(filters)), MOST);
  }

  /** As the view has counted them. */
  private async counted(facets: readonly string[], filters: DeedFilters): Promise<number> {
    const found = await rowsBeside(this.installation.ports.reads, deeds, 'count', facets);
    const of = scopeOf(filters) === 'act' ? 'acts' : 'all';
    return [...found.values()].reduce((sum, { json }) => sum + rowIn(json)[of], 0);
  }

  private async found(call: Call, filters: DeedFilters, place: Span): Promise<number> {
    const looked = deedTerms(filters);
    if (looked.length === 1 && looked[0]!.all.length === 1)
      return scopeOf(filters) === 'act'
        ? this.rows.count(deeds, { where: { act: place } }, MOST + 1)
        : this.rows.count(deeds, { where: { deed: place } }, MOST + 1);
    const where = { place };
    const counts = looked.map((terms) => this.rows.countFor(call, deeds, { where, terms }, MOST + 1));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /** How many began in each of these times, which follow each other; `isMore`: of older ones not all are counted. */
  async within(call: Call, filters: DeedFilters, buckets: readonly Bucket[]) {
    if (isByText(filters)) {
      const { heads, isMore } = await this.deeds.allByEvents(call, filters, AUDIT_TOTAL);
      return { counts: countedIn(buckets, heads), isMore };
    }
    const facets = countedFacets(filters);
    const meant = clipped(buckets, filters);
    const isWhole = meant.every(({ from, below }) => [from, below].every((at) => at.getTime() % HOUR_MS === 0));
    if (facets && isWhole) return { counts: await this.byHours(facets, filters, meant), isMore: false };
    const spans = await this.places.following(meant);
    const counts: number[] = [];
    for (const span of spans) counts.push(await this.found(call, filters, span));
    return { counts, isMore: counts.some((count) => count > MOST) };
  }

  private async byHours(facets: readonly string[], filters: DeedFilters, buckets: readonly Bucket[]) {
    const of = scopeOf(filters) === 'act' ? 'acts' : 'all';
    const days = daysOf(buckets);
    const hours = new Map<number, number>();
    const rest = pace();
    for (const facet of facets)
      for (let from = 0; from < days.length; from += AT_ONCE) {
        const ids = new Map(days.slice(from, from + AT_ONCE).map((day) => [dayId(facet, day), day]));
        const found = await rowsBeside(this.installation.ports.reads, deeds, 'day', ids.keys());
        for (const [id, { json }] of found) {
          const midnight = Date.parse(ids.get(id)!);
          for (const [hour, count] of rowIn(json)[of].entries()) {
            const at = midnight + hour * HOUR_MS;
            hours.set(at, (hours.get(at) ?? 0) + count);
          }
        }
        await rest();
      }
    const counts = buckets.map(() => 0);
    for (const [at, count] of hours) {
      const nth = bucketAt(buckets, at);
      if (nth >= 0) counts[nth]! += count;
    }
    return counts;
  }
}

/** Of the first and the last only what is asked for. */
const clipped = (buckets: readonly Bucket[], { date_from, date_to }: DeedFilters): readonly Bucket[] => {
  const since = date_from === undefined ? null : startOf(date_from);
  const until = date_to === undefined ? null : endOf(date_to);
  return buckets.map(({ from, below }) => ({
    from: since && since > from ? since : from,
    below: until && until < below ? until : below,
  }));
};

/** All days (UTC) that these times touch. */
const daysOf = (buckets: readonly Bucket[]): string[] => {
  const first = buckets[0]?.from.getTime() ?? 0;
  const end = buckets.at(-1)?.below.getTime() ?? 0;
  const days: string[] = [];
  for (let at = Math.floor(first / DAY_MS) * DAY_MS; at < end; at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

/** In which of these times an instant is; -1: in none. */
const bucketAt = (buckets: readonly Bucket[], at: number): number => {
  const nth = buckets.findLastIndex(({ from }) => from.getTime() <= at);
  return nth >= 0 && at < buckets[nth]!.below.getTime() ? nth : -1;
};

const countedIn = (buckets: readonly Bucket[], heads: readonly DeedHead[]): number[] => {
  const counts = buckets.map(() => 0);
  for (const { at } of heads) {
    const nth = bucketAt(buckets, Date.parse(at));
    if (nth >= 0) counts[nth]! += 1;
  }
  return counts;
};
