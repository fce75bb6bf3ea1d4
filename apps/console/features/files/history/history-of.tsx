import { lazy, Suspense, type ComponentProps } from 'react';

/** What happened to a thing is loaded when somebody looks at it. */
const HistoryDialog = lazy(() => import('./history.dialog').then((module) => ({ default: module.HistoryDialog })));

export const HistoryOf = (props: ComponentProps<typeof HistoryDialog>) => (
  <Suspense>
    <HistoryDialog {...props} />
  </Suspense>
);
