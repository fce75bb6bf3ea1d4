import { useTranslation } from 'react-i18next';
import { authApi } from '@dosar/contracts';
import { send } from '../../platform/send';
import { LinkedPassword, type LinkedProps } from './linked-password';

type Props = LinkedProps & { readonly token: string; readonly name: string | null };

/** The first thing somebody sees of the portal: they choose their password, and are in. */
export const InvitationScreen = ({ token, name, ...props }: Props) => {
  const { t } = useTranslation();
  const { email } = props;
  return (
    <LinkedPassword
      {...props}
      page={t('entry.invitation.page')}
      title={name === null ? t('entry.invitation.welcome') : t('entry.invitation.welcomeName', { name })}
      hint={email === null ? t('entry.invitation.hint') : t('entry.invitation.hintFor', { email })}
      action={t('entry.invitation.save')}
      onChoose={(chosen) => send(authApi.acceptInvitation, { body: { token, ...chosen } })}
    />
  );
};
