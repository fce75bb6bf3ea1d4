import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Skeleton } from '@mantine/core';
import type { AuditEvent } from '@dosar/contracts';
import { EventRow } from './event-row';
import classes from './event-list.module.css';

const ROW_PX = 62;
const WAITING = [1, 2, 3, 4, 5, 6, 7, 8];

type Props = {
  readonly events: readonly AuditEvent[] | undefined;
  readonly openId: string | null;
  readonly onOpen: (eventId: string) => void;
  /** The last row is near: there may be more. */
  readonly onEnd: () => void;
};

/** Events as rows; only those are drawn that are seen. */
export const EventList = ({ events, openId, onOpen, onEnd }: Props) => {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const count = events?.length ?? 0;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (count > 0 && last >= count - 5) onEnd();
  }, [last, count, onEnd]);
  if (!events)
    return (
      <div className={classes.waiting} aria-busy="true">
        {WAITING.map((key) => (
          <Skeleton key={key} height={34} radius="md" />
        ))}
      </div>
    );
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      <ol className={classes.rows} style={{ height: rows.getTotalSize() }} aria-label={t('audit.title')}>
        {items.map(({ index, start }) => (
          <li
            key={events[index]!.event_id}
            className={classes.place}
            style={{ transform: `translateY(${start}px)` }}
            aria-posinset={index + 1}
            aria-setsize={-1}
          >
            <EventRow event={events[index]!} isOpen={events[index]!.event_id === openId} onOpen={onOpen} />
          </li>
        ))}
      </ol>
    </div>
  );
};
