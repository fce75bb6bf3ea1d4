import { lazy, Suspense, type ComponentProps } from 'react';
import { Waiting } from '../../ui/screens';

const SecondStep = lazy(() => import('./second-step').then((module) => ({ default: module.SecondStep })));

/** Only those load it who have a second step. */
export const LazySecondStep = (props: ComponentProps<typeof SecondStep>) => (
  <Suspense fallback={<Waiting />}>
    <SecondStep {...props} />
  </Suspense>
);
