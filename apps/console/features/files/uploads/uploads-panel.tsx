import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, CloseButton, Progress } from '@mantine/core';
import { ChevronDown, ChevronUp, CircleCheck, CloudOff, Pause, Play } from 'lucide-react';
import { FILE_LIMITS } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { useStore } from '../../../platform/storage/store';
import { toasts } from '../../../platform/toasts';
import { goOnUploading, unsent, unsentBy, uploads } from './folder-import';
import { Going, Left } from '../bulk/bulk-notices';
import { works } from '../bulk/bulk-work';
import { FileIcon } from '../../../ui/file-icon';
import { interruptedUploads } from './interrupted-uploads';
import { Doubles, Failed, Unsent } from './upload-notices';
import type { State, Upload } from './upload';
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

/** What is being uploaded or done to many, and what could not be, wherever the person is. */
export const UploadsPanel = () => {
  const { t } = useTranslation();
  const state = useStore(uploads.state);
  const { entries, failed, doubles, isWaiting, ended } = state;
  const names = unsentBy(useStore(unsent), session.personId);
  const [isFolded, setFolded] = useState(false);
  const shown = entries.filter(({ id }) => !failed.some((each) => each.id === id));
  useEffect(() => {
    if (ended && ended.uploaded > 0)
      toasts.show({ type: 'success', title: t('uploads.done', { count: ended.uploaded }) });
  }, [ended, t]);

  useEffect(goOnUploading, []);

  useEffect(() => {
    // leaving the page would lose what was not sent yet
    const warn = (event: BeforeUnloadEvent) => uploads.isBusy && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);

  const going = useStore(works).filter(({ isLong }) => isLong);
  const left = useStore(interruptedUploads);
  if (entries.length + failed.length + doubles.length + names.length + going.length + left.length === 0) return null;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keys
    <section ref={raiseToasts} className={classes.panel} aria-label={t('uploads.title')} tabIndex={0}>
      {isWaiting && (
        <p className={classes.waiting} role="status">
          <CloudOff size={16} aria-hidden="true" />
          {t('uploads.waiting')}
        </p>
      )}
      {going.map((work) => (
        <Going key={work.id} work={work} />
      ))}
      {left.map((each) => (
        <Left key={each.id} left={each} />
      ))}
      {names.length > 0 && <Unsent names={names} />}
      {failed.length > 0 && <Failed failed={failed} />}
      {doubles.length > 0 && <Doubles doubles={doubles} />}
      {shown.length > 0 && (
        <>
          <Heading state={state} isFolded={isFolded} onFold={() => setFolded(!isFolded)} />
          {!isFolded && <List shown={shown} />}
        </>
      )}
    </section>
  );
};

/** Those that are over are one line; of those that wait the first ones. */
const List = ({ shown }: { readonly shown: readonly Upload[] }) => {
  const { t } = useTranslation();
  const over = shown.filter(({ status }) => status === 'completed');
  const isOne = over.length <= 1;
  const listed = [
    ...shown.filter(({ status }) => status !== 'pending' && (isOne || status !== 'completed')),
    ...shown.filter(({ status }) => status === 'pending'),
  ];
  return (
    <>
      <ul className={classes.list}>
        {!isOne && (
          <li className={classes.entry} data-status="completed">
            <CircleCheck size={18} className={classes.ok} aria-hidden="true" />
            <span className={classes.name}>{t('uploads.over', { shown: over.length })}</span>
          </li>
        )}
        {listed.slice(0, LISTED).map((upload) => (
          <Running key={upload.id} upload={upload} />
        ))}
      </ul>
      {listed.length > LISTED && <p className={classes.more}>{t('uploads.more', { count: listed.length - LISTED })}</p>}
    </>
  );
};

type HeadingProps = { readonly state: State; readonly isFolded: boolean; readonly onFold: () => void };

/** How far all of it is, and what can be done with all of it. */
const Heading = ({ state: { entries, tally }, isFolded, onFold }: HeadingProps) => {
  const { t } = useTranslation();
  const sending = entries.filter(({ status }) => status === 'uploading' || status === 'paused');
  const done = tally.over + sending.reduce((sum, { progress }) => sum + progress / 100, 0);
  return (
    <div className={classes.head}>
      <div className={classes.failedHead}>
        <h2 className={classes.heading}>{t('uploads.title')}</h2>
        {tally.wanted > 0 && <span className={classes.tally}>{t('uploads.tally', tally)}</span>}
        {tally.wanted > 0 && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => uploads.cancelAll()}>
            {t('uploads.cancelAll')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'uploads.expand' : 'uploads.collapse')}
          onClick={onFold}
        >
          {isFolded ? <ChevronUp size={17} /> : <ChevronDown size={17} />}
        </ActionIcon>
      </div>
      {tally.wanted > 0 && (
        <Progress
          value={(done / tally.wanted) * 100}
          size={5}
          className={classes.all}
          aria-label={t('uploads.tally', tally)}
        />
      )}
    </div>
  );
};

const Running = ({ upload: { id, name, file, status, progress } }: { readonly upload: Upload }) => {
  const { t } = useTranslation();
  // what is sent in one piece would begin anew
  const isPausable = file.size > FILE_LIMITS.chunk && status !== 'completed' && status !== 'error';
  const isPaused = status === 'paused';
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
          t(isPaused ? 'uploads.paused' : 'uploads.pending')
        )}
      </span>
      {isPausable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t(isPaused ? 'uploads.goOn' : 'uploads.pause', { name })}
          onClick={() => (isPaused ? uploads.goOn(id) : uploads.pause(id))}
        >
          {isPaused ? <Play size={15} /> : <Pause size={15} />}
        </ActionIcon>
      )}
      {status !== 'completed' && (
        <CloseButton size="sm" aria-label={t('uploads.cancel', { name })} onClick={() => uploads.cancel(id)} />
      )}
    </li>
  );
};
