import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useTranslation } from 'react-i18next';
import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { clientsApi, TaxType, tradeRegisterNumber, type Me } from '@dosar/contracts';
import { CuiField, useCompanyRules } from '../company';
import { FieldWarning } from '../../../ui/forms/entry-form';
import { bareCui, settledPhone, settledRegisterNumber, textInput } from '../../../ui/forms/inputs';
import { Section } from '../../../ui/forms/section';
import { AnafButton } from './anaf-button';
import { bodyOf, type ClientValues } from './client-values';
import { DayInput } from '../../../ui/forms/day-input';
import classes from './client.form.module.css';

type Props = {
  readonly form: UseFormReturnType<ClientValues>;
  readonly me: Me;
  /** Its firm, which it has for good. */
  readonly firmName: string;
};

/** `known`: the CUI that it has already. */
export const useClientRules = (me: Me, known: string | null) => {
  const rules = useCompanyRules(clientsApi.change.body, me, known);
  return (values: ClientValues) => rules(bodyOf(values));
};

/** All fields of a client that there is. */
export const ClientFields = ({ form, me, firmName }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <Identity form={form} me={me} />
      <Taxes form={form} />
      <Contact form={form} />
      <Section title={t('client.office')}>
        <TextInput
          label={t('words.accountingFirm')}
          description={t('client.firmStays')}
          value={firmName}
          readOnly
          variant="filled"
        />
        {me.role === 'admin' && <QuotaField form={form} />}
      </Section>
    </>
  );
};

export const Identity = ({ form, me }: Omit<Props, 'firmName'>) => {
  const { t } = useTranslation();
  const { values } = form;
  const number = values.registrulComertului.trim();
  return (
    <Section title={t('client.identity')}>
      <TextInput label={t('client.societate')} withAsterisk data-wide {...textInput(form, 'societate')} />
      <CuiField form={form} me={me}>
        {me.company_lookup && <AnafButton form={form} cui={bareCui(values.cui)} />}
      </CuiField>
      <div>
        <TextInput
          label={t('client.registrulComertului')}
          placeholder="J40/1234/2015"
          {...textInput(form, 'registrulComertului', settledRegisterNumber)}
        />
        {number !== '' && tradeRegisterNumber(number) === null && !form.errors['registrulComertului'] && (
          <FieldWarning>{t('client.oddNumber')}</FieldWarning>
        )}
      </div>
      <DayInput
        label={t('client.dataInregistrarii')}
        {...form.getInputProps('dataInregistrarii')}
        value={values.dataInregistrarii}
      />
    </Section>
  );
};

export const Taxes = ({ form }: Pick<Props, 'form'>) => {
  const { t } = useTranslation();
  return (
    <Section title={t('client.taxes')}>
      <Select
        size="md"
        label={t('client.impozit')}
        allowDeselect={false}
        data={TaxType.options.map((value) => ({ value, label: t(`taxes.${value}`) }))}
        {...form.getInputProps('impozit')}
      />
      <Switch
        className={classes.switch}
        label={t('client.platitor_tva')}
        {...form.getInputProps('platitor_tva', { type: 'checkbox' })}
      />
    </Section>
  );
};

export const Contact = ({ form }: Pick<Props, 'form'>) => {
  const { t } = useTranslation();
  return (
    <Section title={t('client.contact')}>
      <TextInput label={t('client.reprezentant')} {...textInput(form, 'reprezentant')} />
      <TextInput
        type="tel"
        label={t('words.phone')}
        placeholder="0721123456"
        {...textInput(form, 'phone', settledPhone)}
      />
      <TextInput type="email" label={t('client.email')} {...textInput(form, 'email')} />
      <TextInput type="email" label={t('client.company_email')} {...textInput(form, 'company_email')} />
      <TextInput label={t('client.address')} data-wide {...textInput(form, 'address')} />
    </Section>
  );
};

export const QuotaField = ({ form }: Pick<Props, 'form'>) => {
  const { t } = useTranslation();
  return (
    <NumberInput
      hideControls
      size="md"
      label={t('client.quota')}
      description={t('client.quotaHint')}
      min={0}
      decimalScale={2}
      decimalSeparator=","
      suffix=" GB"
      {...form.getInputProps('quota')}
    />
  );
};
