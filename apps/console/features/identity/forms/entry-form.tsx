import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { UnsavedGuard } from '../../../ui/unsaved-guard';
import classes from './entry-form.module.css';

type Props = {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly busy: boolean;
  /** Why the server did not take it. */
  readonly refusal: string | null;
  readonly isDirty: () => boolean;
  readonly submitLabel: string;
  /** A new thing can be sent at once, a known one once something was changed. */
  readonly isNew: boolean;
  readonly onReset?: () => void;
  readonly children: ReactNode;
};

/** What makes or changes one thing. */
export const EntryForm = ({ onSubmit, busy, refusal, isDirty, submitLabel, isNew, onReset, children }: Props) => {
  const { t } = useTranslation();
  const dirty = isDirty();
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children}
      {refusal !== null && (
        <p className={classes.refusal} role="alert">
          <CircleAlert size={18} aria-hidden="true" />
          {refusal}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={busy} disabled={!isNew && !dirty}>
          {submitLabel}
        </Button>
        {onReset && dirty && (
          <Button variant="subtle" onClick={onReset} disabled={busy}>
            {t('admin.form.reset')}
          </Button>
        )}
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
};

/** Something about a field that is worth a look, but no hindrance. */
export const FieldWarning = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.warning} role="status">
    <TriangleAlert size={15} aria-hidden="true" />
    <span>{children}</span>
  </p>
);
