import { useTranslation } from 'react-i18next';
import { authApi } from '@dosar/contracts';
import { send } from '../../platform/send';
import { LinkedPassword, type LinkedProps } from './linked-password';

/** Chooses another password with the link of a letter. */
export const ResetPasswordScreen = ({ token, ...props }: LinkedProps & { readonly token: string }) => {
  const { t } = useTranslation();
  return (
    <LinkedPassword
      {...props}
      page={t('entry.reset.page')}
      title={t('entry.reset.chooseTitle')}
      hint={t('entry.reset.chooseHint')}
      action={t('entry.reset.save')}
      onChoose={(chosen) => send(authApi.reset, { body: { token, ...chosen } })}
    />
  );
};
