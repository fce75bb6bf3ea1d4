import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Tooltip } from '@mantine/core';
import { z } from 'zod';
import { extensionOf, isAllowedExtension, ItemName } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { Refused } from '../../../platform/refusals';
import { typedIn, useRules } from '../../../ui/forms/forms';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import type { Entry } from './entries';
import classes from './name-editor.module.css';

const Body = z.object({ name: ItemName });

type Props = {
  readonly entry: Entry;
  /** @throws Refused, Unreachable: what was typed then stays. */
  readonly onRename: (name: string) => Promise<void>;
  readonly onEnd: () => void;
};

/** A file whose new name says no type keeps the one it has. */
const withEnding = (entry: Entry, name: string) => {
  const kept = entry.kind === 'file' ? (/\.[^.]+$/.exec(entry.name ?? '')?.[0] ?? '') : '';
  return name === '' || isAllowedExtension(extensionOf(name)) ? name : name + kept;
};

/** What is typed, sent, and told when it is refused. */
const useNaming = ({ entry, onRename, onEnd }: Props, input: RefObject<HTMLInputElement | null>) => {
  const rules = useRules(Body);
  const sentence = useSentence();
  const before = entry.name ?? '';
  const [name, setName] = useUnfinishedState(`name ${entry.id}`, before);
  const [error, setError] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: onRename,
    onSuccess: onEnd,
    onError: (failure) => {
      const fault = failure instanceof Refused ? failure.problem.fields?.['name'] : null;
      setError(fault ?? sentence(failure, entry.kind === 'file' ? 'failures.renameFile' : 'failures.renameFolder'));
      input.current?.focus();
    },
  });
  const submit = () => {
    if (isPending) return;
    const wanted = withEnding(entry, name.trim());
    if (wanted === before) return onEnd();
    const broken = rules({ name: wanted })['name'];
    if (broken) return setError(broken);
    mutate(wanted);
  };
  const type = (typed: HTMLInputElement) => {
    setName(typedIn(typed));
    setError(null);
  };
  return { name, error, isPending, type, submit };
};

/** A name that is being changed where it stands. */
export const NameEditor = (props: Props) => {
  const { entry, onEnd } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { name, error, isPending, type, submit } = useNaming(props, input);

  useEffect(() => {
    const dot = entry.kind === 'file' ? name.lastIndexOf('.') : -1;
    input.current?.focus();
    input.current?.setSelectionRange(0, dot > 0 ? dot : name.length);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when it opens
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') submit();
    if (event.key === 'Escape') onEnd();
  };

  return (
    <Tooltip label={error} opened={error !== null} color="red.9" position="bottom-start" multiline maw={360}>
      <input
        ref={input}
        className={classes.input}
        aria-label={t('files.newName')}
        aria-invalid={error !== null}
        value={name}
        readOnly={isPending}
        spellCheck={false}
        onChange={({ currentTarget }) => type(currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => (error === null ? submit() : onEnd())}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
    </Tooltip>
  );
};
