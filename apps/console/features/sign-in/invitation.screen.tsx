import { useTranslation } from 'react-i18next';
import { authApi } from '@dosar/contracts';
import { send } from '../../platform/send';
import { GuestPage } from './guest-page';
import { NewPasswordForm } from './new-password-form';

type Props = {
  readonly token: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly onDone: () => Promise<void>;
  readonly onOver: (error: unknown) => void;
};

/** The first thing somebody sees of the portal: they choose their password. */
export const InvitationScreen = ({ token, name, email, onDone, onOver }: Props) => {
  const { t } = useTranslation();
  return (
    <GuestPage
      page={t('entry.invitation.page')}
      title={name === null ? t('entry.invitation.welcome') : t('entry.invitation.welcomeName', { name })}
      hint={email === null ? t('entry.invitation.hint') : t('entry.invitation.hintFor', { email })}
    >
      <NewPasswordForm
        email={email}
        action={t('entry.invitation.save')}
        onChoose={async (chosen) => {
          try {
            await send(authApi.acceptInvitation, { body: { token, ...chosen } });
          } catch (error) {
            onOver(error);
            throw error;
          }
          await onDone();
        }}
      />
    </GuestPage>
  );
};
