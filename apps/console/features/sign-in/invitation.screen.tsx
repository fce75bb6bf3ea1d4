import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authApi } from '@dosar/contracts';
import { send } from '../../platform/send';
import { GuestPage } from './guest-page';
import { LazySecondStep } from './second-step.lazy';
import { NewPasswordForm, type Chosen } from './new-password-form';
import { signIn, type Halfway } from './sign-in';

type Props = {
  readonly token: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly onSignedIn: () => Promise<void>;
  /** The account is ready, and has still to be signed in to. */
  readonly onDone: () => Promise<void>;
  readonly onOver: (error: unknown) => void;
};

/** The first thing somebody sees of the portal: they choose their password, and are in. */
export const InvitationScreen = ({ token, name, email, onSignedIn, onDone, onOver }: Props) => {
  const { t } = useTranslation();
  const [halfway, setHalfway] = useState<Halfway | null>(null);
  const enter = async (password: string) => {
    if (email === null) return onDone();
    try {
      const next = await signIn(email, password);
      if (next) setHalfway(next);
      else await onSignedIn();
    } catch {
      // the password is chosen all the same
      await onDone();
    }
  };
  const choose = async (chosen: Chosen) => {
    try {
      await send(authApi.acceptInvitation, { body: { token, ...chosen } });
    } catch (error) {
      onOver(error);
      throw error;
    }
    await enter(chosen.password);
  };
  if (halfway) return <LazySecondStep halfway={halfway} onSignedIn={onSignedIn} onBack={() => void onDone()} />;
  return (
    <GuestPage
      page={t('entry.invitation.page')}
      title={name === null ? t('entry.invitation.welcome') : t('entry.invitation.welcomeName', { name })}
      hint={email === null ? t('entry.invitation.hint') : t('entry.invitation.hintFor', { email })}
    >
      <NewPasswordForm email={email} action={t('entry.invitation.save')} onChoose={choose} />
    </GuestPage>
  );
};
