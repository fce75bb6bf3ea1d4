/** @jest-environment ./testing/browser.cjs */
import type { LiveBody } from '@dosar/contracts';
import { toasts } from '../../platform/toasts';
import { hearNotification } from './live-notifications';

const about = (link: string, read_at: string | null = null) =>
  ({ notification: { title: 'Mesaj nou', body: 'Bună ziua!', link, read_at } }) as LiveBody<'notification:new'>;

it('a toast tells of what is new, not of the conversation that somebody looks at, nor of what was read', () => {
  const shown = () => toasts.shown.get().length;
  history.replaceState(null, '', '/chat/k');
  hearNotification(about('/chat/k'), () => {});
  hearNotification(about('/chat/other', '2026-03-04T10:00:00.000Z'), () => {});
  expect(shown()).toBe(0);
  hearNotification(about('/chat/other'), () => {});
  expect(shown()).toBe(1);
  // the page is not seen: its tab is behind another
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  hearNotification(about('/chat/k'), () => {});
  expect(shown()).toBe(2);
  Reflect.deleteProperty(document, 'hidden');
});
