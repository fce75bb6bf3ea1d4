/** @jest-environment ./testing/browser.cjs */
import { act, renderHook, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Client } from '@dosar/contracts';
import { queries } from '../../../platform/queries';
import { useClientsById } from './clients-by-id';

const aClient = (id: string) => ({ id, societate: `Clientul ${id}` }) as Client;

describe('clients by their ids', () => {
  beforeEach(() => queries.clear());
  const show = (ids: readonly string[], known?: readonly Client[]) =>
    renderHook(() => useClientsById(ids, known).map(({ id }) => id), {
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    }).result;

  it('are those that are known, in this order, and nobody is asked', () => {
    globalThis.fetch = () => Promise.reject(new Error('nobody is to be asked'));
    expect(show(['b', 'a'], [aClient('a'), aClient('b'), aClient('c')]).current).toEqual(['b', 'a']);
  });

  it('are asked for when they are not known, and left out when they are gone', async () => {
    const asked: string[] = [];
    globalThis.fetch = async (address) => {
      asked.push(address as string);
      return new Response('gone', { status: 404 });
    };
    queries.setQueryData(['clients', '/clients/:id', { params: { id: 'x' } }], { client: aClient('x') });
    const shown = show(['x', 'a', 'gone'], [aClient('a')]);
    await waitFor(() => expect(asked).toContain('/api/clients/gone'));
    expect(shown.current).toEqual(['x', 'a']);
  });

  it('that cannot be had are not asked for again and again', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    try {
      let asked = 0;
      globalThis.fetch = async () => {
        asked += 1;
        return Response.json({ error: 'Nu există.', code: 'NOT_FOUND', correlation_id: 'x' }, { status: 404 });
      };
      show(['gone'], []);
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      expect(asked).toBe(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('wait until it is said which are known', () => {
    globalThis.fetch = () => Promise.reject(new Error('nobody is to be asked'));
    expect(show(['a']).current).toEqual([]);
  });
});
