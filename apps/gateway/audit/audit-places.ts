import { Injectable } from '@nestjs/common';
import type { AuditFilters } from '@dosar/contracts';
import type { WhereIn } from '@dosar/kernel/runtime';
import { audit } from '@dosar/domain/audit/audit.projector';
import { endOf, startOf } from '../platform/hosting/time';
import { ViewRows } from '../platform/reads/rows';

/** Places in the log: those who ask for days ask for a part of it. */
@Injectable()
export class AuditPlaces {
  constructor(private readonly rows: ViewRows) {}

  async where({ date_from, date_to }: AuditFilters, before: string | undefined): Promise<WhereIn<typeof audit>> {
    const from = date_from === undefined ? null : await this.firstSince(startOf(date_from));
    const below = date_to === undefined ? null : await this.firstSince(endOf(date_to));
    // nothing has happened since then
    if (from === 'none') return { position: { below: 0 } };
    const bounds = [before === undefined ? null : BigInt(before), below === 'none' ? null : below];
    const end = bounds.reduce(
      (least, each) => (least === null || (each !== null && each < least) ? each : least),
      null,
    );
    return { position: { from: from ?? 0, ...(end !== null && { below: end }) } };
  }

  /** The place of the first event since then. */
  private async firstSince(time: Date): Promise<bigint | 'none'> {
    const where = { occurred_at: { from: time.getTime() } };
    const [first] = await this.rows.find(audit, { where, order: [['occurred_at', 'asc']], limit: 1 });
    return first?.position ?? 'none';
  }
}
