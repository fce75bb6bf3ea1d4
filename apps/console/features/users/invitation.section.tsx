import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Send } from 'lucide-react';
import type { User } from '@dosar/contracts';
import { momentOf } from '../../platform/format';
import { toasts } from '../../platform/toasts';
import { Section } from '../../ui/forms/section';
import { inviteAgain } from './users.mutations';
import { LanguageChoice } from './user.form';
import classes from './invitation.section.module.css';

/** An invitation that was not followed yet can be sent again. */
export const InvitationSection = ({ user, sentAt }: { readonly user: User; readonly sentAt: string }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation(inviteAgain());
  const [language, setLanguage] = useState(user.preferences.language);
  const send = () =>
    mutate(
      { params: { id: user.id }, body: { language } },
      { onSuccess: () => toasts.show({ type: 'success', title: t('user.resent', { email: user.email }) }) },
    );
  return (
    <Section title={t('user.pending')} hint={t('user.pendingHint', { at: momentOf(sentAt) })}>
      <div className={classes.line} data-wide>
        <LanguageChoice language={language} onChoose={setLanguage} />
        <Button variant="default" size="md" leftSection={<Send size={16} />} loading={isPending} onClick={send}>
          {t('user.resend')}
        </Button>
      </div>
    </Section>
  );
};
