/** @jest-environment ./testing/browser.cjs */
import { act, screen, waitFor } from '@testing-library/react';
import { complain } from '../../platform/faults';
import { Refused } from '../../platform/refusals';
import { toasts } from '../../platform/toasts';
import { show } from '../../testing/screen';
import { Message } from '../message';
import { Fault } from '../screens';
import { ToastList } from '../toast-list';
import { TryAgain } from './try-again';

const ID = '019abc00-0000-7000-8000-000000000001';
const failed = new Refused(500, { error: 'A apărut o eroare pe server.', code: 'INTERNAL_ERROR', correlation_id: ID });
const taken = new Refused(409, { error: 'Numele este folosit.', code: 'NAME_TAKEN', correlation_id: ID });

/** What was copied. */
const copying = () => {
  const copied: string[] = [];
  const writeText = (text: string) => Promise.resolve(void copied.push(text));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  return copied;
};

describe('what a fault of the server is found by', () => {
  it('is copied from the screen that could not be read', async () => {
    const { person } = await show(<Fault error={failed} />);
    const copied = copying();
    expect(screen.getByText(ID)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Copiază codul erorii' }));
    expect(copied).toEqual([ID]);
  });

  it('stands in what is told of it, and not in what is only refused', async () => {
    await show(
      <>
        <Message tone="error" error={failed}>
          x
        </Message>
        <Message tone="error" error={taken}>
          y
        </Message>
        <Fault error={taken} part="z" />
        <ToastList />
      </>,
    );
    expect(screen.getAllByText(ID)).toHaveLength(1);
    act(() => complain('Nu s-a putut', taken));
    act(() => complain('Nu s-a putut', failed));
    await waitFor(() => expect(screen.getAllByText(ID)).toHaveLength(2));
    act(() => toasts.shown.set([]));
  });
});

it.each([403, 404])(
  'a page %d of somebody else than the portal is no word about what was asked for',
  async (status) => {
    await show(<Fault error={new Refused(status, {})} />);
    expect(screen.getByRole('button', { name: 'Încearcă din nou' })).toBeTruthy();
  },
);

it('what may be read again later counts down, and is then read by itself', async () => {
  let read = 0;
  const again = () => void (read += 1);
  await show(<TryAgain error={new Refused(429, {}, 1)} onAgain={again} />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /peste o secundă/ }).disabled).toBe(true);
  await waitFor(() => expect(read).toBe(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Încearcă din nou' })).toBeTruthy());
});
