import { useTranslation } from 'react-i18next';
import { authApi } from '@dosar/contracts';
import { send } from '../../platform/send';
import { GuestPage } from './guest-page';
import { NewPasswordForm } from './new-password-form';

type Props = {
  readonly token: string;
  readonly onDone: () => Promise<void>;
  readonly onOver: (error: unknown) => void;
};

/** Chooses another password with the link of a letter. */
export const ResetPasswordScreen = ({ token, onDone, onOver }: Props) => {
  const { t } = useTranslation();
  return (
    <GuestPage page={t('entry.reset.page')} title={t('entry.reset.chooseTitle')} hint={t('entry.reset.chooseHint')}>
      <NewPasswordForm
        email={null}
        action={t('entry.reset.save')}
        onChoose={async (chosen) => {
          try {
            await send(authApi.reset, { body: { token, ...chosen } });
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
