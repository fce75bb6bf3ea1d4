import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { authApi } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { usePending } from '../../platform/pending';
import { usePatientForm, useRules } from '../../ui/forms/forms';
import { Message } from '../../ui/message';
import { isKnownHere, signIn, type Halfway } from './sign-in';
import { GuestPage } from './guest-page';
import { LazySecondStep } from './second-step.lazy';
import classes from './guest-page.module.css';

type Props = {
  /** Why somebody who was signed in is here. */
  readonly notice: string | null;
  /** What went well before. */
  readonly done: string | null;
  readonly email: string;
  readonly onSignedIn: () => Promise<void>;
};

export const LoginScreen = ({ notice, done, email, onSignedIn }: Props) => {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState(notice);
  const [halfway, setHalfway] = useState<Halfway | null>(null);
  const [typed, setTyped] = useState(email);
  const back = (sentence: string | null) => {
    setRefusal(sentence);
    setHalfway(null);
  };
  if (halfway) return <LazySecondStep halfway={halfway} onSignedIn={onSignedIn} onBack={back} />;
  return (
    <GuestPage
      page={t('login.page')}
      title={isKnownHere() ? t('login.title') : t('login.firstTitle')}
      hint={t('login.hint')}
    >
      {refusal && <Message tone="error">{refusal}</Message>}
      {done && !refusal && <Message tone="success">{done}</Message>}
      <PasswordForm
        email={typed}
        onTyped={setTyped}
        onRefused={setRefusal}
        onHalfway={setHalfway}
        onSignedIn={onSignedIn}
      />
      <p className={classes.links}>
        <Link to="/forgot-password" state={{ email: typed }}>
          {t('entry.forgot')}
        </Link>
        <Link to="/sign-in-link" state={{ email: typed }}>
          {t('entry.sendLink')}
        </Link>
      </p>
    </GuestPage>
  );
};

type FormProps = Pick<Props, 'email' | 'onSignedIn'> & {
  readonly onTyped: (email: string) => void;
  readonly onRefused: (sentence: string | null) => void;
  readonly onHalfway: (halfway: Halfway) => void;
};

const PasswordForm = ({ email, onTyped, onRefused, onHalfway, onSignedIn }: FormProps) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, run] = usePending();
  const form = usePatientForm({
    initialValues: { email, password: '' },
    validate: useRules(authApi.login.body),
    onValuesChange: (values) => onTyped(values.email),
  });
  const enter = async (values: typeof form.values) => {
    const halfway = await signIn(values.email, values.password);
    if (halfway) onHalfway(halfway);
    else await onSignedIn();
  };
  const submit = form.onSubmit((values) => {
    onRefused(null);
    void run(() => enter(values).catch((error: unknown) => onRefused(sentence(error, 'login.failed'))));
  });
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      <TextInput
        type="email"
        label={t('fields.email')}
        autoComplete="username"
        autoFocus={email === ''}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('fields.password')}
        autoComplete="current-password"
        autoFocus={email !== ''}
        visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {t('login.submit')}
      </Button>
    </form>
  );
};
