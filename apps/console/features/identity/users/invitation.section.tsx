import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { Send } from 'lucide-react';
import { usersApi, type User } from '@dosar/contracts';
import { call } from '../../../api';
import { useComplaint } from '../../../faults';
import { momentOf } from '../../../format';
import { toasts } from '../../../toasts';
import { Section } from '../forms/section';
import { refreshPeople } from '../people.queries';
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
      toasts.show({ type: 'success', title: t('admin.user.resent', { email: user.email }) });
      await refreshPeople();
    } catch (error) {
      complain(t('admin.user.resendFailed'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('admin.user.pending')} hint={t('admin.user.pendingHint', { at: momentOf(sentAt) })}>
      <div className={classes.line} data-wide>
        <LanguageChoice language={language} onChoose={setLanguage} />
        <Button variant="default" size="md" leftSection={<Send size={16} />} loading={busy} onClick={() => void send()}>
          {t('admin.user.resend')}
        </Button>
      </div>
    </Section>
  );
};
