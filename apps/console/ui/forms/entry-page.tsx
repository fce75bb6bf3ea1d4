import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { isGone, useFault } from '../../platform/queries';
import { Gone, useLastKnown } from '../faults/gone';
import { Page } from '../page';
import { Fault } from '../screens';
import { EntrySkeleton } from './entry-skeleton';

type Props = {
  /** The query of what it shows. */
  readonly asked: UseQueryResult;
  /** The window's title. */
  readonly page: string;
  /** undefined while loading: the space is reserved. */
  readonly title: string | undefined;
  readonly text: string | undefined;
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
  /** Shown once it is loaded. */
  readonly children: ReactNode;
};

/** The screen of a thing: waits for it, and says when it does not exist. */
export const EntryPage = ({ asked, page, title = ' ', text = ' ', children, ...rest }: Props) => {
  const { t } = useTranslation();
  useDocumentTitle(page);
  const fault = useFault(asked);
  const name = useLastKnown(asked.data && title);
  if (isGone(fault) && name !== undefined) return <Gone title={t('screens.gone', { name })}>{rest.back}</Gone>;
  if (fault !== null) return <Fault error={fault} reset={() => void asked.refetch()} />;
  return (
    <Page title={title} text={text} {...rest}>
      {asked.data ? children : <EntrySkeleton />}
    </Page>
  );
};
