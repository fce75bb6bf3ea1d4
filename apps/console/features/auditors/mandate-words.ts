import type { TFunction } from 'i18next';
import type { Mandate } from '@dosar/contracts';
import { dayOf, momentOf } from '../../platform/format';

type Scope = Pick<Mandate, 'scope'>;

/** Whose documents may be seen. */
export const scopeText = (t: TFunction, { scope: { firm, clients } }: Scope): string => {
  const name = firm.name ?? '';
  if (!clients) return t('auditors.allClients', { firm: name });
  return `${name}: ${clients.map((each) => each.name ?? '').join(', ')}`;
};

/** Of a period its last day, which the instant that ends it no longer belongs to. */
export const periodText = ({ period: { from, to } }: Pick<Mandate, 'period'>): string =>
  `${dayOf(from)} – ${dayOf(new Date(Date.parse(to) - 1))}`;

/** Until when it lasts, or why it has ended. */
export const lastsText = (t: TFunction, { until, ended_at, ended_why }: Mandate): string =>
  ended_at === null || ended_why === null
    ? t('auditors.until', { at: momentOf(until) })
    : t(`auditors.ended.${ended_why}`, { at: momentOf(ended_at) });
