/** @jest-environment ./testing/browser.cjs */
import { act, renderHook } from '@testing-library/react';
import { session } from '../../../platform/api';
import { chosenClient, openClient, recentOf, useRecentClients } from './chosen-client';

const signIn = (user_id: string) => {
  const payload = btoa(JSON.stringify({ user_id, role: 'accountant', exp: 1, sid: 's' }));
  session.open({ token: `x.${payload}.y`, expires_at: new Date(Date.now() + 60_000).toISOString() });
};

describe('the clients that somebody works on', () => {
  beforeEach(() => signIn('ana'));
  afterEach(() => session.close());
  const recent = () => renderHook(useRecentClients).result.current;

  it('are remembered, the last five of them, newest first and each once', () => {
    const { result } = renderHook(useRecentClients);
    act(() => ['1', '2', '3', '2', '4', '5', '6'].forEach(openClient));
    expect(result.current).toEqual(['6', '5', '4', '2', '3']);
    expect(chosenClient.get()).toBe('6');
    expect(localStorage.getItem('dosar.client')).toBe('6');
  });

  it('are not told to the next who sits here', () => {
    openClient('1');
    session.close();
    signIn('ion');
    expect(recent()).toEqual([]);
    openClient('9');
    expect(recent()).toEqual(['9']);
  });

  it('are not remembered of nobody, nor is no client', () => {
    openClient('1');
    const before = recent();
    openClient('');
    expect(recent()).toEqual(before);
    session.close();
    openClient('2');
    expect(recent()).toEqual([]);
    expect(recentOf(null, 'null 1')).toEqual([]);
    signIn('ana');
    expect(recent()).toEqual(before);
  });

  it('are forgotten when none is chosen', () => {
    chosenClient.set('1');
    chosenClient.set(null);
    expect([chosenClient.get(), localStorage.getItem('dosar.client')]).toEqual([null, null]);
  });
});
