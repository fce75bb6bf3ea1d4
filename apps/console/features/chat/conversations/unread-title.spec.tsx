/** @jest-environment ./testing/browser.cjs */
import { act, renderHook } from '@testing-library/react';
import { useUnreadTitle } from './unread-title';

const titled = async (title: string) => {
  document.title = title;
  await act(() => new Promise((go) => setTimeout(go)));
};

it('how much is unread stands before the title of whatever screen is open', async () => {
  document.head.append(document.createElement('title'));
  await titled('Documente · Dosar');
  const { rerender } = renderHook(useUnreadTitle, { initialProps: 3 });
  expect(document.title).toBe('(3) Documente · Dosar');
  await titled('Conversații · Dosar');
  expect(document.title).toBe('(3) Conversații · Dosar');
  rerender(0);
  expect(document.title).toBe('Conversații · Dosar');
});
