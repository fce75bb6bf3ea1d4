import { useTranslation } from 'react-i18next';
import { Pill } from '@mantine/core';

type Props = { readonly label: string; readonly onRemove: () => void };

/** A filter that came with a link and has no input of its own: seen, and taken away. */
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
