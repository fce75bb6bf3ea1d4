import { useState } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { useSentence } from '../../platform/faults';
import { Refused } from '../../platform/refusals';
import { usePending } from '../../platform/pending';

/** Sends a form once it is in order. What the server refuses stands under its fields, and what was typed stays. */
export const useSending = <V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  send: (values: V) => Promise<void>,
) => {
  const sentence = useSentence();
  const [busy, run] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);

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
    // where the fields say it all, a sentence about them all says nothing
    const isSaid = own.size > 0 && others.length === 0 && (error as Refused).problem.code === 'VALIDATION_FAILED';
    setRefusal(isSaid ? null : [sentence(error), ...others].join(' '));
  };
  const submit = form.onSubmit((values) => {
    setRefusal(null);
    void run(() => send(values).catch(refuse));
  }, showFirst);
  return { submit, busy, refusal };
};

/** What of a thing was changed, by the body that would be sent for it. */
export const changedFields = <B extends object>(before: B, after: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (before as Record<string, unknown>)[name] !== value),
  ) as Partial<B>;
