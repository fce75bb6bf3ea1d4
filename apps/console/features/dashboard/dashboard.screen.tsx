import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { Dashboard, Me } from '@dosar/contracts';
import { now } from '../../platform/clock';
import { longDayOf } from '../../platform/format';
import { offers } from '../../platform/guards';
import { preferences } from '../../platform/preferences';
import { useFault } from '../../platform/queries';
import { useStore } from '../../platform/storage/store';
import { Page } from '../../ui/page';
import { Fault } from '../../ui/screens';
import { ActivityCard } from './activity.card';
import { dashboard } from './dashboard.queries';
import { DashboardEmpty } from './dashboard-empty';
import { DashboardSkeleton } from './dashboard-skeleton';
import { Figures } from './figures';
import { FirstSteps, useFirstSteps } from './first-steps';
import type { ShownRows } from './shown-rows';
import { StatesCard } from './states.card';
import { TodayCard } from './today.card';
import { UnreadCard } from './unread.card';
import { UploadsCard } from './uploads.card';
import { WaitingCard } from './waiting.card';
import classes from './dashboard.module.css';

type Props = {
  readonly user: Me;
  readonly isAssignedOnly: boolean;
  readonly rows: ShownRows;
  /** Who audits the firm, where somebody does. */
  readonly auditors: ReactNode;
  readonly onAssignedOnly: (isAssignedOnly: boolean) => void;
};

/** The first screen: what waits, what there is, and what happened last. */
export const DashboardScreen = ({ user, isAssignedOnly, rows, auditors, onAssignedOnly }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const found = useQuery(dashboard(isAssignedOnly));
  const fault = useFault(found);
  const steps = useFirstSteps(user.role);
  useDocumentTitle(t('dashboard.page'));
  return (
    <Page
      title={t('dashboard.title', { name: user.name ?? '' })}
      text={longDayOf(now(), language)}
      actions={
        user.role === 'accountant' && (
          <Checkbox
            label={t('dashboard.assignedOnly')}
            checked={isAssignedOnly}
            onChange={({ currentTarget }) => onAssignedOnly(currentTarget.checked)}
          />
        )
      }
    >
      {steps.areShown && <FirstSteps onHide={steps.hide} />}
      {fault !== null && <Fault error={fault} reset={() => void found.refetch()} part={t('dashboard.fault')} />}
      {fault === null && !found.data && <DashboardSkeleton />}
      {found.data && <Content shown={found.data} {...{ user, isAssignedOnly, rows }} hasSteps={steps.areShown} />}
      {auditors}
    </Page>
  );
};

type ContentProps = Omit<Props, 'onAssignedOnly' | 'auditors'> & {
  readonly shown: Dashboard;
  readonly hasSteps: boolean;
};

const Content = ({ shown, user, isAssignedOnly, rows, hasSteps }: ContentProps) => {
  const hasFiles = offers(user, 'file_manager');
  const hasChat = offers(user, 'chat');
  const isEmpty = shown.statistics.total_files === 0 && shown.recent_activity.length === 0;
  if (hasFiles && isEmpty) return <DashboardEmpty role={user.role} {...{ isAssignedOnly, hasSteps }} />;
  return (
    <>
      <Figures {...{ shown, hasFiles, hasChat, isAssignedOnly }} />
      {hasFiles && (
        <div className={classes.grid}>
          <TodayCard isAssignedOnly={isAssignedOnly} rows={rows.documents} />
          {hasChat && <UnreadCard row={rows.conversation} />}
          {shown.clients && <WaitingCard clients={shown.clients} />}
          <ActivityCard activity={shown.recent_activity} last={shown.last_activity} />
          <UploadsCard days={shown.uploads_by_day} isAssignedOnly={isAssignedOnly} />
          <StatesCard states={shown.by_status} isAssignedOnly={isAssignedOnly} />
        </div>
      )}
    </>
  );
};
