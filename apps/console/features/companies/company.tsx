import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import { hasCuiCheckDigit, type Me } from '@dosar/contracts';
import { useRules } from '../../ui/forms/forms';
import { FieldWarning } from '../../ui/forms/entry-form';
import { bareCui, textInput } from '../../ui/forms/inputs';

type Company = { readonly cui: string };

/** The contract's schema, and the check digit where the administrator insists; a CUI that is kept already stays. */
export const useCompanyRules = (schema: z.ZodType, me: Me, known: string | null) => {
  const { t } = useTranslation();
  const rules = useRules(schema);
  return (body: Company): Readonly<Record<string, string>> => {
    const broken = rules(body);
    const cui = bareCui(body.cui);
    const isOdd = me.settings.cui_check === 'enforce' && cui !== known && !hasCuiCheckDigit(cui);
    return isOdd && !broken['cui'] ? { ...broken, cui: t('rules.cui_check') } : broken;
  };
};

type Props<V extends Company> = {
  readonly form: UseFormReturnType<V>;
  readonly me: Me;
  /** What else can be done with it. */
  readonly children?: ReactNode;
};

/** The tax id of a firm or a client. */
export const CuiField = <V extends Company>({ form, me, children }: Props<V>) => {
  const { t } = useTranslation();
  const cui = bareCui(form.values.cui);
  const isOdd = me.settings.cui_check === 'warn' && /^\d{6,10}$/.test(cui) && !hasCuiCheckDigit(cui);
  return (
    <div>
      <TextInput label={t('client.cui')} withAsterisk inputMode="numeric" {...textInput(form, 'cui', bareCui)} />
      {isOdd && !form.errors['cui'] && <FieldWarning>{t('rules.cui_check')}</FieldWarning>}
      {children}
    </div>
  );
};
