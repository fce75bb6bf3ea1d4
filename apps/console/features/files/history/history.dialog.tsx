import { use, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEvent, Me } from '@dosar/contracts';
import { Dialog } from '../../../ui/dialogs/dialog';
import { ReadOn } from '../../../ui/read-on';
import { Fault, Waiting } from '../../../ui/screens';
import { TimelineLink } from '../../../ui/history/timeline-link';
import { UndoPlace } from '../../../ui/history/undo-place';
import type { Entry } from '../list/entries';
import { historyOf } from './history.queries';
import { Happened } from './happened';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './history.module.css';

type Props = { readonly user: Me; readonly entry: Entry; readonly onClose: () => void };

/** All that ever happened to a document or folder, also to one in the trash; and the way to what the audit knows of it. */
export const HistoryDialog = ({ user, entry, onClose }: Props) => {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery(historyOf(entry));
  const { data, error, refetch } = list;
  const undoing = use(UndoPlace);
  const [undone, setUndone] = useUnfinishedState<string | null>('undone', null);
  // people of a client undo what they did themselves; what was read was read
  const isUndone = ({ user: by, event_type }: HistoryEvent) =>
    by !== null && (user.role !== 'user' || by.id === user.id) && !/Downloaded|Previewed/.test(event_type);
  return (
    <Dialog onClose={onClose} title={t('files.historyOf', { name: entry.name ?? t('files.erased') })}>
      {error && !data && <Fault error={error} reset={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys, too
        <div ref={box} className={classes.box} tabIndex={0} role="region" aria-label={t('words.history')}>
          <Happened events={data.pages.flatMap(({ events }) => events)} isUndone={isUndone} onUndo={setUndone} />
          <ReadOn box={box} list={list} />
        </div>
      )}
      {undone !== null && undoing?.({ correlationId: undone, onClose: () => setUndone(null) })}
      <TimelineLink user={user} thing={{ resource_type: entry.kind, resource_id: entry.id }} />
    </Dialog>
  );
};
