import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { searchedBy } from './searched';

/** What can be looked for, in words. */
export const useSearchPlaceholder = (user: Pick<Me, 'role' | 'features'>): string => {
  const { t } = useTranslation();
  const kinds = searchedBy(user);
  if (kinds.includes('files')) return t('search.placeholder');
  return kinds.includes('clients') ? t('search.placeholderClients') : t('search.placeholderMessages');
};
