import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useRouter } from '@tanstack/react-router';
import { CloudOff, FileQuestion, Lock, TriangleAlert } from 'lucide-react';
import { useSentence } from '../platform/faults';
import { awaitConnection, onBack } from '../platform/live/connection';
import { faultIdOf, isPassing, MissingPart, Refused, refusedWith, Unreachable } from '../platform/refusals';
import { ErrorId } from './faults/error-id';
import { Notice } from './notice';
import { TryAgain } from './faults/try-again';
import classes from './screens.module.css';

/** For unknown addresses, and things that do not exist for this person. */
export const NotFound = () => <Missing />;

const Missing = ({ isPart = false }: { readonly isPart?: boolean }) => {
  const { t } = useTranslation();
  useDocumentTitle(t('screens.notFoundPage'));
  return (
    <Notice icon={FileQuestion} title={t('screens.notFound')} text={t('screens.notFoundText')} isScreen={!isPart}>
      <Home />
    </Notice>
  );
};

export const Unauthorized = () => {
  const { t } = useTranslation();
  useDocumentTitle(t('screens.unauthorizedPage'));
  return (
    <Notice icon={Lock} title={t('screens.unauthorized')} text={t('screens.unauthorizedText')} isScreen>
      <Home />
    </Notice>
  );
};

/** Shown while loading takes longer. */
export const Waiting = () => {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} role="status" aria-label={t('screens.waiting')}>
      <Loader size="sm" />
    </div>
  );
};

const Home = () => {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/">
      {t('screens.home')}
    </Button>
  );
};

type FaultProps = {
  readonly error: unknown;
  readonly reset?: () => void;
  /** The part of the screen that could not be read. */
  readonly part?: string | undefined;
  /** What could not be done, where it is more than a part. */
  readonly title?: string;
};

/** A failed read: repeated when the server answers again, or on request. */
export const Fault = ({ error, reset, part, title }: FaultProps) => {
  const { t } = useTranslation();
  const router = useRouter();
  const sentence = useSentence();
  const again = () => {
    if (error instanceof MissingPart) return location.reload();
    reset?.();
    void router.invalidate();
  };
  const onAnswer = useEffectEvent(again);
  useEffect(() => {
    if (!isPassing(error)) return;
    awaitConnection();
    return onBack(() => onAnswer());
  }, [error]);
  if (refusedWith(error, 404)) return <Missing isPart={part !== undefined} />;
  if (refusedWith(error, 403)) return <Unauthorized />;
  const isKnown = error instanceof Refused || error instanceof Unreachable;
  return (
    <Notice
      icon={error instanceof Unreachable ? CloudOff : TriangleAlert}
      title={part ?? title ?? t('screens.fault')}
      text={isKnown ? sentence(error) : t('screens.faultText')}
      isScreen={part === undefined}
    >
      <TryAgain error={error} onAgain={again} />
      <ErrorId id={faultIdOf(error)} />
    </Notice>
  );
};
