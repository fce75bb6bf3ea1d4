import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseFormReturnType } from '@mantine/form';
import { unfinished } from '../../platform/storage/unfinished';
import { toasts } from '../../platform/toasts';

/** The same thing at the same address: the one that the session ended at, which may have changed since it was opened. */
const keyOf = (name: string) => `${location.pathname}${location.search} ${name}`;

type Values = Record<string, unknown>;
const isSecret = (name: string) => /password/i.test(name);

/** What was typed into a form when the session ended stands there again once the same person is back; passwords do not. */
export const useUnfinished = <V extends Values>(name: string, form: UseFormReturnType<V>): void => {
  const { t } = useTranslation();
  const typed = useEffectEvent(() => {
    // the others may be changed by somebody else meanwhile
    const changed = Object.entries(form.getValues()).filter(([field]) => !isSecret(field) && form.isDirty(field));
    return changed.length > 0 ? ([keyOf(name), Object.fromEntries(changed)] as const) : null;
  });
  const putBack = useEffectEvent((values: Partial<V>) => {
    form.setValues(values);
    toasts.show({ type: 'info', title: t('form.putBack') });
  });
  useEffect(() => {
    const key = keyOf(name);
    const before = unfinished.of(key) as Partial<V> | undefined;
    unfinished.keep(key, undefined);
    if (before) putBack(before);
    return unfinished.hold(() => typed());
  }, [name]);
};

/** A state that is there again once the same person is back. */
export const useUnfinishedState = <T>(name: string, initial: T) => {
  const [before] = useState(initial);
  const [value, setValue] = useState<T>(() => {
    // null is a value too: the root among folders
    const held = unfinished.of(keyOf(name)) as { readonly value: T } | undefined;
    return held ? held.value : initial;
  });
  const shown = useEffectEvent(() => (value !== before ? ([keyOf(name), { value }] as const) : null));
  useEffect(() => {
    unfinished.keep(keyOf(name), undefined);
    return unfinished.hold(() => shown());
  }, [name]);
  return [value, setValue] as const;
};
