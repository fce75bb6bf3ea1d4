import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm, type UseFormInput } from '@mantine/form';
import type { z } from 'zod';
import { checked } from '@dosar/contracts';

type Sentences = Readonly<Record<string, string>>;

/** Validation messages of a form's fields, from the schema of its request. */
export const useRules = (schema: z.ZodType): ((values: unknown) => Sentences) => {
  const { t } = useTranslation();
  return (values) => {
    const { broken } = checked(schema, values);
    const sentences = [...(broken ?? [])].map(([field, { rule, values: given }]) => [
      field,
      t(`rules.${rule as 'required'}`, { ...given }),
    ]);
    return Object.fromEntries(sentences) as Sentences;
  };
};

/** How long a press takes: a message appearing meanwhile would move the pressed button away. */
const PRESS_MS = 200;

type Fields = Record<string, unknown>;
type Patient<F extends Fields> = Pick<UseFormInput<F>, 'initialValues' | 'onValuesChange'> & {
  readonly validate: (values: F) => Sentences;
};

/** A form that validates a field when it is left or sent, and from then on at each change. */
export const usePatientForm = <F extends Fields>({ validate, ...input }: Patient<F>) => {
  const [followed, setFollowed] = useState<ReadonlySet<string>>(new Set());
  const form = useForm<F>({
    ...input,
    validate: (values) => ({ ...validate(values) }),
    validateInputOnChange: [...followed],
    enhanceGetInputProps: ({ field, form: { getValues, setFieldError } }) => ({
      onBlur: () => {
        setTimeout(() => {
          // an empty field is no mistake yet
          if (getValues()[field] === '') return;
          setFollowed((before) => new Set([...before, field]));
          const wrong = validate(getValues())[field];
          if (wrong !== undefined) setFieldError(field, wrong);
        }, PRESS_MS);
      },
    }),
  });
  const onSubmit: typeof form.onSubmit = (send, onWrong) =>
    form.onSubmit(send, (errors, ...rest) => {
      setFollowed((before) => new Set([...before, ...Object.keys(errors)]));
      onWrong?.(errors, ...rest);
    });
  return { ...form, onSubmit };
};

const CEDILLAS: Readonly<Record<string, string>> = { ş: 'ș', Ş: 'Ș', ţ: 'ț', Ţ: 'Ț' };

/** Old keyboard layouts type letters with a cedilla, which are replaced by those with a comma. */
export const withCommas = (text: string): string => text.replace(/[şŞţŢ]/g, (letter) => CEDILLAS[letter]!);

/** The typed text with these replacements; the caret stays in place. */
export const typedIn = (input: HTMLInputElement | HTMLTextAreaElement): string => {
  const mended = withCommas(input.value);
  if (mended !== input.value) {
    const { selectionStart, selectionEnd } = input;
    input.value = mended;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return mended;
};
