import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm, type UseFormInput } from '@mantine/form';
import type { z } from 'zod';
import { checked } from '@dosar/contracts';

type Sentences = Readonly<Record<string, string>>;

/** What a form says about its fields, by the schema of the call that it sends. */
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

/** So long a press takes: a sentence that appeared under it would move away what is pressed. */
const PRESS_MS = 200;

type Fields = Record<string, unknown>;
type Patient<F extends Fields> = Pick<UseFormInput<F>, 'initialValues' | 'onValuesChange'> & {
  readonly validate: (values: F) => Sentences;
};

/** A form that checks a field when it is left or sent, and from then on at each change. */
export const usePatientForm = <F extends Fields>({ validate, ...input }: Patient<F>) => {
  const [followed, setFollowed] = useState<ReadonlySet<string>>(new Set());
  const form = useForm<F>({
    ...input,
    validate: (values) => ({ ...validate(values) }),
    validateInputOnChange: [...followed],
    enhanceGetInputProps: ({ field, form: { getValues, setFieldError } }) => ({
      onBlur: () => {
        setTimeout(() => {
          // what is still empty is no mistake yet
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

/** Old keyboards write the letters with a cedilla; what is typed here gets the comma that belongs there. */
export const withCommas = (text: string): string => text.replace(/[şŞţŢ]/g, (letter) => CEDILLAS[letter]!);

/** What was typed, so mended; the caret stays where it is, also in the middle of a text. */
export const typedIn = (input: HTMLInputElement | HTMLTextAreaElement): string => {
  const mended = withCommas(input.value);
  if (mended !== input.value) {
    const { selectionStart, selectionEnd } = input;
    input.value = mended;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return mended;
};
