import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Download,
  Eye,
  FilePlus2,
  FolderInput,
  FolderPlus,
  KeyRound,
  Link2,
  ListChecks,
  PencilLine,
  RotateCcw,
  Trash2,
  TriangleAlert,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { AuditEvent } from '@dosar/contracts';
import { momentOf } from '../../platform/format';
import { useEventText } from './event-text';
import classes from './event-row.module.css';

/** A sign for each kind of event, by what its name says. */
const SIGNS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/Alarm/, TriangleAlert],
  [/Uploaded/, FilePlus2],
  [/FolderCreated/, FolderPlus],
  [/Renamed/, PencilLine],
  [/Moved/, FolderInput],
  [/Deleted|Released/, Trash2],
  [/Restored/, RotateCcw],
  [/State|Status|Bulk/, ListChecks],
  [/Downloaded/, Download],
  [/Viewed/, Eye],
  [/Signed|Session|Password/, KeyRound],
  [/Linked|Assigned|Unassigned|Unlinked|Claimed/, Link2],
];

const signOf = (type: string): LucideIcon => SIGNS.find(([pattern]) => pattern.test(type))?.[1] ?? UserRound;

type Props = { readonly event: AuditEvent; readonly isOpen: boolean; readonly onOpen: (eventId: string) => void };

/** One event: when, who, what. */
export const EventRow = ({ event, isOpen, onOpen }: Props) => {
  const { t } = useTranslation();
  const { titleOf, summaryOf } = useEventText();
  return (
    <button
      type="button"
      className={classes.row}
      aria-expanded={isOpen}
      data-type={event.event_type}
      onClick={() => onOpen(event.event_id)}
    >
      <span className={classes.icon}>
        {createElement(signOf(event.event_type), { size: 17, strokeWidth: 1.8, 'aria-hidden': true })}
      </span>
      <span className={classes.what}>
        <span className={classes.title}>{titleOf(event.event_type)}</span>
        <span className={classes.summary}>{summaryOf(event)}</span>
      </span>
      <span className={classes.who}>{event.user ? (event.user.name ?? t('audit.erased')) : t('audit.system')}</span>
      <time className={classes.when} dateTime={event.timestamp}>
        {momentOf(event.timestamp)}
      </time>
    </button>
  );
};
