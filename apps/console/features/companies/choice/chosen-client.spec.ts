/** @jest-environment ./testing/browser.cjs */
import { act, renderHook } from '@testing-library/react';
import { session } from '../../../platform/api';
import { chosenClient, openClient, placeOfClient, recentOf, useOpenedClient, useRecentClients } from './chosen-client';

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

  it('are those of the screen that is open, but for a user of one, who has no choice', () => {
    openClient('1');
    renderHook(() => useOpenedClient({ role: 'user' }, '2'));
    renderHook(() => useOpenedClient({ role: 'accountant' }, null));
    expect(chosenClient.get()).toBe('1');
    renderHook(() => useOpenedClient({ role: 'accountant' }, '2'));
    expect(chosenClient.get()).toBe('2');
  });

  it.each([
    ['/files', { to: '/files', search: { clientId: '2' } }],
    ['/files/d1', { to: '/files', search: { clientId: '2' } }],
    ['/files/trash', { to: '/files', search: { clientId: '2' } }],
    ['/chat/1', { to: '/chat/$conversationId', params: { conversationId: '2' } }],
    ['/clients/1', { to: '/clients/$id', params: { id: '2' } }],
    ['/admin/clients/1', { to: '/admin/clients/$id', params: { id: '2' } }],
    ...['/', '/chat', '/chat/between-two', '/files-select', '/admin/clients', '/admin/clients/new', '/search'].map(
      (path) => [path, null] as const,
    ),
  ] as const)('are changed at %s without leaving another one on the screen', (path, place) => {
    openClient('1');
    expect(placeOfClient({ pathname: path }, '2')).toEqual(place);
  });

  it('are changed in a list of documents that is of one client, with what else it is narrowed by', () => {
    const of = (search: object) => placeOfClient({ pathname: '/documents', search }, '2');
    expect(of({ clientId: '1', state: 'new', page: 3 })).toEqual({
      to: '/documents',
      search: { clientId: '2', state: 'new' },
    });
    expect(of({ state: 'new' })).toBeNull();
  });

  it('are forgotten when none is chosen', () => {
    chosenClient.set('1');
    chosenClient.set(null);
    expect([chosenClient.get(), localStorage.getItem('dosar.client')]).toEqual([null, null]);
  });
});
