import { useTranslation } from 'react-i18next';
import { Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useRouter } from '@tanstack/react-router';
import { CloudOff, FileQuestion, Lock, TriangleAlert } from 'lucide-react';
import { useSentence } from '../platform/faults';
import { Refused, Unreachable } from '../platform/refusals';
import { Notice } from './notice';
import classes from './screens.module.css';

/** Shown for an address that is none, and for things that are not there for this person. */
export const NotFound = () => {
  const { t } = useTranslation();
  useDocumentTitle(t('screens.notFoundPage'));
  return (
    <Notice icon={FileQuestion} title={t('screens.notFound')} text={t('screens.notFoundText')} isScreen>
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

/** What takes longer than a moment. */
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

/** A screen that could not be loaded; trying again is all there is to do. */
export const Fault = ({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) => {
  const { t } = useTranslation();
  const router = useRouter();
  const sentence = useSentence();
  if (error instanceof Refused && error.status === 404) return <NotFound />;
  if (error instanceof Refused && error.status === 403) return <Unauthorized />;
  const isKnown = error instanceof Refused || error instanceof Unreachable;
  const again = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <Notice
      icon={error instanceof Unreachable ? CloudOff : TriangleAlert}
      title={t('screens.fault')}
      text={isKnown ? sentence(error) : t('screens.faultText')}
      isScreen
    >
      <Button onClick={again}>{t('screens.again')}</Button>
    </Notice>
  );
};
