import { useTranslation } from 'react-i18next';
import { Button, CloseButton } from '@mantine/core';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useStore } from '../platform/storage/store';
import { toasts, type Toast } from '../platform/toasts';
import { ErrorId } from './faults/error-id';
import classes from './toast-list.module.css';

const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info } as const;

/** The one place where toasts are shown. */
export const ToastList = () => (
  <div className={classes.list} aria-live="polite">
    {useStore(toasts.shown).map((toast) => (
      <ToastCard key={toast.id} toast={toast} />
    ))}
  </div>
);

const ToastCard = ({ toast: { id, type, title, message, errorId = null, action } }: { readonly toast: Toast }) => {
  const { t } = useTranslation();
  const Icon = ICONS[type];
  const act = () => {
    toasts.dismiss(id);
    action?.run();
  };
  return (
    <div
      className={classes.toast}
      data-type={type}
      role={type === 'error' ? 'alert' : undefined}
      onMouseEnter={() => toasts.hold(id)}
      onMouseLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) toasts.release(id);
      }}
      onFocus={() => toasts.hold(id)}
      onBlur={({ currentTarget }) => {
        if (!currentTarget.matches(':hover')) toasts.release(id);
      }}
    >
      <Icon size={20} className={classes.icon} aria-hidden="true" />
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {message && <p className={classes.message}>{message}</p>}
        <ErrorId id={errorId} />
      </div>
      {action && (
        <Button variant="subtle" size="compact-sm" onClick={act}>
          {action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('parts.dismiss')} onClick={() => toasts.dismiss(id)} />
    </div>
  );
};
