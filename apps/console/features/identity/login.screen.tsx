import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { CircleAlert } from 'lucide-react';
import { authApi } from '@dosar/contracts';
import { useSentence } from '../../faults';
import { useRules } from '../../forms';
import { Wordmark } from '../../ui/wordmark';
import { signIn } from './sign-in';
import { ScreenPreferences } from './screen-preferences';
import classes from './login.module.css';

/** @param notice why somebody who was signed in is here. */
export const LoginScreen = ({ notice, onSignedIn }: { notice: string | null; onSignedIn: () => Promise<void> }) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [refusal, setRefusal] = useState(notice);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: useRules(authApi.login.body),
  });
  useDocumentTitle(t('login.page'));

  const submit = form.onSubmit(async ({ email, password }) => {
    setBusy(true);
    setRefusal(null);
    try {
      await signIn(email, password);
      await onSignedIn();
    } catch (error) {
      setRefusal(sentence(error));
    } finally {
      setBusy(false);
    }
  });

  return (
    <div className={classes.page}>
      <aside className={classes.side}>
        <Wordmark size="lg" />
        <div className={classes.promise}>
          <p className={classes.motto}>{t('login.motto')}</p>
          <p className={classes.detail}>{t('login.detail')}</p>
        </div>
        <Papers />
      </aside>
      <main className={classes.main}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <div className={classes.phoneMark}>
            <Wordmark size="lg" onPaper />
          </div>
          <div>
            <h1 className={classes.title}>{t('login.title')}</h1>
            <p className={classes.hint}>{t('login.hint')}</p>
          </div>
          {refusal && (
            <p className={classes.refusal} role="alert">
              <CircleAlert size={18} aria-hidden="true" />
              {refusal}
            </p>
          )}
          <TextInput
            type="email"
            label={t('fields.email')}
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('fields.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('fields.showPassword') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" loading={busy} fullWidth>
            {t('login.submit')}
          </Button>
        </form>
        <footer className={classes.footer}>
          <ScreenPreferences />
        </footer>
      </main>
    </div>
  );
};

/** A stack of folders, for the eye. */
const Papers = () => (
  <svg className={classes.papers} viewBox="0 0 420 240" aria-hidden="true">
    <rect x="70" y="40" width="230" height="170" rx="12" className={classes.paperBack} />
    <rect x="96" y="22" width="230" height="180" rx="10" className={classes.paper} />
    <g className={classes.lines}>
      <path d="M122 58h120M122 82h176M122 106h176M122 130h96" />
    </g>
    <path
      className={classes.cardboard}
      d="M48 104a14 14 0 0 1 14-14h72c5 0 9 2 12 6l10 12h176a14 14 0 0 1 14 14v106a14 14 0 0 1-14 14H62a14 14 0 0 1-14-14z"
    />
    <path className={classes.tick} d="M168 172l22 22 46-48" />
  </svg>
);
