import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Equal, FilePenLine, FolderInput, ListChecks, Minus, PencilLine, Plus, type LucideIcon } from 'lucide-react';
import type { Change, Me } from '@dosar/contracts';
import { exactMomentOf } from '../../../platform/past/instants';
import { useFault } from '../../../platform/queries';
import { Notice } from '../../../ui/notice';
import { ReadOn } from '../../../ui/read-on';
import { Fault } from '../../../ui/screens';
import { useEventText } from '../event-text';
import { MomentPicker } from './moment-picker';
import { changes } from './past.queries';
import { useMoments } from './use-moments';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './compare.module.css';

type Props = {
  readonly user: Me;
  readonly clientId: string;
  readonly from: string;
  /** The first instant in words. */
  readonly when: string | undefined;
  readonly onClose: () => void;
};

/** What became of the documents of a client between two instants; the second is now, until another is picked. */
export const CompareDrawer = ({ user, clientId, from, when, onClose }: Props) => {
  const { t } = useTranslation();
  const [to, setTo] = useUnfinishedState<string | null>('compared', null);
  const found = useInfiniteQuery(changes(clientId, from, to));
  const fault = useFault(found);
  const [first] = found.data?.pages ?? [];
  const moments = useMoments({ client_id: clientId }, first?.to.position ?? null);
  const box = useRef<HTMLDivElement>(null);
  const until = to === null || !first ? t('past.now') : exactMomentOf(first.to.time);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('past.compare')}
      closeButtonProps={{ 'aria-label': t('parts.close') }}
      classNames={{ body: classes.body, content: classes.content }}
    >
      <p className={classes.between}>{t('past.between', { from: when ?? '', to: until })}</p>
      <div className={classes.choice}>
        <MomentPicker moments={moments} time={first?.to.time} onGo={setTo} />
        {to !== null && (
          <Button variant="subtle" onClick={() => setTo(null)}>
            {t('past.toNow')}
          </Button>
        )}
      </div>
      {fault !== null && <Fault error={fault} reset={() => void found.refetch()} part={t('past.failed')} />}
      {!first && fault === null && <Skeleton height={180} radius="md" />}
      {first?.total === 0 && <Notice icon={Equal} title={t('past.same')} text={t('past.sameText')} />}
      {first && first.total > 0 && (
        <>
          <p className={classes.total} role="status">
            {t(first.total_is_more ? 'past.differencesMore' : 'past.differences', { count: first.total })}
          </p>
          <div ref={box} className={classes.rows}>
            <ul>
              {found.data?.pages.flatMap((page) =>
                page.changes.map((change) => (
                  <li key={`${change.id} ${change.kind}`}>
                    <Row change={change} isAdmin={user.role === 'admin'} />
                  </li>
                )),
              )}
            </ul>
            <ReadOn box={box} list={found} />
          </div>
        </>
      )}
    </Drawer>
  );
};

const ICONS: Readonly<Record<Change['kind'], LucideIcon>> = {
  added: Plus,
  removed: Minus,
  renamed: PencilLine,
  moved: FolderInput,
  state: ListChecks,
  changed: FilePenLine,
};

const Row = ({ change, isAdmin }: { readonly change: Change; readonly isAdmin: boolean }) => {
  const { t } = useTranslation();
  const { valueOf } = useEventText();
  const { kind, type, id, name, from, to, user, time } = change;
  const Icon = ICONS[kind];
  const what = type === 'folder' ? t('past.folder') : t('past.document');
  const isChange = kind !== 'added' && kind !== 'removed';
  const who = user ? (user.name ?? t('audit.erased')) : t('audit.system');
  return (
    <div className={classes.row} data-kind={kind}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <strong>{name ?? t('plan.erased')}</strong>
        <span>
          {what} · {t(`past.kinds.${kind}`)}
          {isChange && `: ${t('audit.change', { from: valueOf(from), to: valueOf(to) })}`}
        </span>
        <small>
          {who} · {exactMomentOf(time)}
          {isAdmin && (
            <>
              {' · '}
              <Link to="/admin/audit" search={{ resource_id: id }}>
                {t('past.inAudit')}
              </Link>
            </>
          )}
        </small>
      </div>
    </div>
  );
};
