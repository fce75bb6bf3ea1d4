import { useTranslation } from 'react-i18next';
import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { clientsApi, type Me } from '@dosar/contracts';
import { Choice } from '../../../ui/choice';
import { NoMailNote } from '../../../ui/forms/no-mail-note';
import { textInput } from '../../../ui/forms/inputs';
import { RemoteChoice } from '../../../ui/forms/remote-choice';
import { Section } from '../../../ui/forms/section';
import { accountantChoices } from '../../users/users.queries';
import { useCompanyRules } from '../company';
import { FirmChoice } from '../firms/firm-choice';
import { bodyOfNewClient, thisYear, typedAs, type ClientValues } from './client-values';
import { Contact, Identity, QuotaField, Taxes } from './client.form';
import classes from './client.form.module.css';

type Props = { readonly form: UseFormReturnType<ClientValues>; readonly me: Me };

/** The contract's schema, said of the fields that were typed in. */
export const useNewClientRules = (me: Me) => {
  const rules = useCompanyRules(clientsApi.create.body, me, null);
  return (values: ClientValues) =>
    Object.fromEntries(
      Object.entries(rules(bodyOfNewClient(values))).map(([field, said]) => [typedAs(field, values), said]),
    );
};

/** All fields of a new client, with what it begins with: who works for it, its folders, who signs in for it. */
export const NewClientFields = ({ form, me }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <Identity form={form} me={me} />
      <Work form={form} me={me} />
      <Contact form={form} />
      <FirstUser form={form} me={me} />
      <Taxes form={form} />
      <Section title={t('client.space')}>
        <QuotaField form={form} />
      </Section>
    </>
  );
};

const Work = ({ form, me }: Props) => {
  const { t } = useTranslation();
  const { firm_id, accountant_id } = form.values;
  return (
    <Section title={t('client.office')}>
      <FirmChoice form={form} me={me} />
      {firm_id !== '' && (
        <RemoteChoice
          // the accountants of another firm are others
          key={firm_id}
          choices={accountantChoices(firm_id)}
          size="md"
          clearable
          label={t('client.accountant')}
          placeholder={t('client.accountantLater')}
          {...form.getInputProps('accountant_id')}
          value={accountant_id === '' ? null : accountant_id}
          onChange={(id) => form.setFieldValue('accountant_id', id ?? '')}
        />
      )}
      <Switch
        data-wide
        label={t('client.withStructure', { year: thisYear() })}
        description={t('client.withStructureHint')}
        {...form.getInputProps('has_structure', { type: 'checkbox' })}
      />
    </Section>
  );
};

const FirstUser = ({ form, me }: Props) => {
  const { t } = useTranslation();
  const { invited } = form.values;
  return (
    <Section title={t('client.firstUser')} hint={t('client.firstUserHint')}>
      <div data-wide>
        <Choice
          label={t('client.firstUser')}
          value={invited}
          options={[
            { value: 'nobody', label: t('client.invited.nobody') },
            { value: 'representative', label: t('client.invited.representative') },
            { value: 'other', label: t('client.invited.other') },
          ]}
          onChoose={(value) => form.setFieldValue('invited', value)}
        />
      </div>
      {invited === 'representative' && <p className={classes.note}>{t('client.representativeNote')}</p>}
      {invited === 'other' && (
        <>
          <TextInput label={t('client.userName')} withAsterisk autoComplete="off" {...textInput(form, 'user_name')} />
          <TextInput
            type="email"
            label={t('client.userEmail')}
            withAsterisk
            autoComplete="off"
            {...textInput(form, 'user_email')}
          />
        </>
      )}
      {invited !== 'nobody' && <NoMailNote me={me} isNew />}
    </Section>
  );
};
