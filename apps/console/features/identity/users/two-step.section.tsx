import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { ShieldOff } from 'lucide-react';
import { usersApi, type User } from '@dosar/contracts';
import { call } from '../../../api';
import { toasts } from '../../../toasts';
import { ConfirmDialog } from '../forms/confirm.dialog';
import { Section } from '../forms/section';
import { refreshPeople } from '../people.queries';

/** For somebody who has lost what they sign in with beside their password. */
export const TwoStepSection = ({ user: { id, name, email } }: { readonly user: User }) => {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const shown = name ?? email ?? '';
  const remove = async () => {
    await call(usersApi.change, { params: { id }, body: { two_step: false } });
    toasts.show({ type: 'success', title: t('admin.user.twoStepRemoved', { name: shown }) });
    await refreshPeople();
  };
  return (
    <Section title={t('admin.user.twoStep')} hint={t('admin.user.twoStepHint')}>
      <div>
        <Button variant="default" leftSection={<ShieldOff size={16} />} onClick={() => setAsking(true)}>
          {t('admin.user.removeTwoStep')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('admin.user.twoStepQuestion', { name: shown })}
          text={t('admin.user.twoStepText')}
          action={t('admin.user.removeTwoStep')}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
};
