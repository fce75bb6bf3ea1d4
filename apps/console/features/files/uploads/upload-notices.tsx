import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { CircleAlert, CopyCheck, RotateCcw } from 'lucide-react';
import { Refused } from '../../../platform/refusals';
import { forgetUnsent, uploads } from './folder-import';
import { filesWritings } from '../files.mutations';
import { useReason } from './reasons';
import type { Double, Reason, Upload } from './upload';
import classes from './uploads-panel.module.css';

/** So many names are told one by one. */
const NAMED = 5;

/** Whether the same file may be accepted when it is sent again. */
const mayHelp = (reason: Reason) =>
  'error' in reason && !(reason.error instanceof Refused && [413, 415, 422].includes(reason.error.status));

export const Failed = ({ failed }: { readonly failed: readonly Upload[] }) => {
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

/** Documents that were there already: whether they stay is a person's to say. */
export const Doubles = ({ doubles }: { readonly doubles: readonly Double[] }) => {
  const { t } = useTranslation();
  return (
    <div role="status">
      <div className={classes.failedHead}>
        <h2 className={classes.heading}>{t('uploads.doubles', { count: doubles.length })}</h2>
        {doubles.length > 1 && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => uploads.settleAll()}>
            {t('uploads.keepAll')}
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {doubles.map((double) => (
          <Doubled key={double.fileId} double={double} />
        ))}
      </ul>
    </div>
  );
};

const Doubled = ({ double: { upload, fileId, of } }: { readonly double: Double }) => {
  const { t } = useTranslation();
  const { name, clientId, folderId } = upload;
  const { mutate: discard, isPending } = useMutation(filesWritings(clientId).discard);
  return (
    <li className={classes.entry}>
      <CopyCheck size={19} className={classes.double} aria-hidden="true" />
      <div className={classes.body}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.note}>
          {t('uploads.double', { folder: of.folder || t('files.root'), name: of.name })}
        </span>
        <span className={classes.choices}>
          <Button
            variant="light"
            size="compact-sm"
            aria-label={t('uploads.keepOf', { name })}
            onClick={() => uploads.settle(fileId)}
          >
            {t('uploads.keep')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={isPending}
            aria-label={t('uploads.discardOf', { name })}
            onClick={() => discard({ fileId, folderId }, { onSuccess: () => uploads.settle(fileId) })}
          >
            {t('uploads.discard')}
          </Button>
        </span>
      </div>
    </li>
  );
};

/** What the page had not sent yet when it was loaded again, or the session ended: the browser keeps no files. */
export const Unsent = ({ names }: { readonly names: readonly string[] }) => {
  const { t } = useTranslation();
  const more = names.length - NAMED;
  const told = [...names.slice(0, NAMED), ...(more > 0 ? [t('uploads.more', { count: more })] : [])].join(', ');
  return (
    <div role="alert">
      <div className={classes.failedHead}>
        <h2 className={classes.heading}>{t('uploads.unsent', { count: names.length })}</h2>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={forgetUnsent}>
          {t('uploads.dismissAll')}
        </Button>
      </div>
      <p className={classes.more}>{t('uploads.unsentText', { names: told })}</p>
    </div>
  );
};
