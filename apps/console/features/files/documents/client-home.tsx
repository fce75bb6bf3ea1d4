import { useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Camera, Send } from 'lucide-react';
import type { FolderTree, Me } from '@dosar/contracts';
import { now } from '../../../platform/clock';
import { monthOf } from '../../../platform/format';
import { Again } from '../../../ui/again';
import { isForFingers } from '../../../platform/fingers';
import { monthIn } from '../months';
import { acceptedFiles } from '../photos/photos';
import { readChosen, type Dropped } from '../uploads/dropped';
import { DocumentRows } from './document-rows';
import { documents } from './documents.queries';
import classes from './client-home.module.css';

type Props = {
  readonly user: Me;
  readonly folderId: string | null;
  /** The folders down to this one, once they are known. */
  readonly path: readonly FolderTree[] | null | undefined;
  readonly isGone: boolean;
  readonly onTake: (taken: readonly Dropped[], folderId: string | null) => void;
};

/** Whether a client who comes in comes here: the folder of the month, or what is above all folders. */
const isHome = ({ user, folderId, path, isGone }: Props): boolean => {
  if (user.role !== 'user' || isGone) return false;
  const folder = path?.at(-1);
  return folderId === null || (folder !== undefined && monthIn(folder) === monthOf(now()));
};

/** What somebody of a client comes for: to send documents, and to see what became of those that were sent. */
export const ClientHome = (props: Props) => {
  const { t } = useTranslation();
  if (!isHome(props)) return null;
  return (
    <section className={classes.home} aria-label={t('documents.send')}>
      <Sending onTake={(taken) => props.onTake(taken, props.folderId)} />
      <Sent />
    </section>
  );
};

const Sending = ({ onTake }: { readonly onTake: (taken: readonly Dropped[]) => void }) => {
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onTake(readChosen(currentTarget.files ?? []));
    currentTarget.value = '';
  };
  const hidden = { type: 'file', hidden: true, onChange: take } as const;
  return (
    <div className={classes.send}>
      <Button size="md" leftSection={<Send size={19} aria-hidden="true" />} onClick={() => files.current?.click()}>
        {t('documents.send')}
      </Button>
      {isForFingers() && (
        <Button
          size="md"
          variant="default"
          leftSection={<Camera size={19} aria-hidden="true" />}
          onClick={() => camera.current?.click()}
        >
          {t('documents.photograph')}
        </Button>
      )}
      <p className={classes.text}>{t('documents.sendText')}</p>
      <input ref={files} {...hidden} multiple accept={acceptedFiles()} aria-label={t('documents.send')} />
      <input ref={camera} {...hidden} accept="image/*" capture="environment" aria-label={t('documents.photograph')} />
    </div>
  );
};

/** Not more than leaves the folders in sight. */
const SHOWN = 3;
const MINE = { mine: 'true' } as const;

const Sent = () => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(documents(MINE, SHOWN));
  return (
    <div className={classes.sent}>
      <h2 className={classes.title}>
        {t('documents.sent')}
        {data && data.total > SHOWN && (
          <Link to="/documents" search={MINE} className={classes.all}>
            {t('documents.all')}
            <VisuallyHidden> ({t('documents.mine')})</VisuallyHidden>
          </Link>
        )}
      </h2>
      {!data && error && <Again error={error} isPending={isFetching} onAgain={() => void refetch()} />}
      {data?.total === 0 && <p className={classes.text}>{t('documents.sentNone')}</p>}
      {data && <DocumentRows label={t('documents.sent')} files={data.files} filter={MINE} isOfOne isShort />}
    </div>
  );
};
