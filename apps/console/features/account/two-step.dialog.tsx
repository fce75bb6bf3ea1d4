import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused, Unreachable } from '../../platform/refusals';
import { toasts } from '../../platform/toasts';
import { Dialog } from '../../ui/dialogs/dialog';
import { RecoveryCodes } from '../../ui/credentials/recovery-codes';
import { TotpSetup } from '../../ui/credentials/totp-setup';
import { agentIn } from '../../platform/agent';
import { PasswordDialog } from './password.dialog';
import { useTwoStepWritings } from './two-step.mutations';
import classes from './form.module.css';

/** What somebody wants to do with their second step. */
export type Doing =
  | { readonly what: 'totp' | 'endTotp' | 'passkey' | 'codes' }
  | { readonly what: 'removePasskey'; readonly id: string; readonly name: string };

type Offer = { readonly secret: string; readonly uri: string };
type Props = { readonly doing: Doing; readonly onClose: () => void };

/** What is written, one after the other, until there is nothing more to ask. */
const useDoing = (doing: Doing, onClose: () => void) => {
  const { t } = useTranslation();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const write = useTwoStepWritings();
  const finish = (newCodes: readonly string[] | undefined) => {
    toasts.show({ type: 'success', title: t(`account.twoStep.done.${doing.what}`) });
    if (newCodes) setCodes(newCodes);
    else onClose();
  };
  const confirm = async (current_password: string, name: string): Promise<void> => {
    const body = { current_password };
    switch (doing.what) {
      case 'totp':
        return setOffer(await write.beginTotp({ body }));
      case 'endTotp':
        await write.endTotp({ body });
        return finish(undefined);
      case 'codes':
        return finish((await write.renewCodes({ body })).recovery_codes);
      case 'removePasskey':
        await write.removePasskey({ params: { id: doing.id }, body });
        return finish(undefined);
      case 'passkey':
        return finish((await write.makePasskey({ body, name })).recovery_codes);
    }
  };
  const enterCode = async (code: string) => finish((await write.confirmTotp({ body: { code } })).recovery_codes);
  return { offer, codes, confirm, enterCode };
};

/** First the password, then what is wanted, then the codes where there are new ones. */
export const TwoStepDialog = ({ doing, onClose }: Props) => {
  const { t } = useTranslation();
  const { offer, codes, confirm, enterCode } = useDoing(doing, onClose);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  if (offer)
    return (
      <Dialog onClose={onClose} title={t('account.twoStep.ask.totp.title')}>
        <TotpSetup offer={offer} onCode={enterCode} />
      </Dialog>
    );
  return <FirstPassword doing={doing} onConfirm={confirm} onClose={onClose} />;
};

const CodesDialog = ({ codes, onClose }: Pick<Props, 'onClose'> & { readonly codes: readonly string[] }) => {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={onClose}
      title={t('credentials.codesTitle')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <p className={classes.dialogText}>{t('credentials.codesText')}</p>
      <RecoveryCodes codes={codes} action={t('account.twoStep.finish')} onKept={onClose} />
    </Dialog>
  );
};

type FirstProps = Props & { readonly onConfirm: (password: string, name: string) => Promise<void> };

const FirstPassword = ({ doing, onConfirm, onClose }: FirstProps) => {
  const { t } = useTranslation();
  const agent = agentIn(navigator.userAgent);
  // what is thrown that is not ours was said by the browser's authenticator
  const explain = (error: unknown) => {
    if (error instanceof Refused || error instanceof Unreachable) return null;
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return isKnown ? t('account.twoStep.passkeyThere') : t('credentials.passkeyStopped');
  };
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
          proposed: agent ? t('words.agent', agent) : '',
        },
      })}
      explain={explain}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
};
