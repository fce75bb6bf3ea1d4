import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { MemberRole, usersApi, UserStatus, type Me } from '@dosar/contracts';
import { useRules } from '../../ui/forms/forms';
import { Choice } from '../../ui/choice';
import { NoMailNote } from '../../ui/forms/no-mail-note';
import { settledPhone, textInput } from '../../ui/forms/inputs';
import { RemoteChoice } from '../../ui/forms/remote-choice';
import { Section } from '../../ui/forms/section';
import { clientChoices, clientPage } from '../companies/companies.queries';
import { bodyOfKnown, bodyOfNew, missingOf, type UserValues } from './user-values';
import classes from './user.form.module.css';

/** The contract's schema, and what a role needs. */
export const useUserRules = (isNew: boolean) => {
  const { t } = useTranslation();
  const rules = useRules(isNew ? usersApi.create.body : usersApi.change.body);
  return (values: UserValues): Readonly<Record<string, string>> => {
    const missing = missingOf(values, isNew).map((field): [string, string] => [field, t('rules.required')]);
    return { ...rules(isNew ? bodyOfNew(values) : bodyOfKnown(values)), ...Object.fromEntries<string>(missing) };
  };
};

export type UserForm = UseFormReturnType<UserValues>;
/** Where an accountant works is chosen by what companies know. */
export type FirmField = (form: UserForm) => ReactNode;
type Props = {
  readonly form: UserForm;
  readonly isNew: boolean;
  readonly me: Pick<Me, 'mail_server'>;
  readonly firmField: FirmField;
};

/** Who somebody is, and where they belong: the role says which fields there are. */
export const UserFields = ({ form, isNew, me, firmField }: Props) => {
  const { t } = useTranslation();
  const { role } = form.values;
  return (
    <>
      <Section title={t('user.details')}>
        {role === 'auditor' ? (
          <p className={classes.note}>{t('user.auditorNote')}</p>
        ) : (
          <Select
            size="md"
            label={t('user.role')}
            withAsterisk
            allowDeselect={false}
            data={MemberRole.options.map((value) => ({ value, label: t(`roles.${value}`) }))}
            {...form.getInputProps('role')}
          />
        )}
        {role === 'accountant' ? firmField(form) : role === 'user' && <ClientField form={form} />}
        {role === 'admin' && <p className={classes.note}>{t('user.adminNote')}</p>}
        <TextInput label={t('user.name')} withAsterisk autoComplete="off" {...textInput(form, 'name')} />
        <TextInput
          type="email"
          label={t('fields.email')}
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput
          type="tel"
          label={t('words.phone')}
          placeholder="0721123456"
          autoComplete="off"
          {...textInput(form, 'phone', settledPhone)}
        />
        {!isNew && role !== 'auditor' && (
          <Select
            size="md"
            label={t('user.status')}
            description={t('user.statusHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDeselect={false}
            data={UserStatus.options.map((value) => ({ value, label: t(`states.${value}`) }))}
            {...form.getInputProps('status')}
          />
        )}
      </Section>
      {isNew ? <Access form={form} me={me} /> : <NewPassword form={form} />}
    </>
  );
};

/** For whom somebody signs in. */
const ClientField = ({ form }: Pick<Props, 'form'>) => {
  const { t } = useTranslation();
  const { client_id } = form.values;
  const isNone = useQuery(clientPage({ pageSize: 1 })).data?.total === 0;
  return (
    <RemoteChoice
      choices={clientChoices}
      size="md"
      label={t('words.client')}
      withAsterisk
      {...(isNone && { description: <Link to="/admin/clients/new">{t('user.noClients')}</Link> })}
      {...form.getInputProps('client_id')}
      value={client_id === '' ? null : client_id}
      onChange={(id) => form.setFieldValue('client_id', id ?? '')}
    />
  );
};

const PasswordField = ({ form, hint }: { readonly form: Props['form']; readonly hint: string }) => {
  const { t } = useTranslation();
  return (
    <PasswordInput
      size="md"
      label={t('fields.password')}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
      {...form.getInputProps('password')}
    />
  );
};

/** How somebody new gets in: by a link in a mail, or with a password that they are told. */
const Access = ({ form, me }: Pick<Props, 'form' | 'me'>) => {
  const { t } = useTranslation();
  const { access, language } = form.values;
  return (
    <Section title={t('user.access')}>
      <div data-wide>
        <Choice
          label={t('user.access')}
          value={access}
          options={[
            { value: 'invitation', label: t('user.byInvitation') },
            { value: 'password', label: t('user.byPassword') },
          ]}
          onChoose={(value) => form.setFieldValue('access', value)}
        />
      </div>
      {access === 'password' ? (
        <PasswordField form={form} hint={t('user.passwordHint')} />
      ) : (
        <>
          <LanguageChoice language={language} onChoose={(value) => form.setFieldValue('language', value)} />
          <p className={classes.note}>{t('user.invitationHint')}</p>
          <NoMailNote me={me} isNew />
        </>
      )}
    </Section>
  );
};

type LanguageProps = { readonly language: 'ro' | 'en'; readonly onChoose: (language: 'ro' | 'en') => void };

export const LanguageChoice = ({ language, onChoose }: LanguageProps) => {
  const { t } = useTranslation();
  return (
    <Select
      size="md"
      label={t('user.language')}
      allowDeselect={false}
      data={[
        { value: 'ro' as const, label: t('preferences.ro') },
        { value: 'en' as const, label: t('preferences.en') },
      ]}
      value={language}
      onChange={(value) => value !== null && onChoose(value)}
    />
  );
};

const NewPassword = ({ form }: { readonly form: Props['form'] }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('user.password')}>
      <PasswordField form={form} hint={t('user.keepPassword')} />
    </Section>
  );
};
