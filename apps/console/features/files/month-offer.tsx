import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { CalendarPlus } from 'lucide-react';
import { monthNameOf, monthOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/store';
import { monthFolder } from './files.queries';
import classes from './month-offer.module.css';

type Props = {
  readonly clientId: string;
  readonly onMake: (year: number) => Promise<boolean>;
  readonly onOpen: (folderId: string) => void;
};

/** The folder of this month is not there: it can be made, with all that belongs to it. */
export const MonthOffer = ({ clientId, onMake, onOpen }: Props) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const [busy, setBusy] = useState(false);
  const now = new Date();
  const make = async () => {
    setBusy(true);
    const month = (await onMake(Number(monthOf(now).slice(0, 4))))
      ? await monthFolder(clientId, now).catch(() => null)
      : null;
    setBusy(false);
    if (month) onOpen(month.id);
  };
  return (
    <div className={classes.offer}>
      <CalendarPlus size={22} className={classes.icon} aria-hidden="true" />
      <p className={classes.text}>{t('files.monthMissing', { month: monthNameOf(now, language) })}</p>
      <Button size="sm" onClick={() => void make()} loading={busy}>
        {t('files.structure')}
      </Button>
    </div>
  );
};
