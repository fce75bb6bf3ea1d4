/** @jest-environment ./testing/browser.cjs */
import { act, screen, waitFor } from '@testing-library/react';
import { connection, type Connection } from '../platform/live/live';
import { show } from '../testing/screen';
import { ConnectionBanner } from './connection-banner';

const said = () => screen.getByRole('status').textContent;
const becomes = async (state: Connection, sentence: string) => {
  act(() => connection.set(state));
  await waitFor(() => expect(said()).toContain(sentence), { timeout: 10_000 });
};

it('a line that is lost, one that could not be had again, and one that is back are told apart', async () => {
  await show(<ConnectionBanner />);
  await becomes('reconnecting', 'Se reia automat');
  expect(screen.queryByRole('button')).toBeNull();
  await becomes('failed', 'Serverul nu a putut fi contactat.');
  expect(screen.getByRole('button', { name: 'Încearcă acum' })).toBeTruthy();
  act(() => connection.set('connected'));
  await waitFor(() => expect(said()).toBe(''));
});
