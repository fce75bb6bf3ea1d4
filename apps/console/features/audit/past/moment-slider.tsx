import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedCallback } from '@mantine/hooks';
import { dayOf } from '../../../platform/format';
import { exactMomentOf } from '../../../platform/past/instants';
import { useEventText } from '../event-text';
import type { Moments } from './use-moments';
import classes from './past-bar.module.css';

/** So long a slider stands still before what it stands at is read. */
const STANDS_MS = 120;

type Props = { readonly moments: Moments; readonly onGo: (at: string) => void };

/** All moments that were read, to slide along; more are read as its ends come near. */
export const MomentSlider = ({ moments: { all, index }, onGo }: Props) => {
  const { t } = useTranslation();
  const { titleOf } = useEventText();
  const [slid, setSlid] = useState<string | null>(null);
  const go = useDebouncedCallback((at: string) => {
    setSlid(null);
    onGo(at);
  }, STANDS_MS);
  // more may have been read before it meanwhile
  const place = slid === null ? index : all.findIndex(({ position }) => position === slid);
  const shown = all[place];
  if (all.length === 0) return <p className={classes.none}>{t('past.none')}</p>;
  return (
    <div className={classes.slide}>
      <input
        type="range"
        className={classes.slider}
        aria-label={t('past.moments')}
        aria-valuetext={shown ? `${exactMomentOf(shown.time)}, ${titleOf(shown.event_type)}` : t('past.before')}
        min={place < 0 ? -1 : 0}
        max={all.length - 1}
        value={place}
        onChange={({ currentTarget }) => {
          const moment = all[currentTarget.valueAsNumber];
          if (!moment) return;
          setSlid(moment.position);
          go(moment.position);
        }}
      />
      <div className={classes.ends} aria-hidden="true">
        <span>{dayOf(all[0]!.time)}</span>
        {slid !== null && shown && <strong>{exactMomentOf(shown.time)}</strong>}
        <span>{dayOf(all.at(-1)!.time)}</span>
      </div>
    </div>
  );
};
