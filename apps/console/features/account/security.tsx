import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@mantine/hooks';
import type { Me } from '@dosar/contracts';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { ChangePassword } from './change-password';
import { Devices } from './devices';
import { TwoStep } from './two-step';

/** What protects the account, and where it is open. */
export const Security = ({ user }: { readonly user: Me }) => {
  const { t } = useTranslation();
  useStore(preferences);
  useDocumentTitle(t('account.security.page'));
  return (
    <>
      <ChangePassword email={user.email} />
      <TwoStep />
      <Devices />
    </>
  );
};
