import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { Edit, Message as Said } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { momentOf } from '../../../platform/format';
import type { Then } from '../../../platform/past/then';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Message } from '../../../ui/message';
import { Waiting } from '../../../ui/screens';
import { edits } from '../chat.queries';
import { wordsDiff } from '../../../platform/words-diff';
import classes from './history.module.css';

type Props = { readonly message: Said; readonly then?: Then | undefined; readonly onClose: () => void };

/** What a message said before, and what was changed each time. */
export const HistoryDialog = ({ message, then, onClose }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data, error } = useQuery(edits(message.id, message.edits_count, then));
  return (
    <Dialog onClose={onClose} title={t('chat.history')}>
      {error && !data && <Message tone="error">{sentence(error)}</Message>}
      {!data && !error && <Waiting />}
      <ol className={classes.edits}>
        {data?.edits.map((edit) => (
          <li key={edit.edit_number}>
            <p className={classes.when}>
              {edit.editor.name ?? t('names.erasedPerson')} · {momentOf(edit.edited_at)}
            </p>
            <Changed edit={edit} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
};

const Changed = ({ edit: { old_text, new_text } }: { readonly edit: Edit }) => {
  const { t } = useTranslation();
  if (old_text === null || new_text === null) return <p className={classes.text}>{t('chat.unreadable')}</p>;
  return (
    <p className={classes.text}>
      {wordsDiff(old_text, new_text).map(({ kind, text }, at) => {
        if (kind === 'old') return <del key={at}>{text}</del>;
        return kind === 'new' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>;
      })}
    </p>
  );
};
