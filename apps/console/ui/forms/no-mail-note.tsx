import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { Message } from '../message';

/** Said where a letter is asked for, on a server that sends none. */
export const NoMailNote = ({ me }: { readonly me: Pick<Me, 'mail_server'> }) => {
  const { t } = useTranslation();
  if (me.mail_server) return null;
  return (
    <div data-wide>
      <Message tone="warning">{t('form.noMail')}</Message>
    </div>
  );
};
