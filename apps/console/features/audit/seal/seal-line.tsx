import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { countOf, momentOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { Message } from '../../../ui/message';
import { SealDrawer } from './seal.drawer';
import { seenSeal, seal } from './seal.queries';
import classes from './seal.module.css';

const BROKEN = ['renamed', 'shorter', 'rewritten'] as const;

/** Whether the log is the one that this browser has seen before, and what that proves. */
export const SealLine = () => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const { data, error, refetch } = useQuery(seal);
  const [isOpen, setOpen] = useState(false);
  const broken = BROKEN.find((standing) => standing === data?.standing);
  /** From here on this browser demands that the log goes on from the newest seal. */
  const takeNewest = () => {
    seenSeal.set(data!.newest);
    void refetch();
  };
  if (error)
    return (
      <div className={classes.line}>
        <span className={classes.text}>{t('seal.unknown')}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {t('screens.again')}
        </Button>
      </div>
    );
  if (!data) return <div className={classes.line} aria-hidden="true" />;
  const { newest, kept } = data;
  const words = (of: typeof newest) => ({ shown: countOf(of.size, language), when: momentOf(of.at) });
  const Icon = broken ? ShieldAlert : ShieldCheck;
  return (
    <>
      <div className={classes.line}>
        <Icon size={17} className={classes.icon} data-broken={broken !== undefined} aria-hidden="true" />
        <span className={classes.text}>{t(`seal.standing.${data.standing}`, words(newest))}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          {t('seal.what')}
        </Button>
      </div>
      {broken && (
        <div className={classes.alarm}>
          <Message tone="error">
            <p className={classes.told}>{t(`seal.broken.${broken}`, words(kept!))}</p>
            <Button variant="default" size="xs" onClick={takeNewest}>
              {t('seal.takeNewest')}
            </Button>
          </Message>
        </div>
      )}
      <SealDrawer isOpen={isOpen} state={data} onClose={() => setOpen(false)} />
    </>
  );
};
