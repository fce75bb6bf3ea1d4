import { useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import type { ParseKeys } from 'i18next';
import { useSentence } from '../../platform/faults';
import { Refused } from '../../platform/refusals';
import { usePending } from '../../platform/pending';

/** Sends a valid form. Refusals are shown at their fields, and the typed values stay. */
export const useSending = <V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  send: (values: V) => Promise<void>,
  /** What is said where the server says nothing. */
  failure?: ParseKeys,
) => {
  const sentence = useSentence();
  const [busy, run] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [fault, setFault] = useState<unknown>(null);

  const showFirst = (fields: object) => {
    const [first] = Object.keys(fields);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const refuse = (error: unknown) => {
    const fields = error instanceof Refused ? (error.problem.fields ?? {}) : {};
    const own = new Map<string, string>();
    const others = [] as string[];
    for (const [name, text] of Object.entries(fields))
      if (name in form.getValues()) own.set(name, text);
      else others.push(text);
    form.setErrors(Object.fromEntries(own));
    showFirst(Object.fromEntries(own));
    // where the fields have all messages, a general one adds nothing
    const isSaid = own.size > 0 && others.length === 0 && (error as Refused).problem.code === 'VALIDATION_FAILED';
    setFault(error);
    setRefusal(isSaid ? null : [sentence(error, failure), ...others].join(' '));
  };
  const submit = form.onSubmit((values) => {
    setRefusal(null);
    void run(() => send(values).catch(refuse));
  }, showFirst);
  return { submit, busy, refusal, fault };
};

/** The changed fields of a request's body. */
export const changedFields = <B extends object>(before: B, after: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (before as Record<string, unknown>)[name] !== value),
  ) as Partial<B>;
