import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { FIELD_LIMITS, folded, Tag, type File } from '@dosar/contracts';
import { typedIn, useRules } from '../../../ui/forms/forms';
import { changeTags } from './fields.mutations';
import { tagsOf } from './fields.queries';
import details from '../preview/details.module.css';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './fields.module.css';

type Props = { readonly file: File; readonly isEditable: boolean };

/** The tags of a file, each with a way to take it off, and a place for one more. */
export const Tags = ({ file, isEditable }: Props) => {
  const { t } = useTranslation();
  const { tags } = file;
  const { mutate, isPending } = useMutation(changeTags);
  if (!isEditable && tags.length === 0) return null;
  return (
    <div className={classes.tags}>
      <span className={classes.label}>{t('documentFields.tags')}</span>
      {tags.length === 0 && <p className={details.none}>{t('documentFields.noTags')}</p>}
      <ul>
        {tags.map((tag) => (
          <li key={tag}>
            {tag}
            {isEditable && (
              <button
                type="button"
                aria-label={t('documentFields.removeTag', { tag })}
                disabled={isPending}
                onClick={() => mutate({ file, to: tags.filter((each) => each !== tag) })}
              >
                <X size={13} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isEditable && tags.length < FIELD_LIMITS.tags && (
        <NewTag
          file={file}
          isPending={isPending}
          onAdd={(tag, onSuccess) => mutate({ file, to: [...tags, tag] }, { onSuccess })}
        />
      )}
    </div>
  );
};

type NewProps = {
  readonly file: File;
  readonly isPending: boolean;
  readonly onAdd: (tag: string, onSuccess: () => void) => void;
};

/** Those that other documents of the client have are offered. */
const NewTag = ({ file, isPending, onAdd }: NewProps) => {
  const { t } = useTranslation();
  const offered = useId();
  const [text, setText] = useUnfinishedState(`tag ${file.id}`, '');
  const [wrong, setWrong] = useState<string>();
  const { data } = useQuery(tagsOf(file.client_id));
  const rules = useRules(Tag);
  const has = new Set(file.tags.map(folded));
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || text.trim() === '') return;
    const fault = rules(text)[''];
    setWrong(fault);
    if (fault === undefined) onAdd(text, () => setText(''));
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        size="xs"
        aria-label={t('documentFields.addTag')}
        placeholder={t('documentFields.addTag')}
        list={offered}
        value={text}
        error={wrong}
        data-mantine-stop-propagation
        onChange={({ currentTarget }) => setText(typedIn(currentTarget))}
      />
      <datalist id={offered}>
        {data?.tags
          .filter(({ tag }) => !has.has(folded(tag)))
          .map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </form>
  );
};
