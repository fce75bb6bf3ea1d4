import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { connection, tryAgain } from '../platform/live/live';
import { useStore } from '../platform/storage/store';
import classes from './connection-banner.module.css';

/** A line that comes back at once need not be spoken of. */
const QUIET_MS = 1_500;

/** Says calmly that the line is lost, or could not be had again so far, and nothing more once it is back. */
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
    <div role="status" className={classes.place}>
      {isLost && isLong && (
        <p className={classes.banner}>
          <CloudOff size={16} aria-hidden="true" />
          <span>{t(state === 'failed' ? 'parts.failed' : 'parts.lost')}</span>
          {state === 'failed' && (
            <Button size="compact-sm" variant="default" onClick={tryAgain}>
              {t('parts.tryNow')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
};
