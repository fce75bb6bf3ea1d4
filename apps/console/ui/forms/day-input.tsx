import { useTranslation } from 'react-i18next';
import { DateInput } from '@mantine/dates';
import { CalendarDays } from 'lucide-react';
import { useCalendar } from '../calendar';

type Props = {
  readonly label: string;
  readonly description?: string;
  readonly withAsterisk?: boolean;
  /** YYYY-MM-DD, or nothing. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly onBlur?: () => void;
  readonly error?: string;
};

/** `12.04.2018`, typed in any of the ways that people type it. */
const dayOf = (typed: string): string | null => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})$/.exec(typed.trim()) ?? [];
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
};

/** A day, typed or chosen. */
export const DayInput = ({ value, onChange, ...more }: Props) => {
  const { t } = useTranslation();
  return (
    <DateInput
      {...useCalendar()}
      size="md"
      placeholder={t('form.day')}
      valueFormat="DD.MM.YYYY"
      leftSection={<CalendarDays size={17} />}
      clearButtonProps={{ 'aria-label': t('form.clearDay') }}
      dateParser={dayOf}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...more}
    />
  );
};
