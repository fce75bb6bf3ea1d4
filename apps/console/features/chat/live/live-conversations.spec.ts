/** @jest-environment ./testing/browser.cjs */
import { connection } from '../../../platform/live/live';
import { queries } from '../../../platform/queries';
import { conversation } from '../chat.queries';
import { presences, conversationHandlers } from './live-conversations';
import { until } from '../../../testing/waiting';

it('what was told of who is there is forgotten when the line is back, and asked for anew', async () => {
  const { queryKey } = conversation('t');
  queries.setQueryData(queryKey, { conversation: {} as never });
  conversationHandlers['presence:update']?.({ user_id: 'elena', status: 'online', last_seen: null });
  connection.set('reconnecting');
  expect([...presences.get()]).toEqual([['elena', { status: 'online', last_seen: null }]]);
  connection.set('connected');
  await until(() => presences.get().size === 0 && queries.getQueryState(queryKey)?.isInvalidated === true);
});
