import { useTranslation } from 'react-i18next';
import type { Preferences } from '@dosar/contracts';
import { complain } from '../../platform/faults';
import { apply, preferences } from '../../platform/preferences';
import { keepPreferences } from './me.queries';

/** Applies at once what is chosen, keeps it in the account, and takes it back when that fails. @returns whether it is kept. */
export const useOwnPreferences = (): ((chosen: Partial<Preferences>) => Promise<boolean>) => {
  const { t } = useTranslation();
  return async (chosen) => {
    const before = preferences.get();
    apply(chosen);
    try {
      await keepPreferences(chosen);
      return true;
    } catch (error) {
      apply(before);
      complain(t('account.preferences.notKept'), error);
      return false;
    }
  };
};
