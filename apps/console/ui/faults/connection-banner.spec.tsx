/** @jest-environment ./testing/browser.cjs */
import { act, screen, waitFor } from '@testing-library/react';
import { connection, type Connection } from '../../platform/live/live';
import { Refused } from '../../platform/refusals';
import { patiently, slowCalls } from '../../platform/live/waits';
import { show } from '../../testing/screen';
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

it('an answer that does not come is told, and calls that wait say how long, and can be sent at once', async () => {
  const { person } = await show(<ConnectionBanner />);
  act(() => slowCalls.set(1));
  expect(said()).toBe('Serverul răspunde greu.');
  let isDone = false;
  const reasons = [new Refused(429, {}, 30)];
  const sending = patiently(() => {
    const reason = reasons.shift();
    return reason ? Promise.reject(reason) : Promise.resolve();
  }).then(() => (isDone = true));
  await waitFor(() => expect(said()).toMatch(/^Prea multe cereri.* Se încearcă din nou peste (30|29) de secunde\./));
  expect(isDone).toBe(false);
  await person.click(screen.getByRole('button', { name: 'Încearcă acum' }));
  await sending;
  await waitFor(() => expect(said()).toBe('Serverul răspunde greu.'));
  act(() => slowCalls.set(0));
  expect(said()).toBe('');
});
