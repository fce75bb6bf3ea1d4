import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Tooltip } from '@mantine/core';
import { ChartColumn, RefreshCw } from 'lucide-react';
import { countOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import type { DeedSearch } from './audit.search';
import { ExportMenu } from './export-menu';
import classes from './audit.module.css';

type Props = {
  readonly filters: DeedSearch;
  /** How many deeds there are; undefined as long as it is not known. */
  readonly total: number | undefined;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly isActivity: boolean;
  readonly isPending: boolean;
  readonly onActivity: () => void;
  readonly onRefresh: () => void;
};

/** How much there is of what is looked for, and what can be done with all of it. */
export const AuditHead = ({ filters, total, isMore, isActivity, isPending, onActivity, onRefresh }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const count = total ?? 0;
  const shown = countOf(count, language);
  const sentence = isMore ? t('deed.totalMore', { shown }) : t('deed.total', { count, shown });
  return (
    <header className={classes.header}>
      <div>
        <h1 className={classes.title}>{t('audit.title')}</h1>
        <p className={classes.total} role="status">
          {total === undefined ? ' ' : sentence}
        </p>
      </div>
      <div className={classes.tools}>
        <ExportMenu filters={filters} />
        <Tool label={t('activity.show')} isPressed={isActivity} onClick={onActivity}>
          <ChartColumn size={17} />
        </Tool>
        <Tool label={t('audit.refresh')} isPending={isPending} onClick={onRefresh}>
          <RefreshCw size={17} />
        </Tool>
      </div>
    </header>
  );
};

type ToolProps = {
  readonly label: string;
  readonly isPressed?: boolean;
  readonly isPending?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

const Tool = ({ label, isPressed, isPending = false, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      aria-pressed={isPressed}
      loading={isPending}
      className={classes.tool}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);
