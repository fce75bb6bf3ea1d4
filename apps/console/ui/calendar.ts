import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ro';
import { useTranslation } from 'react-i18next';
import { preferences } from '../platform/preferences';
import { useStore } from '../platform/storage/store';
import classes from './calendar.module.css';

/** Common to all calendars: the person's language, and readable days. */
export const useCalendar = () => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return {
    locale: language,
    ariaLabels: t('calendar', { returnObjects: true }),
    popoverProps: { withRoles: false },
    classNames: { day: classes.day },
    hideOutsideDates: true,
    clearable: true,
  };
};
