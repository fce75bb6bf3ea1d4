import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
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
export const EntryPage = ({
  asked: { data, error, refetch },
  page,
  title = ' ',
  text = ' ',
  children,
  ...rest
}: Props) => {
  useDocumentTitle(page);
  if (error && !data) return <Fault error={error} reset={() => void refetch()} />;
  return (
    <Page title={title} text={text} {...rest}>
      {data ? children : <EntrySkeleton />}
    </Page>
  );
};
