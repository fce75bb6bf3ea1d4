/** @jest-environment ./testing/browser.cjs */
import { QueryObserver } from '@tanstack/react-query';
import { handle, readAnew } from './live';
import { queries } from '../queries';
import { until } from '../../testing/waiting';

const known = (view: string) => [view, `/${view}`, {}];
const isAnew = (view: string) => queries.getQueryState(known(view))?.isInvalidated;

describe('a signal', () => {
  beforeEach(() => {
    queries.clear();
    for (const view of ['conversations', 'users']) queries.setQueryData(known(view), {});
  });

  it('that a view has moved has all of that view read anew, and nothing else', () => {
    handle({}, 'conversations:changed', { position: '7' });
    expect([isAnew('conversations'), isAnew('users')]).toEqual([true, false]);
  });

  it('with a handler of its own is left to it', () => {
    const heard: unknown[] = [];
    handle({ 'me:changed': (body) => heard.push(body) }, 'me:changed', { position: '8' });
    expect([heard, isAnew('users')]).toEqual([[{ position: '8' }], false]);
  });

  it('of something else touches nothing', () => {
    handle({}, 'resync', {});
    handle({}, 'typing', {});
    expect([isAnew('conversations'), isAnew('users')]).toEqual([false, false]);
  });
});

describe('after something may have changed unheard', () => {
  it('what is shown is read once more, also what was being read for the first time', async () => {
    queries.clear();
    const answers: (() => void)[] = [];
    let first = 0;
    let known = 0;
    const stops = [
      new QueryObserver(queries, {
        queryKey: ['first'],
        queryFn: () => {
          first += 1;
          return new Promise((resolve) => answers.push(() => resolve(first)));
        },
      }),
      new QueryObserver(queries, { queryKey: ['known'], queryFn: () => (known += 1), initialData: 0 }),
    ].map((observer) => observer.subscribe(() => {}));
    const anew = readAnew();
    answers[0]!();
    await until(() => answers.length >= 2);
    answers[1]!();
    await anew;
    expect([first, known]).toEqual([2, 1]);
    for (const stop of stops) stop();
  });
});
