import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Health } from '@dosar/contracts';
import { momentOf, sizeOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useFault } from '../../platform/queries';
import { useStore } from '../../platform/storage/store';
import { Card } from '../../ui/card';
import { Message } from '../../ui/message';
import { Page } from '../../ui/page';
import { Fault, Waiting } from '../../ui/screens';
import { useHealthTasks } from './health-tasks';
import { health, LOOK_MS } from './portal.queries';
import classes from './health-page.module.css';

/** How the installation does, and what its administrator should do about it. */
export const HealthPageScreen = () => {
  const { t } = useTranslation();
  const asked = useQuery({ ...health(), refetchInterval: LOOK_MS });
  const fault = useFault(asked);
  useDocumentTitle(t('healthPage.page'));
  return (
    <Page
      title={t('healthPage.title')}
      text={t('healthPage.text')}
      actions={
        <Button variant="default" loading={asked.isFetching} onClick={() => void asked.refetch()}>
          {t('healthPage.check')}
        </Button>
      }
    >
      {fault !== null && <Fault error={fault} reset={() => void asked.refetch()} part={t('healthPage.fault')} />}
      {fault === null && !asked.data && <Waiting />}
      {asked.data && (
        <div className={classes.cards}>
          <Tasks health={asked.data} at={asked.dataUpdatedAt} />
          <Figures health={asked.data} />
          <Parts health={asked.data} />
        </div>
      )}
    </Page>
  );
};

type Props = { readonly health: Health };

const Tasks = ({ health: shown, at }: Props & { readonly at: number }) => {
  const { t } = useTranslation();
  const tasks = useHealthTasks(shown, at);
  return (
    <Card title={t('healthPage.tasks')}>
      {tasks.length === 0 && <Message tone="success">{t('healthPage.nothing')}</Message>}
      <ul className={classes.list}>
        {tasks.map(({ what, how }) => (
          <li key={what} className={classes.task}>
            <TriangleAlert size={20} aria-hidden="true" />
            <div>
              <strong>{what}</strong>
              <p>{how}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const Figures = ({ health: { figures, software } }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const size = (bytes: number) => sizeOf(bytes, language);
  const none = t('healthPage.unknown');
  const disk = figures?.disk;
  const backup = figures?.backup;
  const rows = [
    {
      name: t('healthPage.version'),
      value: software ? `${software.version} · ${software.commit?.slice(0, 8) ?? none}` : none,
    },
    {
      name: t('healthPage.letters'),
      value: figures ? t(figures.letters.leave ? 'healthPage.lettersLeave' : 'healthPage.lettersStay') : none,
    },
    { name: t('healthPage.lettersWaiting'), value: String(figures?.letters.waiting ?? none) },
    { name: t('healthPage.lettersGivenUp'), value: String(figures?.letters.given_up ?? none) },
    ...(figures?.is_in_folder
      ? [
          {
            name: t('healthPage.disk'),
            value: disk ? t('healthPage.diskFree', { free: size(disk.free), total: size(disk.total) }) : none,
          },
          {
            name: t('healthPage.backup'),
            value: backup
              ? t('healthPage.backupOf', { at: momentOf(backup.made_at), count: backup.records_since })
              : t('healthPage.noBackup'),
          },
        ]
      : []),
  ];
  return (
    <Card title={t('healthPage.figures')}>
      <dl className={classes.figures}>
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

const Parts = ({ health: { components = {} } }: Props) => {
  const { t } = useTranslation();
  return (
    <Card title={t('healthPage.parts')}>
      <ul className={classes.list}>
        {Object.entries(components).map(([name, { status, detail }]) => (
          <li key={name} className={classes.part} data-status={status}>
            {status === 'ok' ? (
              <CircleCheck size={20} aria-hidden="true" />
            ) : (
              <TriangleAlert size={20} aria-hidden="true" />
            )}
            <div>
              <strong>{t(`words.parts.${name}`, { defaultValue: name })}</strong>
              <span>{t(`healthPage.states.${status}`)}</span>
              {detail && status !== 'ok' && <p lang="en">{detail}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
};
