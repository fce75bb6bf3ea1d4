import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { rememberedHere } from '../../platform/storage/remembered';
import classes from './password-hint.module.css';

const dismissed = rememberedHere('dosar.password_hint_dismissed');

/** Somebody else has chosen this password; the hint stays away until the next visit once it was dismissed. */
export const PasswordHint = ({ userId }: { readonly userId: string }) => {
  const { t } = useTranslation();
  const [isDismissed, setDismissed] = useState(dismissed.get() === userId);
  if (isDismissed) return null;
  const dismiss = () => {
    dismissed.set(userId);
    setDismissed(true);
  };
  return (
    <aside className={classes.hint} aria-label={t('account.hint.label')}>
      <KeyRound size={18} aria-hidden="true" />
      <p className={classes.text}>
        {t('account.hint.text')} <Link to="/settings/security">{t('account.hint.action')}</Link>
      </p>
      <CloseButton size="sm" aria-label={t('parts.dismiss')} onClick={dismiss} />
    </aside>
  );
};
