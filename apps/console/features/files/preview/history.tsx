import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { filesApi, type File, type HistoryEvent } from '@dosar/contracts';
import { momentOf } from '../../../platform/format';
import { useSentence } from '../../../platform/faults';
import { reading } from '../../../platform/queries';
import classes from './details.module.css';

/** Of the last things that happened, so many are shown beside the document. */
const SHOWN = 20;

type Props = { readonly file: File };

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What happened to the file, newest first: read anew when the file has changed. */
export const History = ({ file }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { modified_at, process_state, accounting_status, notes_count } = file;
  const asked = { params: { id: file.id }, query: { limit: SHOWN } };
  const { data, error } = useQuery(
    reading(filesApi.history, asked, [modified_at, process_state, accounting_status, notes_count]),
  );
  if (error) return <p className={classes.none}>{sentence(error)}</p>;
  return (
    <ol className={classes.history}>
      {data?.events.map((event, at) => (
        <li key={`${event.timestamp} ${at}`}>
          <Happened event={event} />
          <span>
            {event.user?.name ?? t('preview.system')} · {momentOf(event.timestamp)}
          </span>
        </li>
      ))}
    </ol>
  );
};

const Happened = ({ event: { event_type: type, details } }: { readonly event: HistoryEvent }) => {
  const { t, i18n } = useTranslation();
  const valueOf = (value: unknown): string => {
    const place = (value as { folder_path?: unknown } | null)?.folder_path;
    if (isText(place)) return place;
    if (!isText(value)) return t('files.noStatus');
    const key = [`process.${value}`, `accounting.${value}`].find((each) => i18n.exists(each));
    return key === undefined ? value : t(key as 'process.new');
  };
  const title = t(`preview.events.${type as 'FileUploaded'}`, { defaultValue: type });
  const isChange = 'from' in details && 'to' in details && type !== 'FileRestored';
  return <strong>{isChange ? `${title}: ${valueOf(details['from'])} → ${valueOf(details['to'])}` : title}</strong>;
};
