import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { FILE_LIMITS, notesApi, NoteText, type File, type Note } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { momentOf } from '../../../platform/format';
import { reading } from '../../../platform/queries';
import { typedIn, useRules } from '../../../ui/forms/forms';
import { filesWritings } from '../files.mutations';
import { drafts } from './drafts';
import classes from './notes.module.css';

type Props = { readonly file: File };

/** What was written beside the file, newest first: read anew when somebody has written more. */
export const Notes = ({ file }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data, error, refetch } = useQuery({
    ...reading(notesApi.list, { params: { id: file.id }, query: {} }, [file.notes_count]),
    placeholderData: keepPreviousData,
  });
  // of very many the newest were read
  const older = (data?.total ?? 0) - (data?.notes.length ?? 0);
  return (
    <>
      <Writing file={file} />
      {!data && error && (
        <div role="alert" className={classes.none}>
          <p>{sentence(error, 'failures.loadNotes')}</p>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t('screens.again')}
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton height={40} mt={12} />}
      {data?.notes.length === 0 && <p className={classes.none}>{t('notes.none')}</p>}
      {data && data.notes.length > 0 && (
        <ol className={classes.notes} aria-live="polite">
          {data.notes.map((note) => (
            <Written key={note.id} note={note} />
          ))}
        </ol>
      )}
      {older > 0 && <p className={classes.none}>{t('notes.older', { count: older })}</p>}
    </>
  );
};

export const Written = ({ note: { text, author, created_at } }: { readonly note: Note }) => {
  const { t } = useTranslation();
  return (
    <li>
      <strong>{author.name ?? t('files.erased')}</strong>
      <span>
        {t(`roles.${author.role}`)} · {momentOf(created_at)}
      </span>
      <p>{text ?? t('notes.erased')}</p>
    </li>
  );
};

/** What is being written stays with its file, also when another is looked at meanwhile. */
const Writing = ({ file: { id, client_id, folder_id } }: Props) => {
  const { t } = useTranslation();
  const [text, setText] = useState(drafts.of(id));
  const [isWrong, setWrong] = useState(false);
  const { mutate, isPending } = useMutation(filesWritings(client_id).addNote);
  const rules = useRules(NoteText);
  const wrong = isWrong || text.length > FILE_LIMITS.note ? rules(text)[''] : undefined;
  const write = (next: string) => {
    drafts.keep(id, next);
    setText(next);
    setWrong(false);
  };
  const submit = () => {
    if (isPending) return;
    if (!NoteText.safeParse(text).success) return setWrong(true);
    mutate({ fileId: id, folderId: folder_id, text }, { onSuccess: () => write('') });
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <Textarea
        aria-label={t('notes.write')}
        placeholder={t('notes.write')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={wrong}
        data-mantine-stop-propagation
        onChange={({ currentTarget }) => write(typedIn(currentTarget))}
        onKeyDown={getHotkeyHandler([
          ['mod+Enter', submit],
          // the first one only leaves the text
          ['Escape', ({ target }) => (target as HTMLElement).blur()],
        ])}
      />
      {text !== '' && (
        <Button type="submit" size="xs" loading={isPending}>
          {t('notes.add')}
        </Button>
      )}
    </form>
  );
};
