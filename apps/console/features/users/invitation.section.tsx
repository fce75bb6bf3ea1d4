import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Send } from 'lucide-react';
import { usersApi, type User } from '@dosar/contracts';
import { call } from '../../platform/api';
import { useComplaint } from '../../platform/faults';
import { momentOf } from '../../platform/format';
import { toasts } from '../../platform/toasts';
import { Section } from '../../ui/forms/section';
import { invalidate } from '../../platform/queries';
import { PEOPLE } from './users.queries';
import { LanguageChoice } from './user.form';
import classes from './invitation.section.module.css';

/** An invitation that was not followed yet can be sent again. */
export const InvitationSection = ({ user, sentAt }: { readonly user: User; readonly sentAt: string }) => {
  const { t } = useTranslation();
  const complain = useComplaint();
  const [busy, setBusy] = useState(false);
  const [language, setLanguage] = useState(user.preferences.language);
  const send = async () => {
    setBusy(true);
    try {
      await call(usersApi.invite, { params: { id: user.id }, body: { language } });
      toasts.show({ type: 'success', title: t('user.resent', { email: user.email }) });
      await invalidate(PEOPLE);
    } catch (error) {
      complain(t('user.resendFailed'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('user.pending')} hint={t('user.pendingHint', { at: momentOf(sentAt) })}>
      <div className={classes.line} data-wide>
        <LanguageChoice language={language} onChoose={setLanguage} />
        <Button variant="default" size="md" leftSection={<Send size={16} />} loading={busy} onClick={() => void send()}>
          {t('user.resend')}
        </Button>
      </div>
    </Section>
  );
};
