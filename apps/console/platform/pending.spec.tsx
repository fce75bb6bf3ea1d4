/** @jest-environment ./testing/browser.cjs */
import { act, renderHook } from '@testing-library/react';
import { usePending } from './pending';

describe('something under way', () => {
  it('is not begun a second time, and can be begun again when it is over, also when it failed', async () => {
    const { result } = renderHook(() => usePending());
    const begun: string[] = [];
    let end: (error?: Error) => void = () => {};
    const work = (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
    };
    const isPending = () => result.current[0];
    const run = (name: string) => result.current[1](work(name));

    expect(isPending()).toBe(false);
    let first: Promise<void> = Promise.resolve();
    await act(async () => void (first = run('first')));
    expect(isPending()).toBe(true);
    await act(() => run('second'));
    expect(begun).toEqual(['first']);
    await act(async () => {
      end();
      await first;
    });
    expect(isPending()).toBe(false);

    let third: Promise<void> = Promise.resolve();
    await act(async () => void (third = run('third')));
    await act(async () => {
      end(new Error('refused'));
      await expect(third).rejects.toThrow('refused');
    });
    expect(isPending()).toBe(false);
    expect(begun).toEqual(['first', 'third']);
  });
});
