import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button, TextInput } from '@mantine/core';
import { FieldsChange, NO_FIELDS, type File } from '@dosar/contracts';
import { calendarDayOf } from '../../../platform/format';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { typedIn, useRules } from '../../../ui/forms/forms';
import { dayIn, sumIn, textsOf, type FieldTexts } from './field-texts';
import { changeFields } from './fields.mutations';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './fields.module.css';

type Props = { readonly file: File; readonly onEnd: () => void };
type Name = keyof FieldTexts;

const NAMES = [
  ...(['number', 'issuer', 'issuer_cui', 'buyer_cui', 'date', 'due'] as const),
  ...(['net', 'vat', 'sum', 'currency'] as const),
] as const satisfies readonly Name[];
const SUMS = ['net', 'vat', 'sum'] as const;
type Typed = Record<(typeof SUMS)[number], number | '' | null>;
const EXAMPLES = { day: '2026-03-05', sum: '1190,50' } as const;

/** What of the texts is sent, and what is wrong with them. */
const useChecked = () => {
  const { t } = useTranslation();
  const { date_format } = useStore(preferences);
  const rules = useRules(FieldsChange);
  return (texts: FieldTexts) => {
    const date = dayIn(texts.date, date_format);
    const due = dayIn(texts.due, date_format);
    const sums = Object.fromEntries(SUMS.map((name) => [name, sumIn(texts[name])] as const)) as Typed;
    const badSum = t('documentFields.badSum', { example: EXAMPLES.sum });
    const badDay = t('documentFields.badDay', { example: calendarDayOf(EXAMPLES.day) });
    const to = {
      ...texts,
      date: date ?? '',
      due: due ?? '',
      sum: sums.sum ?? '',
      net: sums.net ?? '',
      vat: sums.vat ?? '',
    };
    const wrong: Readonly<Partial<Record<string, string>>> = {
      ...rules(to),
      ...(date === null && { date: badDay }),
      ...(due === null && { due: badDay }),
      ...Object.fromEntries(SUMS.flatMap((name) => (sums[name] === null ? [[name, badSum]] : []))),
    };
    return { to, wrong };
  };
};

export const FieldsForm = ({ file, onEnd }: Props) => {
  const { t } = useTranslation();
  const [texts, setTexts] = useUnfinishedState(`texts ${file.id}`, textsOf(file.fields ?? NO_FIELDS));
  const [wrong, setWrong] = useState<Readonly<Partial<Record<string, string>>>>({});
  const { mutate, isPending } = useMutation(changeFields);
  const checked = useChecked();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = checked(texts);
    setWrong(found.wrong);
    if (!isPending && Object.keys(found.wrong).length === 0) mutate({ file, to: found.to }, { onSuccess: onEnd });
  };
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {NAMES.map((name, at) => (
        <TextInput
          key={name}
          size="xs"
          label={t(`documentFields.${name}`)}
          value={texts[name]}
          error={wrong[name]}
          // what was asked for is typed into
          data-autofocus={at === 0 || undefined}
          data-mantine-stop-propagation
          onChange={({ currentTarget }) => {
            const text = typedIn(currentTarget);
            setTexts((before) => ({ ...before, [name]: text }));
          }}
        />
      ))}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onEnd}>
          {t('documentFields.cancel')}
        </Button>
        <Button size="xs" type="submit" loading={isPending}>
          {t('documentFields.save')}
        </Button>
      </div>
    </form>
  );
};
