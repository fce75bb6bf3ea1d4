import { Injectable } from '@nestjs/common';
import type { AuditEvent, DeedFilters } from '@dosar/contracts';
import type { Position, Row } from '@dosar/kernel/runtime';
import { audit, type AuditRow } from '@dosar/domain/audit/audit.projector';
import type { Call } from '../../platform/access/call';
import { ViewRows } from '../../platform/reads/rows';
import { LoopTurns } from '../../platform/writes/loop-turns';
import { AuditEvents } from '../audit-events';
import { AuditPlaces, type Span } from '../audit-places';
import { exportTerms } from '../deed-filters';

/** So many are read at once: no more are ever in memory. */
const TOGETHER = 100;

/** All events that filters find, a few at a time. */
@Injectable()
export class ExportedEvents {
  constructor(
    private readonly rows: ViewRows,
    private readonly places: AuditPlaces,
    private readonly events: AuditEvents,
    private readonly turns: LoopTurns,
  ) {}

  /** Newest first, of what stood before that position. */
  async *before(call: Call, filters: DeedFilters, position: Position): AsyncGenerator<readonly AuditEvent[]> {
    const span = await this.places.span(filters);
    const lower = (a: Position, b: Position | undefined) => (b !== undefined && b < a ? b : a);
    for (let below = lower(position, span.below); ;) {
      // what others ask for has its turn between two parts
      await this.turns.mayBegin(call);
      const found = await this.find(call, filters, { from: span.from, below });
      if (found.length === 0) return;
      yield await this.events.of(found);
      below = found.at(-1)!.position;
    }
  }

  /** How many there are, counted up to `most`. */
  async count(call: Call, filters: DeedFilters, most: number): Promise<number> {
    const where = { position: await this.places.span(filters) };
    const counts = exportTerms(filters).map((terms) =>
      terms.all.length + terms.beginnings.length === 0
        ? this.rows.count(audit, { where }, most)
        : this.rows.countFor(call, audit, { where, terms }, most),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  private async find(call: Call, filters: DeedFilters, position: Span): Promise<readonly Row<AuditRow>[]> {
    const page = { where: { position }, order: [['position', 'desc']], limit: TOGETHER } as const;
    const each = exportTerms(filters).map((terms) =>
      terms.all.length + terms.beginnings.length === 0
        ? this.rows.find(audit, page)
        : this.rows.findFor(call, audit, { ...page, terms }),
    );
    const all = (await Promise.all(each)).flat();
    return all.sort((a, b) => Number(b.position - a.position)).slice(0, TOGETHER);
  }
}
