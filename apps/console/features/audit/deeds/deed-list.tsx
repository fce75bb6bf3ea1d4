import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Skeleton } from '@mantine/core';
import type { AuditEvent, Deed } from '@dosar/contracts';
import { longDayOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { deedEvents } from '../audit.queries';
import { EventRow } from '../event-row';
import { DeedActs } from './deed-acts';
import { DeedFoot } from './deed-foot';
import { DeedRow } from './deed-row';
import { rowsOf, type ListRow } from './deed-rows';
import classes from './deed-list.module.css';

const ROW_PX = { day: 48, deed: 58, acts: 52, event: 54, foot: 1 } as const;
const WAITING = [1, 2, 3, 4, 5, 6, 7, 8];
const NONE: readonly AuditEvent[] = [];

type Props = {
  readonly deeds: readonly Deed[] | undefined;
  /** The deed that is opened to its events, and the event that is looked at. */
  readonly open: { readonly deed: string | null; readonly event: string | null };
  readonly onDeed: (deed: Deed) => void;
  readonly onEvent: (eventId: string) => void;
  /** Absent where nothing is undone. */
  readonly onUndo?: ((correlationId: string) => void) | undefined;
  /** The last row is near: there may be more. */
  readonly onEnd: () => void;
};

/** Deeds under their days; only those are drawn that are seen. */
export const DeedList = ({ deeds, open, onDeed, onEvent, onUndo, onEnd }: Props) => {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const opened = useInfiniteQuery({ ...deedEvents(open.deed ?? ''), enabled: open.deed !== null });
  const list = useMemo(() => {
    const events = opened.data?.pages.flatMap((page) => page.events) ?? NONE;
    return rowsOf(deeds ?? [], { id: open.deed, events });
  }, [deeds, open.deed, opened.data]);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => ROW_PX[list[at]!.kind],
    getItemKey: (at) => list[at]!.key,
    overscan: 10,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (list.length > 0 && last >= list.length - 5) onEnd();
  }, [last, list.length, onEnd]);
  const drawn = (row: ListRow) => {
    if (row.kind === 'day') return <Day timestamp={row.timestamp} />;
    if (row.kind === 'deed')
      return <DeedRow deed={row.deed} isOpen={row.key === open.deed} onOpen={() => onDeed(row.deed)} />;
    if (row.kind === 'event') return <EventRow event={row.event} isOpen={row.key === open.event} onOpen={onEvent} />;
    if (row.kind === 'acts') return <DeedActs deed={row.deed} onUndo={onUndo} />;
    return <DeedFoot list={opened} />;
  };
  if (!deeds)
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
        {items.map(({ index, start, key }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            data-kind={list[index]!.kind}
            className={classes.place}
            style={{ transform: `translateY(${start}px)` }}
          >
            {drawn(list[index]!)}
          </li>
        ))}
      </ol>
    </div>
  );
};

const Day = ({ timestamp }: { readonly timestamp: string }) => {
  const { language } = useStore(preferences);
  return <h2 className={classes.day}>{longDayOf(timestamp, language)}</h2>;
};
