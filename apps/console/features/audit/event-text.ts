import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@dosar/contracts';
import type { auditRo } from './ro';

type Details = AuditEvent['details'];
export type EventType = keyof (typeof auditRo)['events'];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A place in the folders, as an event tells it. */
const placeOf = (value: unknown): string | null => {
  const place = (value as { folder_path?: unknown } | null | undefined)?.folder_path;
  return isText(place) ? place : null;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What programs need of an event, and nobody reads. */
const FOR_PROGRAMS = new Set([
  'sha256',
  'bytes_key',
  'check',
  'commit',
  'catalogue',
  'policy',
  'formats',
  'position',
  'root',
  'user_revision',
  'client_revision',
  'up_to',
]);

/** Ids are for programs, and of what is not there nothing is said. */
export const isForPeople = ([name, value]: [string, unknown]): boolean =>
  !/(^|_)ids?$/.test(name) &&
  !FOR_PROGRAMS.has(name) &&
  value !== null &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isText(value) && UUID.test(value));

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && placeOf(value) === null;

/** Of two states of many fields those fields that differ; anything else as it is. */
export const differing = (from: unknown, to: unknown): readonly [from: unknown, to: unknown] => {
  if (!isFields(from) || !isFields(to)) return [from, to];
  const names = Object.keys({ ...from, ...to }).filter(
    (name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]),
  );
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return [only(from), only(to)];
};

/** What an event is about, in a few words. */
export const subjectOf = ({ details, resource_name: now }: AuditEvent): string | null => {
  const { file_name, folder_name, name, text } = details;
  return [file_name, folder_name, name, text, now].find(isText) ?? null;
};

export const useEventText = () => {
  const { t, i18n } = useTranslation();

  const labelOf = (name: string): string =>
    i18n.exists(`details.${name}`) ? t(`details.${name as 'file_name'}`) : name;

  /** A value in words: the known ones have a name, the others speak for themselves. */
  const valueOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('audit.nothing');
    if (typeof value === 'boolean') return t(value ? 'words.yes' : 'words.no');
    if (Array.isArray(value)) return String(value.length);
    if (typeof value === 'object') {
      if ('from' in value && 'to' in value) return changeOf(value.from, value.to);
      const fields = Object.entries(value).filter(isForPeople);
      const named = fields.map(([name, each]) => `${labelOf(name)}: ${fieldOf(each)}`);
      return placeOf(value) ?? (fields.length === 1 ? fieldOf(fields[0]![1]) : named.join(' · '));
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const keys = [`process.${text}`, `accounting.${text}`, `roles.${text}`, `values.${text}`];
    const key = keys.find((each) => i18n.exists(each));
    return key === undefined ? text : t(key as 'process.new');
  };

  const titleOf = (type: string): string => (i18n.exists(`events.${type}`) ? t(`events.${type as EventType}`) : type);

  /** The same among fields that have a name each: a language and a theme are not written as programs do. */
  const fieldOf = (value: unknown): string => {
    const key = `preferences.${String(value)}`;
    return isText(value) && i18n.exists(key) ? t(key as 'preferences.ro') : valueOf(value);
  };

  const changeOf = (before: unknown, after: unknown): string => {
    const [from, to] = differing(before, after);
    if (!isFields(from) || !isFields(to)) return t('audit.change', { from: valueOf(from), to: valueOf(to) });
    const changes = Object.entries(to).map(([name, now]) => {
      const change = t('audit.change', { from: fieldOf(from[name]), to: fieldOf(now) });
      return `${labelOf(name)}: ${change}`;
    });
    return changes.join(' · ');
  };

  /** How it was done, where there is nothing that it was done to. */
  const mannerOf = ({ details }: AuditEvent): string =>
    [details['kind'], details['status'], details['method'], details['reason']].filter(isText).map(valueOf).join(' · ');

  /** What became of what; null where nothing was changed. */
  const changeIn = ({ details }: AuditEvent): string | null => {
    const isChange = 'from' in details && 'to' in details && details['from'] !== details['to'];
    return isChange ? changeOf(details['from'], details['to']) : null;
  };

  /** What changed, from what to what; otherwise what it was about. */
  const summaryOf = (event: AuditEvent): string => {
    const { alarm } = event.details;
    if (event.details['unreadable']) return t('audit.unreadable');
    if (isText(alarm)) return [subjectOf(event), valueOf(alarm)].filter(isText).join(': ');
    const { from, to } = event.details as Details & { from?: unknown; to?: unknown };
    const isChange = 'from' in event.details && 'to' in event.details;
    const subject = subjectOf(event);
    if (!isChange) return subject ?? mannerOf(event);
    // what was restored may have had to take another name; mostly it has its own
    if (isText(from) && from === to) return subject ?? from;
    const change = changeOf(from, to);
    const isRename = isText(from) && isText(to) && !('file_name' in event.details || 'folder_name' in event.details);
    return isRename || subject === null ? change : `${subject}: ${change}`;
  };

  return { titleOf, summaryOf, changeIn, valueOf, labelOf };
};
