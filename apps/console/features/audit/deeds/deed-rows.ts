import type { AuditEvent, Deed } from '@dosar/contracts';
import { dayOf } from '../../../platform/format';

/** What the list draws, one below the other. */
export type ListRow =
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: string }
  | { readonly kind: 'deed'; readonly key: string; readonly deed: Deed }
  | { readonly kind: 'acts'; readonly key: string; readonly deed: Deed }
  | { readonly kind: 'event'; readonly key: string; readonly event: AuditEvent }
  | { readonly kind: 'foot'; readonly key: string; readonly deed: Deed };

type Opened = { readonly id: string | null; readonly events: readonly AuditEvent[] };

/** Deeds under the headings of their days; below the opened one what can be done with it, its events, and the rest of them. */
export const rowsOf = (deeds: readonly Deed[], opened: Opened): readonly ListRow[] => {
  let day = '';
  return deeds.flatMap((deed): readonly ListRow[] => {
    const { correlation_id: id, timestamp } = deed;
    const rows: ListRow[] = [];
    const isNewDay = dayOf(timestamp) !== day;
    day = dayOf(timestamp);
    if (isNewDay) rows.push({ kind: 'day', key: `day ${day}`, timestamp });
    rows.push({ kind: 'deed', key: id, deed });
    if (id !== opened.id) return rows;
    rows.push({ kind: 'acts', key: `acts ${id}`, deed });
    for (const event of opened.events) rows.push({ kind: 'event', key: event.event_id, event });
    rows.push({ kind: 'foot', key: `foot ${id}`, deed });
    return rows;
  });
};
