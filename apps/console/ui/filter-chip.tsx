import { useTranslation } from 'react-i18next';
import { Pill } from '@mantine/core';

type Props = { readonly label: string; readonly onRemove: () => void };

/** A filter from a link, without an input of its own: shown, and removable. */
export const FilterChip = ({ label, onRemove }: Props) => {
  const { t } = useTranslation();
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('list.clearFilter', { label }), 'aria-hidden': false, tabIndex: 0 }}
    >
      {label}
    </Pill>
  );
};
