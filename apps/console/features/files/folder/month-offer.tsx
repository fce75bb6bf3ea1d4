import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { CalendarPlus } from 'lucide-react';
import { now } from '../../../platform/clock';
import { monthNameOf, monthOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { monthFolder } from '../files.queries';
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
  const today = now();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (await onMake(Number(monthOf(today).slice(0, 4)))) ? monthFolder(clientId, today).catch(() => null) : null,
    onSuccess: (month) => month && onOpen(month.id),
  });
  return (
    <div className={classes.offer}>
      <CalendarPlus size={22} className={classes.icon} aria-hidden="true" />
      <p className={classes.text}>{t('files.monthMissing', { month: monthNameOf(today, language) })}</p>
      <Button size="sm" onClick={() => mutate()} loading={isPending}>
        {t('files.structure')}
      </Button>
    </div>
  );
};
