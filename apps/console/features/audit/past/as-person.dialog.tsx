import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf, usersApi } from '@dosar/contracts';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DialogFooter } from '../../../ui/dialogs/dialog-footer';
import { RemoteChoice } from '../../../ui/forms/remote-choice';
import { account, accounts } from '../../users/users.queries';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './past-bar.module.css';

type Account = Pick<ReplyOf<typeof usersApi.get>['user'], 'id' | 'name' | 'email'>;
const optionOf = ({ id, name, email }: Account) => ({ value: id, label: name ?? email ?? id });

const people = {
  one: account,
  some: (q: string) => accounts(q === '' ? {} : { q }),
  optionOf: (reply: ReplyOf<typeof usersApi.get>) => optionOf(reply.user),
  optionsOf: (reply: ReplyOf<typeof usersApi.list>) => reply.users.map(optionOf),
};

export const useNameOf = (id: string): string => {
  const { t } = useTranslation();
  const { data } = useQuery(account(id));
  return data ? (data.user.name ?? t('audit.erased')) : '';
};

type Props = { readonly onChoose: (id: string) => void; readonly onClose: () => void };

/** As whom the past is looked at: that is noted in the audit, and said before. */
export const AsPersonDialog = ({ onChoose, onClose }: Props) => {
  const { t } = useTranslation();
  const [id, setId] = useUnfinishedState<string | null>('as', null);
  return (
    <Dialog onClose={onClose} title={t('past.asPerson')}>
      <p className={classes.hint}>{t('past.asPersonText')}</p>
      <RemoteChoice choices={people} label={t('past.person')} value={id} onChange={setId} data-autofocus />
      <DialogFooter
        isApart
        action={t('past.look')}
        isDisabled={id === null}
        onAction={() => id !== null && onChoose(id)}
        onClose={onClose}
      />
    </Dialog>
  );
};
