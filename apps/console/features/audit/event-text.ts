import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@dosar/contracts';
import type { Sentences } from '../../i18n/translation';

type Details = AuditEvent['details'];
export type EventType = keyof Sentences['events'];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A place in the folders, as an event tells it. */
const placeOf = (value: unknown): string | null => {
  const place = (value as { folder_path?: unknown } | null | undefined)?.folder_path;
  return isText(place) ? place : null;
};

/** What an event is about, in a few words. */
const subjectOf = ({ details, resource_name: now }: AuditEvent): string | null => {
  const { file_name, folder_name, name } = details;
  return [file_name, folder_name, name, now].find(isText) ?? null;
};

export const useEventText = () => {
  const { t, i18n } = useTranslation();

  /** A value in words: the known ones have a name, the others speak for themselves. */
  const valueOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('audit.nothing');
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (typeof value === 'object')
      return placeOf(value) ?? (Array.isArray(value) ? String(value.length) : JSON.stringify(value));
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const keys = [`process.${text}`, `accounting.${text}`, `roles.${text}`, `values.${text}`];
    const key = keys.find((each) => i18n.exists(each));
    return key === undefined ? text : t(key as 'process.new');
  };

  const titleOf = (type: string): string => (i18n.exists(`events.${type}`) ? t(`events.${type as EventType}`) : type);

  /** How it was done, where there is nothing that it was done to. */
  const mannerOf = ({ details }: AuditEvent): string =>
    [details['kind'], details['status'], details['method'], details['reason']].filter(isText).map(valueOf).join(' · ');

  /** What changed, from what to what; otherwise what it was about. */
  const summaryOf = (event: AuditEvent): string => {
    const { from, to } = event.details as Details & { from?: unknown; to?: unknown };
    const isChange = 'from' in event.details && 'to' in event.details;
    const subject = subjectOf(event);
    if (!isChange) return subject ?? mannerOf(event);
    // what was restored may have had to take another name; mostly it has its own
    if (isText(from) && from === to) return subject ?? from;
    const change = t('audit.change', { from: valueOf(from), to: valueOf(to) });
    const isRename = isText(from) && isText(to) && !('file_name' in event.details || 'folder_name' in event.details);
    return isRename || subject === null ? change : `${subject}: ${change}`;
  };

  return { titleOf, summaryOf, valueOf };
};
