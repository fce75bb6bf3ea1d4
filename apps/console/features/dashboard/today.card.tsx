import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Again } from '../../ui/again';
import { Card } from '../../ui/card';
import { Waiting } from '../../ui/screens';
import { documents } from '../files/documents/documents.queries';
import type { DocumentsFilter } from '../files/documents/documents.queries';
import type { ShownRows } from './shown-rows';
import { assignedOnly } from './dashboard.queries';
import classes from './dashboard.module.css';

/** So many stand on the first screen; the others are a press away. */
const SHOWN = 8;

type Props = { readonly isAssignedOnly: boolean; readonly rows: ShownRows['documents'] };

/** What is to be done: the documents that wait, those that have waited the longest first, opened one after the other. */
export const TodayCard = ({ isAssignedOnly, rows }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const filter: DocumentsFilter = { state: 'pending', ...assignedOnly(isAssignedOnly) };
  const { data, error, isFetching, refetch } = useQuery(documents(filter, SHOWN));
  const first = data?.files[0];
  return (
    <div id="today" className={classes.part} data-part="today">
      <Card
        title={t('dashboard.toDo')}
        text={
          data && data.total > 0
            ? t('dashboard.waitingCount', { count: data.total, shown: countOf(data.total, language) })
            : undefined
        }
        actions={
          first && (
            <span className={classes.ways}>
              <Link to="/documents" search={filter} className={classes.more}>
                {t('dashboard.all')}
              </Link>
              <Button
                size="sm"
                renderRoot={(props) => (
                  <Link to="/documents" search={{ ...filter, file: first.id }} state={{ isLook: false }} {...props} />
                )}
              >
                {t('dashboard.begin')}
              </Button>
            </span>
          )
        }
      >
        {!data && !error && <Waiting />}
        {!data && error && <Again error={error} isPending={isFetching} onAgain={() => void refetch()} />}
        {data?.total === 0 && <p className={classes.none}>{t('dashboard.toDoNone')}</p>}
        {data && rows({ label: t('dashboard.toDo'), files: data.files, filter })}
      </Card>
    </div>
  );
};
