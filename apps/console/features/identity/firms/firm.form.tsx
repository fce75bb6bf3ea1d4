import { useTranslation } from 'react-i18next';
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AccountantScope, firmsApi, hasCuiCheckDigit, type Firm, type Me } from '@dosar/contracts';
import { useRules } from '../../../forms';
import { FieldWarning } from '../forms/entry-form';
import { settledPhone, textInput } from '../forms/inputs';
import { Section } from '../forms/section';

export type FirmValues = {
  name: string;
  cui: string;
  address: string;
  phone: string;
  email: string;
  accountant_scope: AccountantScope;
};

export const NEW_FIRM: FirmValues = { name: '', cui: '', address: '', phone: '', email: '', accountant_scope: 'firm' };

export const valuesOf = (firm: Firm): FirmValues => ({
  name: firm.name ?? '',
  cui: firm.cui,
  address: firm.address ?? '',
  phone: firm.phone ?? '',
  email: firm.email ?? '',
  accountant_scope: firm.accountant_scope,
});

const bareCui = (text: string) => text.replace(/\s/g, '').replace(/^RO/i, '');

/** The contract's schema, and the check digit where the administrator insists. */
export const useFirmRules = (me: Me, known: string | null) => {
  const { t } = useTranslation();
  const rules = useRules(firmsApi.create.body);
  return (values: FirmValues): Readonly<Record<string, string>> => {
    const broken = rules(values);
    const cui = bareCui(values.cui);
    const isOdd = me.settings.cui_check === 'enforce' && cui !== known && !hasCuiCheckDigit(cui);
    return isOdd && !broken['cui'] ? { ...broken, cui: t('rules.cui_check') } : broken;
  };
};

/** All fields of a firm. */
export const FirmFields = ({ form, me }: { readonly form: UseFormReturnType<FirmValues>; readonly me: Me }) => {
  const { t } = useTranslation();
  const cui = bareCui(form.values.cui);
  const isOdd = me.settings.cui_check === 'warn' && /^\d{6,10}$/.test(cui) && !hasCuiCheckDigit(cui);
  return (
    <Section title={t('admin.firm.details')}>
      <TextInput label={t('admin.firm.name')} withAsterisk {...textInput(form, 'name')} />
      <div>
        <TextInput
          label={t('admin.client.cui')}
          withAsterisk
          inputMode="numeric"
          {...textInput(form, 'cui', bareCui)}
        />
        {isOdd && !form.errors['cui'] && <FieldWarning>{t('rules.cui_check')}</FieldWarning>}
      </div>
      <TextInput
        type="tel"
        label={t('admin.client.phone')}
        placeholder="0213104455"
        {...textInput(form, 'phone', settledPhone)}
      />
      <TextInput type="email" label={t('fields.email')} {...textInput(form, 'email')} />
      <TextInput label={t('admin.client.address')} data-wide {...textInput(form, 'address')} />
      <Select
        size="md"
        data-wide
        label={t('admin.firm.scope')}
        description={t('admin.firm.scopeHint')}
        allowDeselect={false}
        data={AccountantScope.options.map((value) => ({ value, label: t(`values.${value}`) }))}
        {...form.getInputProps('accountant_scope')}
      />
    </Section>
  );
};
