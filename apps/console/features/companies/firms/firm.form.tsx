import { useTranslation } from 'react-i18next';
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AccountantScope, firmsApi, type Firm, type Me } from '@dosar/contracts';
import { CuiField, useCompanyRules } from '../company';
import { settledPhone, textInput } from '../../../ui/forms/inputs';
import { Section } from '../../../ui/forms/section';

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
  cui: firm.cui ?? '',
  address: firm.address ?? '',
  phone: firm.phone ?? '',
  email: firm.email ?? '',
  accountant_scope: firm.accountant_scope,
});

/** `known`: the CUI that it has already. */
export const useFirmRules = (me: Me, known: string | null) => useCompanyRules(firmsApi.create.body, me, known);

/** All fields of a firm. */
export const FirmFields = ({ form, me }: { readonly form: UseFormReturnType<FirmValues>; readonly me: Me }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('firm.details')}>
      <TextInput label={t('firm.name')} withAsterisk {...textInput(form, 'name')} />
      <CuiField form={form} me={me} />
      <TextInput
        type="tel"
        label={t('words.phone')}
        placeholder="0213104455"
        {...textInput(form, 'phone', settledPhone)}
      />
      <TextInput type="email" label={t('fields.email')} {...textInput(form, 'email')} />
      <TextInput label={t('client.address')} data-wide {...textInput(form, 'address')} />
      <Select
        size="md"
        data-wide
        label={t('firm.scope')}
        description={t('firm.scopeHint')}
        allowDeselect={false}
        data={AccountantScope.options.map((value) => ({ value, label: t(`firm.scopes.${value}`) }))}
        {...form.getInputProps('accountant_scope')}
      />
    </Section>
  );
};
