import { useTranslation } from 'react-i18next';
import type { Me } from '@dosar/contracts';
import { Message } from '../message';

type Props = {
  readonly me: Pick<Me, 'mail_server'>;
  /** The link is on the page of an account that is still to be made. */
  readonly isNew?: boolean;
};

/** Said where a letter is asked for, on a server that sends none. */
export const NoMailNote = ({ me, isNew = false }: Props) => {
  const { t } = useTranslation();
  if (me.mail_server) return null;
  return (
    <div data-wide>
      <Message tone="warning">
        {t('form.noMail')}
        {isNew && ` ${t('form.noMailNew')}`}
      </Message>
    </div>
  );
};
