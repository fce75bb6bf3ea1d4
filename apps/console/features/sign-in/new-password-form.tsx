import { useTranslation } from 'react-i18next';
import { Button, PasswordInput } from '@mantine/core';
import { z } from 'zod';
import { Password } from '@dosar/contracts';
import { usePatientForm, useRules } from '../../ui/forms/forms';
import { Message } from '../../ui/message';
import { useSending } from '../../ui/forms/sending';
import { PasswordRules } from '../../ui/credentials/password-rules';
import classes from './guest-page.module.css';

export type Chosen = { readonly password: string; readonly password_confirmation: string };
type Props = {
  readonly email: string | null;
  readonly action: string;
  /** @throws Refused, Unreachable: what was typed then stays. */
  readonly onChoose: (chosen: Chosen) => Promise<void>;
};

/** Chooses a password, twice. */
export const NewPasswordForm = ({ email, action, onChoose }: Props) => {
  const { t } = useTranslation();
  const rules = useRules(z.object({ password: Password }));
  const form = usePatientForm({
    initialValues: { password: '', password_confirmation: '' },
    validate: (values) => ({
      ...rules(values),
      ...(values.password !== values.password_confirmation && { password_confirmation: t('rules.passwords_differ') }),
    }),
  });
  const { submit, busy, refusal } = useSending(form, onChoose);
  const visibility = { 'aria-label': t('fields.showPassword') };
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      {refusal && <Message tone="error">{refusal}</Message>}
      {/* so that a password manager knows whose it is */}
      {email !== null && <input type="hidden" name="username" autoComplete="username" value={email} readOnly />}
      <PasswordInput
        label={t('fields.newPassword')}
        autoComplete="new-password"
        autoFocus
        visibilityToggleButtonProps={visibility}
        {...form.getInputProps('password')}
      />
      <PasswordRules password={form.values.password} email={email} />
      <PasswordInput
        label={t('fields.confirmPassword')}
        autoComplete="new-password"
        visibilityToggleButtonProps={visibility}
        {...form.getInputProps('password_confirmation')}
      />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {action}
      </Button>
    </form>
  );
};
