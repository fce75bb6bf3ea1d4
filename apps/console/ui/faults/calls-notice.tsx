import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Hourglass } from 'lucide-react';
import { useStore } from '../../platform/storage/store';
import { goOn, pausedUntil, slowCalls } from '../../platform/live/waits';
import { useSecondsLeft } from './seconds-left';
import classes from './connection-banner.module.css';

/** Says that calls wait: for an answer that does not come, or because there were too many of them. */
export const CallsNotice = () => {
  const { t } = useTranslation();
  const until = useStore(pausedUntil);
  const slow = useStore(slowCalls);
  if (until !== null) return <Paused until={until} />;
  return slow > 0 && <Banner>{t('faults.slow')}</Banner>;
};

const Banner = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.banner}>
    <Hourglass size={16} aria-hidden="true" />
    {children}
  </p>
);

const Paused = ({ until }: { readonly until: number }) => {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  return (
    <Banner>
      <span>
        {t('problems.TOO_MANY_REQUESTS')} {/* not read aloud each second */}
        <span aria-live="off">{left > 0 && t('faults.again', { count: left })}</span>
      </span>
      <Button size="compact-sm" variant="default" onClick={goOn}>
        {t('parts.tryNow')}
      </Button>
    </Banner>
  );
};
