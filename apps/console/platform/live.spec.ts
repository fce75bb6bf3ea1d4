/** @jest-environment ./testing/browser.cjs */
import { handle } from './live';
import { queries } from './queries';

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
