import { Injectable } from '@nestjs/common';
import type { AuditFilters } from '@dosar/contracts';
import { audit } from '@dosar/domain/audit/audit.projector';
import { endOf, startOf, type Bucket } from '../platform/hosting/time';
import { ViewRows } from '../platform/reads/rows';

/** A part of the log, by its positions. */
export type Span = { readonly from: bigint; readonly below?: bigint };

const NOTHING: Span = { from: 0n, below: 0n };

/** Places in the log: those who ask for days ask for a part of it. */
@Injectable()
export class AuditPlaces {
  constructor(private readonly rows: ViewRows) {}

  /** What is asked for by its time, and before a place. */
  span({ date_from, date_to }: AuditFilters, before?: string): Promise<Span> {
    return this.between(
      date_from === undefined ? null : startOf(date_from),
      date_to === undefined ? null : endOf(date_to),
      before,
    );
  }

  /** What happened from that time on, and before the other. */
  async between(since: Date | null, until: Date | null, before?: string): Promise<Span> {
    const from = since && (await this.firstSince(since));
    const below = until && (await this.firstSince(until));
    // nothing has happened since then
    if (from === 'none') return NOTHING;
    const bounds = [before === undefined ? null : BigInt(before), below === 'none' ? null : below];
    const end = bounds.reduce(
      (least, each) => (least === null || (each !== null && each < least) ? each : least),
      null,
    );
    return { from: from ?? 0n, ...(end !== null && { below: end }) };
  }

  /** What happened in each of these times, which follow each other: each end is looked up once. */
  async following(times: readonly Bucket[]): Promise<Span[]> {
    const ends = await Promise.all(times.map(({ from }) => this.firstSince(from)));
    const last = times.at(-1);
    const end = last ? await this.firstSince(last.below) : 'none';
    return ends.map((from, nth) => {
      const below = ends[nth + 1] ?? end;
      return from === 'none' ? NOTHING : { from, ...(below !== 'none' && { below }) };
    });
  }

  /** The place of the first event since then. */
  private async firstSince(time: Date): Promise<bigint | 'none'> {
    const where = { occurred_at: { from: time.getTime() } };
    const [first] = await this.rows.find(audit, { where, order: [['occurred_at', 'asc']], limit: 1 });
    return first?.position ?? 'none';
  }
}
