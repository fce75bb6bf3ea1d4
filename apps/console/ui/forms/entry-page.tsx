import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { Page } from '../page';
import { Fault } from '../screens';
import { EntrySkeleton } from './entry-skeleton';

type Props = {
  /** The reading of what it shows. */
  readonly asked: UseQueryResult;
  /** What the window is called. */
  readonly page: string;
  /** undefined as long as it is not known: its place is kept. */
  readonly title: string | undefined;
  readonly text: string | undefined;
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
  /** Shown once it is known. */
  readonly children: ReactNode;
};

/** The screen of one thing: waits for it, and says when it is not there. */
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
