import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { connection, tryAgain } from '../../platform/live/live';
import { useStore } from '../../platform/storage/store';
import { CallsNotice } from './calls-notice';
import classes from './connection-banner.module.css';

/** Shorter interruptions are not shown. */
const QUIET_MS = 1_500;

/** Shows that the connection is lost, or could not be opened yet, and disappears once it is back. */
export const ConnectionBanner = () => {
  const { t } = useTranslation();
  const state = useStore(connection);
  const isLost = state === 'reconnecting' || state === 'failed';
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLost]);
  return (
    <div role="status">
      {isLost && isLong ? (
        <p className={classes.banner}>
          <CloudOff size={16} aria-hidden="true" />
          <span>{t(state === 'failed' ? 'parts.failed' : 'parts.lost')}</span>
          {state === 'failed' && (
            <Button size="compact-sm" variant="default" onClick={tryAgain}>
              {t('parts.tryNow')}
            </Button>
          )}
        </p>
      ) : (
        <CallsNotice />
      )}
    </div>
  );
};
