import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { authApi } from '@dosar/contracts';
import { useSentence } from '../../platform/faults';
import { usePatientForm, useRules } from '../../ui/forms/forms';
import { send } from '../../platform/send';
import { usePending } from '../../platform/pending';
import { Message } from '../../ui/message';
import { GuestPage } from './guest-page';
import classes from './guest-page.module.css';

const CALLS = { reset: authApi.forgotPassword, signIn: authApi.requestLink } as const;

type Props = { readonly kind: keyof typeof CALLS; readonly email: string };

/** Asks for a letter with a link. Whether there is such an account the answer does not say. */
export const LetterScreen = ({ kind, email }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, run] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = usePatientForm({ initialValues: { email }, validate: useRules(CALLS[kind].body) });
  const submit = form.onSubmit((body) => {
    setRefusal(null);
    void run(() =>
      send(CALLS[kind], { body }).then(
        () => setSentTo(body.email.trim()),
        (error: unknown) => setRefusal(sentence(error)),
      ),
    );
  });
  const back = (
    <p className={classes.links}>
      <Link to="/login" state={{ email: form.values.email }}>
        {t('entry.backToLogin')}
      </Link>
    </p>
  );
  if (sentTo !== null)
    return (
      <GuestPage page={t(`entry.${kind}.page`)} title={t('entry.sentTitle')}>
        <div className={classes.sent}>
          <MailCheck size={40} strokeWidth={1.5} aria-hidden="true" />
          <p role="status">{t(`entry.${kind}.sent`, { email: sentTo })}</p>
          <p className={classes.split}>{t('entry.sentHint')}</p>
        </div>
        <div className={classes.links}>
          <button type="button" onClick={() => setSentTo(null)}>
            {t('entry.otherEmail')}
          </button>
        </div>
        {back}
      </GuestPage>
    );
  return (
    <GuestPage page={t(`entry.${kind}.page`)} title={t(`entry.${kind}.title`)} hint={t(`entry.${kind}.hint`)}>
      {refusal && <Message tone="error">{refusal}</Message>}
      <form className={classes.stack} onSubmit={submit} noValidate>
        <TextInput
          type="email"
          label={t('fields.email')}
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('entry.sendLetter')}
        </Button>
      </form>
      {back}
    </GuestPage>
  );
};
