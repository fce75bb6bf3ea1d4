/** @jest-environment ./testing/browser.cjs */
import { act, screen } from '@testing-library/react';
import { connection, type Connection } from '../platform/live/live';
import { show } from '../testing/screen';
import { ConnectionBanner } from './connection-banner';

const QUIET_MS = 1_600;
const becomes = async (state: Connection) => {
  act(() => connection.set(state));
  await act(() => new Promise((go) => setTimeout(go, QUIET_MS)));
};
const said = () => screen.getByRole('status').textContent;

it('a line that is lost, one that could not be had again, and one that is back are told apart', async () => {
  await show(<ConnectionBanner />);
  await becomes('reconnecting');
  expect(said()).toContain('Se reia automat');
  expect(screen.queryByRole('button')).toBeNull();
  await becomes('failed');
  expect(said()).toContain('Serverul nu a putut fi contactat.');
  expect(screen.getByRole('button', { name: 'Încearcă acum' })).toBeTruthy();
  await becomes('connected');
  expect(said()).toBe('');
});
