import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { TriangleAlert } from 'lucide-react';
import { Message } from '../message';
import { UnsavedGuard } from '../unsaved-guard';
import { useSending } from './sending';
import { useUnfinished } from './unfinished';
import classes from './entry-form.module.css';

export type Values = Record<string, unknown>;
export type FormProps<V extends Values> = {
  readonly form: UseFormReturnType<V>;
  /** Its fields. */
  readonly children: ReactNode;
};

type Props<V extends Values> = FormProps<V> & {
  /** @throws Refused, Unreachable */
  readonly send: (values: V) => Promise<void>;
  readonly action: string;
  /** A new thing can be sent at once, an existing one once something has changed. */
  readonly isNew: boolean;
};

/** A form that creates or changes a thing. */
export const EntryForm = <V extends Values>({ form, send, action, isNew, children }: Props<V>) => {
  const { t } = useTranslation();
  const { submit, busy, refusal, fault } = useSending(form, send, isNew ? 'form.notMade' : 'form.notSaved');
  useUnfinished(action, form);
  const isChanged = !isNew && form.isDirty();
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
      {refusal !== null && (
        <Message tone="error" error={fault}>
          {refusal}
        </Message>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={busy} disabled={!isNew && !isChanged}>
          {action}
        </Button>
        {isChanged && (
          <Button variant="subtle" onClick={form.reset} disabled={busy}>
            {t('form.reset')}
          </Button>
        )}
      </div>
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
};

/** A warning about a field, which does not prevent sending it. */
export const FieldWarning = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.warning} role="status">
    <TriangleAlert size={15} aria-hidden="true" />
    <span>{children}</span>
  </p>
);
