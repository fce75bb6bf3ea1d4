import { useTranslation } from 'react-i18next';
import { Button, CloseButton, Progress } from '@mantine/core';
import { CircleAlert, RotateCcw } from 'lucide-react';
import { complain } from '../../../platform/faults';
import { toasts } from '../../../platform/toasts';
import { cancel, type Work } from './bulk-work';
import { dismiss, tryAgain, type InterruptedUpload } from '../uploads/interrupted-uploads';
import classes from '../uploads/uploads-panel.module.css';

/** So many are named one by one. */
const NAMED = 50;

/** How far something that takes a while has come, and the way to end it. */
export const Going = ({ work: { id, kind, total, before, operation, isCancelled } }: { readonly work: Work }) => {
  const { t } = useTranslation();
  const done = before + (operation?.done ?? 0);
  const label = t(`files.works.${kind}`);
  // of one folder it is not known how much of it is done
  const isOne = total === 1;
  return (
    <div className={classes.work} role="status">
      <div className={classes.failedHead}>
        <h2 className={classes.heading}>{label}</h2>
        {!isOne && <span className={classes.tally}>{t('uploads.tally', { over: done, wanted: total })}</span>}
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          disabled={isCancelled}
          onClick={() => void cancel(id).catch((error: unknown) => complain(t('files.notCancelled'), error))}
        >
          {t('files.cancelWork')}
        </Button>
      </div>
      <Progress
        value={isOne ? 100 : (done / total) * 100}
        striped={isOne}
        animated={isOne}
        size={5}
        className={classes.all}
        aria-label={label}
      />
    </div>
  );
};

/** What was not done, each for its reason, and the way to try it again. */
export const Left = ({ left }: { readonly left: InterruptedUpload }) => {
  const { t } = useTranslation();
  const { id, failed, total, archive, operations, isTrying } = left;
  const count = failed.length;
  const again = () =>
    void tryAgain(left).then(
      (isDone) => isDone && toasts.show({ type: 'success', title: t('files.retried') }),
      (error: unknown) => complain(t('files.notRetried'), error),
    );
  return (
    <div role="alert">
      <div className={classes.failedHead}>
        <h2 className={classes.heading}>
          {archive === null
            ? t('files.partlyTitle', { count, total })
            : t('unpacking.leftOut', { count, total, name: archive })}
        </h2>
        <CloseButton size="sm" aria-label={t('parts.dismiss')} onClick={() => dismiss(id)} />
      </div>
      <ul className={classes.list}>
        {failed.slice(0, NAMED).map((each) => (
          <li key={each.id} className={classes.entry} data-status="error">
            <CircleAlert size={19} className={classes.bad} aria-hidden="true" />
            <div className={classes.body}>
              <span className={classes.name} title={each.name ?? undefined}>
                {each.name ?? t('files.erased')}
              </span>
              <span className={classes.reason}>{each.error}</span>
            </div>
          </li>
        ))}
      </ul>
      {count > NAMED && <p className={classes.more}>{t('uploads.more', { count: count - NAMED })}</p>}
      {operations.length > 0 && (
        <div className={classes.again}>
          <Button variant="default" size="xs" leftSection={<RotateCcw size={15} />} loading={isTrying} onClick={again}>
            {t('files.retry')}
          </Button>
        </div>
      )}
    </div>
  );
};
