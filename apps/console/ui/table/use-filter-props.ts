import { useTranslation } from 'react-i18next';

/** What each filter of a list has: its name, also where a value would stand, and a way to take it away. */
export const useFilterProps = () => {
  const { t } = useTranslation();
  return (label: string) => ({
    size: 'sm' as const,
    'aria-label': label,
    placeholder: label,
    clearable: true,
    clearButtonProps: { 'aria-label': t('list.clearFilter', { label }) },
  });
};
