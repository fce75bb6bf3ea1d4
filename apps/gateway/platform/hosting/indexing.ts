import type { Findings } from '../health/findings';
import type { OnFollower } from './projecting';

/** Reports of the indexing thread, for health. */
export const indexingFindings = (
  findings: Pick<Findings, 'add' | 'clear' | 'of'>,
): Required<
  Omit<OnFollower, 'onTold' | 'onGivenUp' | 'onErased' | 'onDamaged' | 'onDamagedDocument' | 'onChangedRows'>
> => ({
  onFailure(reason) {
    const what = `what is new is not found now: ${reason}`;
    if (findings.of('indexing').includes(what)) return;
    findings.clear('indexing');
    findings.add('indexing', what);
  },
  onRecovery: () => findings.clear('indexing'),
  onDropped: () => findings.add('search', 'the index was made from another log, and is filled anew by itself'),
  onStop: (_, { eventId, reason }) =>
    findings.add('search', `what came since event ${eventId} is not found: ${reason}`),
});
