import type { ChangeEvent, FocusEvent } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { Phone, tradeRegisterNumber } from '@dosar/contracts';
import { typedIn } from './forms';

type Typed = ChangeEvent<HTMLInputElement>;

/** The properties of an input of text: what is typed has commas, and what is left takes its one form. */
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

/** `RO 123` without what only people write. */
export const bareCui = (text: string): string => text.replace(/\s/g, '').replace(/^RO/i, '');

/** `0721 123 456` as it is kept; what is no number stays for its message. */
export const settledPhone = (text: string): string => (text === '' ? '' : (Phone.safeParse(text).data ?? text));

/** Either format of the trade register in its one form; other texts stay. */
export const settledRegisterNumber = (text: string): string => tradeRegisterNumber(text) ?? text;
