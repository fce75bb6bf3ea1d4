import type { ChangeEvent, FocusEvent } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { Phone, tradeRegisterNumber } from '@dosar/contracts';
import { typedIn } from './forms';

type Typed = ChangeEvent<HTMLInputElement>;

/** Properties of a text input: typed letters get commas, and a left field its canonical form. */
export const textInput = <V extends object>(
  form: UseFormReturnType<V>,
  name: keyof V & string,
  settle?: (text: string) => string,
) => {
  const { onChange, onBlur, ...props } = form.getInputProps(name) as {
    onChange: (text: string) => void;
    onBlur: (event: FocusEvent<HTMLInputElement>) => void;
    value: string;
    error: string | undefined;
  };
  return {
    ...props,
    onChange: ({ currentTarget }: Typed) => onChange(typedIn(currentTarget)),
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      onBlur(event);
      const text = event.currentTarget.value;
      const settled = settle?.(text) ?? text;
      if (settled !== text) onChange(settled);
    },
  };
};

/** `RO 123` without prefix and blanks. */
export const bareCui = (text: string): string => text.replace(/\s/g, '').replace(/^RO/i, '');

/** `0721 123 456` in its stored form; an invalid number stays, for its message. */
export const settledPhone = (text: string): string => (text === '' ? '' : (Phone.safeParse(text).data ?? text));

/** Either format of the trade register in its canonical form; other texts stay. */
export const settledRegisterNumber = (text: string): string => tradeRegisterNumber(text) ?? text;
