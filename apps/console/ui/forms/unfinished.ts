import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseFormReturnType } from '@mantine/form';
import { unfinished } from '../../platform/storage/unfinished';
import { toasts } from '../../platform/toasts';

/** The same thing at the same address. */
const keyOf = (name: string) => `${location.pathname}${location.search} ${name}`;

type Values = Record<string, unknown>;
const isSecret = (name: string) => /password/i.test(name);

/** What was typed into a form when the session ended stands there again once the same person is back; passwords do not. */
export const useUnfinished = <V extends Values>(name: string, form: UseFormReturnType<V>): void => {
  const { t } = useTranslation();
  const typed = useEffectEvent(() => {
    // the others may be changed by somebody else meanwhile
    const changed = Object.entries(form.getValues()).filter(([field]) => !isSecret(field) && form.isDirty(field));
    return changed.length > 0 ? Object.fromEntries(changed) : undefined;
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
    return unfinished.hold(key, () => typed());
  }, [name]);
};

/** A state that is there again once the same person is back; `isWorth`: of which states that is so. */
export const useUnfinishedState = <T>(name: string, initial: T, isWorth: (value: T) => boolean = () => true) => {
  const [value, setValue] = useState<T>(() => (unfinished.of(keyOf(name)) as T | undefined) ?? initial);
  const shown = useEffectEvent(() => (value !== initial && isWorth(value) ? value : undefined));
  useEffect(() => {
    const key = keyOf(name);
    unfinished.keep(key, undefined);
    return unfinished.hold(key, () => shown());
  }, [name]);
  return [value, setValue] as const;
};
