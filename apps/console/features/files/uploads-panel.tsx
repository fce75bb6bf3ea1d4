import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, CloseButton, Progress } from '@mantine/core';
import { CircleAlert, CircleCheck, CloudOff, RotateCcw } from 'lucide-react';
import { Refused } from '../../platform/refusals';
import { useStore } from '../../platform/store';
import { toasts } from '../../platform/toasts';
import { uploads } from './bring-in';
import { FileIcon } from './file-icon';
import { useReason } from './reasons';
import type { Reason, Upload } from './uploads';
import classes from './uploads-panel.module.css';

/** So many of those that wait are listed; the others are counted. */
const LISTED = 30;
const GAP_PX = 10;

/** Toasts come where the panel is, and stand above it. */
const raiseToasts = (panel: HTMLElement) => {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty('--dosar-toasts', `${panel.offsetHeight + GAP_PX}px`));
  watch.observe(panel);
  return () => {
    watch.disconnect();
    style.removeProperty('--dosar-toasts');
  };
};

/** What is being uploaded, and what could not be, wherever the person is. */
export const UploadsPanel = () => {
  const { t } = useTranslation();
  const { entries, failed, isWaiting, ended } = useStore(uploads.state);
  const shown = entries.filter(({ id }) => !failed.some((each) => each.id === id));
  const listed = [
    ...shown.filter(({ status }) => status !== 'pending'),
    ...shown.filter(({ status }) => status === 'pending'),
  ];

  useEffect(() => {
    if (ended && ended.uploaded > 0)
      toasts.show({ type: 'success', title: t('uploads.done', { count: ended.uploaded }) });
  }, [ended, t]);

  useEffect(() => {
    // leaving the page would lose what was not sent yet
    const warn = (event: BeforeUnloadEvent) => uploads.isBusy && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);

  if (entries.length === 0 && failed.length === 0) return null;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keys
    <section ref={raiseToasts} className={classes.panel} aria-label={t('uploads.title')} tabIndex={0}>
      {isWaiting && (
        <p className={classes.waiting} role="status">
          <CloudOff size={16} aria-hidden="true" />
          {t('uploads.waiting')}
        </p>
      )}
      {failed.length > 0 && <Failed failed={failed} />}
      {shown.length > 0 && (
        <>
          <h2 className={classes.heading}>{t('uploads.title')}</h2>
          <ul className={classes.list}>
            {listed.slice(0, LISTED).map((upload) => (
              <Running key={upload.id} upload={upload} />
            ))}
          </ul>
          {shown.length > LISTED && (
            <p className={classes.more}>{t('uploads.more', { count: shown.length - LISTED })}</p>
          )}
        </>
      )}
    </section>
  );
};

const Running = ({ upload: { id, name, status, progress } }: { readonly upload: Upload }) => {
  const { t } = useTranslation();
  return (
    <li className={classes.entry} data-status={status}>
      <FileIcon entry={{ kind: 'file', name }} />
      <div className={classes.body}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <Progress value={progress} size={4} color="pine.5" aria-label={name} />
      </div>
      <span className={classes.status}>
        {status === 'completed' ? (
          <CircleCheck size={18} className={classes.ok} aria-label={t('uploads.completed')} />
        ) : status === 'uploading' ? (
          t('uploads.percent', { percent: progress })
        ) : (
          t('uploads.pending')
        )}
      </span>
      {status !== 'completed' && (
        <CloseButton size="sm" aria-label={t('uploads.cancel', { name })} onClick={() => uploads.cancel(id)} />
      )}
    </li>
  );
};

/** Whether the same file may be accepted when it is sent again. */
const mayHelp = (reason: Reason) =>
  'error' in reason && !(reason.error instanceof Refused && [413, 415, 422].includes(reason.error.status));

const Failed = ({ failed }: { readonly failed: readonly Upload[] }) => {
  const { t } = useTranslation();
  const reasonOf = useReason();
  return (
    <div role="alert">
      <div className={classes.failedHead}>
        <h2 className={classes.heading}>{t('uploads.failed', { count: failed.length })}</h2>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => uploads.dismissAll()}>
          {t('uploads.dismissAll')}
        </Button>
      </div>
      <ul className={classes.list}>
        {failed.map(({ id, name, file, reason }) => (
          <li key={id} className={classes.entry} data-status="error">
            <CircleAlert size={19} className={classes.bad} aria-hidden="true" />
            <div className={classes.body}>
              <span className={classes.name} title={name}>
                {name}
              </span>
              <span className={classes.reason}>{reason && reasonOf(reason, { name, size: file.size })}</span>
            </div>
            {reason && mayHelp(reason) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('uploads.retry', { name })}
                onClick={() => uploads.retry(id)}
              >
                <RotateCcw size={15} />
              </ActionIcon>
            )}
            <CloseButton size="sm" aria-label={t('uploads.dismiss', { name })} onClick={() => uploads.dismiss(id)} />
          </li>
        ))}
      </ul>
    </div>
  );
};
