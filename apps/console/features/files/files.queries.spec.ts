/** @jest-environment ./testing/browser.cjs */
import { queries } from '../../platform/queries';
import { documents } from './documents/documents.queries';
import { file, filesIn, refreshFolders } from './files.queries';

/** What was read of two clients, by names. @returns when each was to be read again */
const readings = () => {
  const keys = {
    file: file('a').queryKey,
    one: filesIn('one', 'd').queryKey,
    other: filesIn('other', null).queryKey,
    list: documents({}).queryKey,
  };
  const each: readonly (readonly unknown[])[] = Object.values(keys);
  for (const key of each) queries.setQueryData(key, {});
  const times: Record<string, number> = {};
  const names = new Map(Object.entries(keys).map(([name, key]) => [JSON.stringify(key), name]));
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    times[names.get(JSON.stringify(event.query.queryKey))!] = Date.now();
  });
  return times;
};

it('what has changed is read again soon, the list over all clients as often as the figures', () => {
  jest.useFakeTimers({ now: 0 });
  const times = readings();
  refreshFolders('one', ['d']);
  refreshFolders('other', [null]);
  jest.advanceTimersByTime(900);
  refreshFolders('one', ['d']);
  jest.advanceTimersByTime(5_000);
  jest.useRealTimers();
  expect(times).toEqual({ file: 80, one: 80, other: 80, list: 1_080 });
});
