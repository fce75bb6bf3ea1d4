import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button, Group, PasswordInput } from '@mantine/core';
import { authApi } from '@dosar/contracts';
import { usePatientForm, useRules } from '../../ui/forms/forms';
import { toasts } from '../../platform/toasts';
import { Card } from '../../ui/card';
import { Message } from '../../ui/message';
import { UnsavedGuard } from '../../ui/unsaved-guard';
import { useSending } from '../../ui/forms/sending';
import { PasswordRules } from '../../ui/credentials/password-rules';
import { changePassword } from './account.mutations';
import classes from './form.module.css';

const EMPTY = { current_password: '', new_password: '', confirmation: '' };

/** The current password, and twice the one to come. */
export const ChangePassword = ({ email }: { readonly email: string | null }) => {
  const { t } = useTranslation();
  const rules = useRules(authApi.changePassword.body);
  const form = usePatientForm({
    initialValues: EMPTY,
    validate: ({ confirmation, ...body }) => ({
      ...rules(body),
      ...(confirmation !== body.new_password && { confirmation: t('rules.passwords_differ') }),
    }),
  });
  const { mutateAsync: change } = useMutation(changePassword());
  const save = async ({ current_password, new_password }: typeof EMPTY) => {
    await change({ body: { current_password, new_password } });
    form.reset();
    toasts.show({
      type: 'success',
      title: t('account.password.changed'),
      message: t('account.password.othersOut'),
    });
  };
  const { submit, busy, refusal, fault } = useSending(form, save, 'account.password.failed');
  const isTyped = form.values.new_password !== '';
  const visibility = { 'aria-label': t('fields.showPassword') };
  return (
    <Card title={t('account.password.title')} text={t('account.password.text')}>
      <UnsavedGuard isDirty={() => isTyped && !busy} />
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal && (
          <Message tone="error" error={fault}>
            {refusal}
          </Message>
        )}
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label={t('fields.newPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('new_password')}
        />
        {isTyped && <PasswordRules password={form.values.new_password} email={email} />}
        <PasswordInput
          label={t('fields.confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('confirmation')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('account.password.save')}
          </Button>
        </Group>
      </form>
    </Card>
  );
};
