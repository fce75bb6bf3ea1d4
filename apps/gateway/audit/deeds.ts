import { Injectable } from '@nestjs/common';
import type { DeedFilters } from '@dosar/contracts';
import { rowIn, type Row } from '@dosar/kernel/runtime';
import { audit, auditTerm } from '@dosar/domain/audit/audit.projector';
import { kindTerm } from '@dosar/domain/audit/deed-kinds';
import { deeds, headIn, type DeedHead, type DeedRow } from '@dosar/domain/audit/deeds.projector';
import type { Call } from '../platform/access/call';
import { ViewRows } from '../platform/reads/rows';
import { AuditPlaces, type Span } from './audit-places';
import { deedTerms, eventTerms, isByText, scopeOf } from './deed-filters';

/** Deeds, and where to go on below them; null: there are no more. */
export type FoundDeeds = { readonly heads: readonly DeedHead[]; readonly next: string | null };

/** Where a deed was found. */
type Hit = { readonly deed: string; readonly place: string };

/** So many events are looked at in one go, and for one page: it may be short then. */
const STEP = 100;
const MOST_STEPS = 20;
/** So many ids are asked for at once. */
const AT_ONCE = 500;

const hitOf = ({ json }: Row<DeedRow>): Hit => {
  const row = rowIn(json);
  return 'deed' in row ? { deed: row.deed, place: row.first } : { deed: row.partOf, place: row.place };
};

const newestFirst = (a: Hit, b: Hit) => Number(BigInt(b.place) - BigInt(a.place));

/** Finds deeds by what is asked for. */
@Injectable()
export class Deeds {
  constructor(
    private readonly rows: ViewRows,
    private readonly places: AuditPlaces,
  ) {}

  async page(call: Call, filters: DeedFilters, before: string | undefined, limit: number): Promise<FoundDeeds> {
    if (isByText(filters)) return this.byEvents(call, filters, before, limit);
    const span = await this.places.span(filters, before);
    const found = await this.hits(call, filters, span, limit + 1);
    const hits = found.slice(0, limit);
    const heads = await this.heads(hits.map(({ deed }) => deed));
    return {
      heads: hits.flatMap(({ deed }) => heads.get(deed) ?? []),
      next: found.length > limit ? hits.at(-1)!.place : null,
    };
  }

  /** One deed, by its correlation. */
  async head(id: string): Promise<DeedHead | null> {
    const row = await this.rows.get(deeds, id);
    return row && headIn(rowIn(row.json));
  }

  private async hits(call: Call, filters: DeedFilters, place: Span, limit: number): Promise<Hit[]> {
    const looked = deedTerms(filters);
    // everything: from an index of the rows, which is the quickest
    if (looked.length === 1 && looked[0]!.all.length === 1) {
      const found =
        scopeOf(filters) === 'act'
          ? await this.rows.find(deeds, { where: { act: place }, order: [['act', 'desc']], limit })
          : await this.rows.find(deeds, { where: { deed: place }, order: [['deed', 'desc']], limit });
      return found.map(hitOf);
    }
    const order = [['place', 'desc']] as const;
    const each = looked.map((terms) => this.rows.findFor(call, deeds, { where: { place }, terms, order, limit }));
    const all = (await Promise.all(each)).flat().map(hitOf);
    return all.sort(newestFirst).slice(0, limit);
  }

  /** What the audit finds by texts and addresses, event by event, as the deeds that those belong to. */
  private async byEvents(call: Call, filters: DeedFilters, before: string | undefined, limit: number) {
    const heads: DeedHead[] = [];
    const seen = new Set<string>();
    const whole = await this.places.span(filters);
    let next = before ?? null;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const found = await this.events(call, filters, next ?? undefined, STEP);
      const hits = found.map(({ json, position }) => ({ deed: rowIn(json).deed, place: String(position) }));
      const known = await this.heads(hits.map(({ deed }) => deed));
      for (const { deed, place } of hits) {
        const head = known.get(deed);
        if (
          head &&
          !seen.has(deed) &&
          isMeant(head, filters) &&
          !(await this.wasShown(call, filters, head, { whole, before }))
        ) {
          if (heads.length === limit) return { heads, next };
          heads.push(head);
        }
        seen.add(deed);
        next = place;
      }
      if (found.length < STEP) return { heads, next: null };
    }
    return { heads, next };
  }

  private async events(call: Call, filters: DeedFilters, before: string | undefined, limit: number) {
    const where = { position: await this.places.span(filters, before) };
    const order = [['position', 'desc']] as const;
    return this.rows.findFor(call, audit, { where, terms: eventTerms(filters), order, limit });
  }

  /** Whether a newer event of this deed was found on a page before. */
  private async wasShown(
    call: Call,
    filters: DeedFilters,
    head: DeedHead,
    { whole, before }: { readonly whole: Span; readonly before: string | undefined },
  ) {
    if (before === undefined || BigInt(head.last) < BigInt(before)) return false;
    const { all, beginnings } = eventTerms(filters);
    const terms = { all: [...all, auditTerm('correlation_id', head.deed)], beginnings };
    const where = { position: { ...whole, from: BigInt(before) } };
    return (await this.rows.countFor(call, audit, { where, terms }, 1)) > 0;
  }

  /** All deeds that texts and addresses find, the newest first; of more than so many events not all. */
  async allByEvents(call: Call, filters: DeedFilters, most: number) {
    const found = await this.events(call, filters, undefined, most + 1);
    const known = await this.heads(found.slice(0, most).map(({ json }) => rowIn(json).deed));
    const heads = [...known.values()].filter((head) => isMeant(head, filters));
    return { heads, isMore: found.length > most };
  }

  private async heads(ids: readonly string[]): Promise<Map<string, DeedHead>> {
    const all = [...new Set(ids)];
    const found = new Map<string, DeedHead>();
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = await this.rows.find(deeds, { where: { id: { in: all.slice(from, from + AT_ONCE) } } });
      for (const { id, json } of some) {
        const head = headIn(rowIn(json));
        if (head) found.set(id, head);
      }
    }
    return found;
  }
}

/** What is asked of the deed itself, where it was found by an event of it. */
const isMeant = (head: DeedHead, filters: DeedFilters): boolean => {
  const { kinds = [] } = filters;
  if (scopeOf(filters) === 'act' && !head.isAct) return false;
  return kinds.length === 0 || kinds.some((kind) => head.facets.includes(kindTerm(kind)));
};
