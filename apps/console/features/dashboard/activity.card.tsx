import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import {
  FilePlus2,
  FolderInput,
  FolderPlus,
  ListChecks,
  PencilLine,
  RotateCcw,
  StickyNote,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { Activity } from '@dosar/contracts';
import { companyName } from '../../platform/company-name';
import { dayOf, momentOf, timeOf } from '../../platform/format';
import { Card } from '../../ui/card';
import lines from '../../ui/lines.module.css';
import { useActivityText } from './activity-text';
import classes from './dashboard.module.css';

const SIGNS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/Uploaded/, FilePlus2],
  [/FolderCreated/, FolderPlus],
  [/Renamed/, PencilLine],
  [/Moved/, FolderInput],
  [/Deleted/, Trash2],
  [/Restored/, RotateCcw],
  [/Note/, StickyNote],
];
const signOf = (type: string): LucideIcon => SIGNS.find(([pattern]) => pattern.test(type))?.[1] ?? ListChecks;

/** Where a thing is: one file opens where it lies, several are listed, a folder opens, what is deleted is in the trash. */
const placeOf = ({ id: act, first_id, resource: { id, type, folder_id, deleted }, client, count }: Activity) => {
  if (deleted) return { to: '/files/trash', search: { clientId: client.id } } as const;
  if (type === 'file' && count > 1) return { to: '/documents', search: { act, actFrom: first_id } } as const;
  const file = type === 'file' ? { file: id } : {};
  return folder_id === null
    ? ({ to: '/files', search: { clientId: client.id, ...file } } as const)
    : ({ to: '/files/$folderId', params: { folderId: folder_id }, search: file } as const);
};

/** What was done on one day stands under it. */
const byDay = (activity: readonly Activity[]) => {
  const days = new Map<string, Activity[]>();
  for (const act of activity) {
    const day = dayOf(act.timestamp);
    days.set(day, [...(days.get(day) ?? []), act]);
  }
  return [...days].map(([day, acts]) => ({ day, acts }));
};

type Props = { readonly activity: readonly Activity[]; readonly last: string | null };

/** What was done last, as sentences with the way to what it was done to. */
export const ActivityCard = ({ activity, last }: Props) => {
  const { t } = useTranslation();
  return (
    <div className={classes.part} data-part="activity">
      <Card
        title={t('dashboard.activity')}
        text={last === null ? undefined : t('dashboard.lastActivity', { when: momentOf(last) })}
      >
        {activity.length === 0 && <p className={classes.none}>{t('dashboard.activityNone')}</p>}
        {byDay(activity).map(({ day, acts }) => (
          <div key={day}>
            <h3 className={classes.day}>{day}</h3>
            <ol className={classes.acts}>
              {acts.map((each) => (
                <Act key={each.id} activity={each} />
              ))}
            </ol>
          </div>
        ))}
      </Card>
    </div>
  );
};

const Act = ({ activity }: { readonly activity: Activity }) => {
  const text = useActivityText();
  const { before, thing, after } = text(activity);
  const { client, event_type, timestamp } = activity;
  return (
    <li className={classes.act}>
      <span className={classes.sign}>
        {createElement(signOf(event_type), { size: 16, strokeWidth: 1.8, 'aria-hidden': true })}
      </span>
      <span className={lines.texts}>
        <span className={classes.sentence}>
          {before}
          <Link {...placeOf(activity)} className={classes.thing}>
            {thing}
          </Link>
          {after}
        </span>
        <span className={lines.detail}>
          <Link to="/files" search={{ clientId: client.id }} className={classes.of}>
            {companyName({ name: client.name, cui: null })}
          </Link>
          {' · '}
          <time dateTime={timestamp}>{timeOf(timestamp)}</time>
        </span>
      </span>
    </li>
  );
};
