import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { authApi } from '@dosar/contracts';
import { call } from '../../platform/api';
import { Refused, Unreachable } from '../../platform/refusals';
import { toasts } from '../../platform/toasts';
import { RecoveryCodes } from '../../ui/credentials/recovery-codes';
import { TotpSetup } from '../../ui/credentials/totp-setup';
import { refreshTwoStep } from './account.queries';
import { agentIn } from './agent';
import { PasswordDialog } from './password.dialog';
import classes from './form.module.css';

/** What somebody wants to do with their second step. */
export type Doing =
  | { readonly what: 'totp' | 'endTotp' | 'passkey' | 'codes' }
  | { readonly what: 'removePasskey'; readonly id: string; readonly name: string };

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Offer = { readonly secret: string; readonly uri: string };
type Props = { readonly doing: Doing; readonly onClose: () => void };

/** First the password, then what is wanted, then the codes where there are new ones. */
export const TwoStepDialog = ({ doing, onClose }: Props) => {
  const { t } = useTranslation();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const agent = agentIn(navigator.userAgent);

  const finish = async (newCodes: readonly string[] | undefined) => {
    await refreshTwoStep();
    toasts.show({ type: 'success', title: t(`account.twoStep.done.${doing.what}`) });
    if (newCodes) setCodes(newCodes);
    else onClose();
  };
  const confirm = async (current_password: string, name: string): Promise<void> => {
    const body = { current_password };
    switch (doing.what) {
      case 'totp':
        return setOffer(await call(authApi.beginTotp, { body }));
      case 'endTotp':
        await call(authApi.endTotp, { body });
        return finish(undefined);
      case 'codes':
        return finish((await call(authApi.renewRecoveryCodes, { body })).recovery_codes);
      case 'removePasskey':
        await call(authApi.removePasskey, { params: { id: doing.id }, body });
        return finish(undefined);
      case 'passkey': {
        const { options } = await call(authApi.passkeyOptions, { body });
        const credential = await startRegistration({ optionsJSON: options as unknown as CreationOptions });
        const made = await call(authApi.addPasskey, { body: { name, credential: { ...credential } } });
        return finish(made.recovery_codes);
      }
    }
  };
  // what is thrown that is not ours was said by the browser's authenticator
  const explain = (error: unknown) => {
    if (error instanceof Refused || error instanceof Unreachable) return null;
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return isKnown ? t('account.twoStep.passkeyThere') : t('credentials.passkeyStopped');
  };

  if (codes)
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('credentials.codesTitle')}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <p className={classes.dialogText}>{t('credentials.codesText')}</p>
        <RecoveryCodes codes={codes} action={t('account.twoStep.finish')} onKept={onClose} />
      </Modal>
    );
  if (offer)
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('account.twoStep.ask.totp.title')}
        closeButtonProps={{ 'aria-label': t('parts.close') }}
      >
        <TotpSetup
          offer={offer}
          onCode={async (code) => finish((await call(authApi.confirmTotp, { body: { code } })).recovery_codes)}
        />
      </Modal>
    );
  const name = doing.what === 'removePasskey' ? doing.name : '';
  return (
    <PasswordDialog
      title={t(`account.twoStep.ask.${doing.what}.title`)}
      text={t(`account.twoStep.ask.${doing.what}.text`, { name })}
      action={t(`account.twoStep.ask.${doing.what}.action`)}
      isDangerous={doing.what === 'endTotp' || doing.what === 'removePasskey'}
      {...(doing.what === 'passkey' && {
        naming: {
          label: t('account.twoStep.passkeyName'),
          hint: t('account.twoStep.passkeyNameHint'),
          proposed: agent ? t('account.devices.on', agent) : '',
        },
      })}
      explain={explain}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};
