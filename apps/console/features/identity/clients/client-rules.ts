import { useTranslation } from 'react-i18next';
import { clientsApi, hasCuiCheckDigit, type Me } from '@dosar/contracts';
import { useRules } from '../../../forms';
import { bodyOf, type ClientValues } from './client-values';

/** What a form of a client must be: the contract's schema, and the check digit where the administrator insists. */
export const useClientRules = (me: Me, known: string | null) => {
  const { t } = useTranslation();
  const rules = useRules(known === null ? clientsApi.create.body : clientsApi.change.body);
  return (values: ClientValues): Readonly<Record<string, string>> => {
    const broken = rules(bodyOf(values));
    const cui = values.cui.replace(/\s/g, '').replace(/^RO/i, '');
    const isOdd = me.settings.cui_check === 'enforce' && cui !== known && !hasCuiCheckDigit(cui);
    return isOdd && !broken['cui'] ? { ...broken, cui: t('rules.cui_check') } : broken;
  };
};
