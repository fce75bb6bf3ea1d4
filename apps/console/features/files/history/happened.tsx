import { useTranslation } from 'react-i18next';
import { ActionIcon } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import type { HistoryEvent } from '@dosar/contracts';
import { momentOf } from '../../../platform/format';
import classes from './history.module.css';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

type Props = {
  readonly events: readonly HistoryEvent[];
  /** Whether somebody may think of undoing it; absent where nothing is undone. */
  readonly isUndone?: ((event: HistoryEvent) => boolean) | undefined;
  readonly onUndo?: (correlationId: string) => void;
};

/** What happened to a document or folder, one after the other. */
export const Happened = ({ events, isUndone, onUndo }: Props) => {
  const { t } = useTranslation();
  return (
    <ol className={classes.history}>
      {events.map((event, at) => (
        <li key={`${event.timestamp} ${at}`}>
          <What event={event} />
          <span>
            {event.user ? (event.user.name ?? t('names.erasedPerson')) : t('preview.system')} ·{' '}
            {momentOf(event.timestamp)}
          </span>
          {isUndone?.(event) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.undo}
              aria-label={t('parts.undo')}
              title={t('parts.undo')}
              onClick={() => onUndo?.(event.correlation_id)}
            >
              <Undo2 size={16} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ol>
  );
};

const What = ({ event: { event_type: type, details } }: { readonly event: HistoryEvent }) => {
  const { t, i18n } = useTranslation();
  const valueOf = (value: unknown): string => {
    const place = (value as { folder_path?: unknown } | null)?.folder_path;
    if (isText(place)) return place;
    if (!isText(value)) return t('files.noStatus');
    const key = [`process.${value}`, `accounting.${value}`].find((each) => i18n.exists(each));
    return key === undefined ? value : t(key as 'process.new');
  };
  const title = t(`preview.events.${type as 'FileUploaded'}`, { defaultValue: type });
  const isChange = 'from' in details && 'to' in details && !type.endsWith('Restored');
  return <strong>{isChange ? `${title}: ${valueOf(details['from'])} → ${valueOf(details['to'])}` : title}</strong>;
};
