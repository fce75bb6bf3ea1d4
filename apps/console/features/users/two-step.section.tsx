import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { ShieldOff } from 'lucide-react';
import type { User } from '@dosar/contracts';
import { toasts } from '../../platform/toasts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog';
import { Section } from '../../ui/forms/section';
import { changeUser } from './users.mutations';

/** For somebody who has lost what they sign in with beside their password. */
export const TwoStepSection = ({ user: { id, name, email } }: { readonly user: User }) => {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { mutateAsync } = useMutation(changeUser());
  const shown = name ?? email ?? '';
  const remove = async () => {
    await mutateAsync({ params: { id }, body: { two_step: false } });
    toasts.show({ type: 'success', title: t('user.twoStepRemoved', { name: shown }) });
  };
  return (
    <Section title={t('user.twoStep')} hint={t('user.twoStepHint')}>
      <div>
        <Button variant="default" leftSection={<ShieldOff size={16} />} onClick={() => setAsking(true)}>
          {t('user.removeTwoStep')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('user.twoStepQuestion', { name: shown })}
          text={t('user.twoStepText')}
          action={t('user.removeTwoStep')}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
};
