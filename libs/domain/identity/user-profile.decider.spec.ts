import { decides, someone } from '@dosar/kernel/testing';
import { DEFAULT_PREFERENCES } from '@dosar/contracts';
import { ana, userRegistered } from '../testing/identity';
import { user } from './user.decider';
import type { UserEvent } from './user.events';
import type { CommandOf } from './user-state';

const given = decides(user);

describe('the own profile', () => {
  const change = (data: CommandOf<'ChangeProfile'>['data']) => ({ type: 'ChangeProfile', data }) as const;
  const pinned: UserEvent = { type: 'ClientsPinned', data: { from: [], to: ['c-1', 'c-2'] } };

  it('is changed field by field', () =>
    given(userRegistered())
      .when(change({ name: 'Ana Pop', phone: '0721123456', preferences: { theme: 'dark' }, pinned: ['c-1', 'c-2'] }))
      .then(
        {
          type: 'UserProfileChanged',
          data: { name: { from: ana.name, to: 'Ana Pop' }, phone: { from: null, to: '0721123456' } },
        },
        {
          type: 'PreferencesChanged',
          data: { from: DEFAULT_PREFERENCES, to: { ...DEFAULT_PREFERENCES, theme: 'dark' } },
        },
        pinned,
      ));
  it('that is asked to be what it is does not change', () => {
    given(userRegistered())
      .when(change({ name: ana.name, phone: null, preferences: { ...DEFAULT_PREFERENCES }, pinned: [] }))
      .thenNothing();
    given(userRegistered()).when(change({})).thenNothing();
    given(userRegistered(), pinned)
      .when(change({ pinned: ['c-1', 'c-2'] }))
      .thenNothing();
  });
  it('keeps the order of what was pinned', () =>
    given(userRegistered(), pinned)
      .when(change({ pinned: ['c-2', 'c-1'] }))
      .then({ type: 'ClientsPinned', data: { from: ['c-1', 'c-2'], to: ['c-2', 'c-1'] } }));
  it('can be chosen anew after the name was erased', () =>
    given(userRegistered({ name: null, email: null }))
      .when(change({ name: 'Ana' }))
      .then({ type: 'UserProfileChanged', data: { name: { from: null, to: 'Ana' } } }));
  it('of nobody is refused', () =>
    given()
      .when(change({ name: 'X' }))
      .thenRefused('user/unknown'));
  it('goes on from the preferences and the name that were chosen', () =>
    given(
      userRegistered(),
      { type: 'UserProfileChanged', data: { name: { from: ana.name, to: 'Ana Pop' } } },
      {
        type: 'PreferencesChanged',
        data: { from: DEFAULT_PREFERENCES, to: { ...DEFAULT_PREFERENCES, theme: 'dark' } },
      },
    )
      .when(change({ name: 'Ana Pop', preferences: { theme: 'dark' } }))
      .thenNothing());
});

describe('a letter', () => {
  const note = { type: 'NoteLetter', data: { cause: 'e-1', kind: 'reset' } } as const;
  const sent: UserEvent = { type: 'LetterSent', data: { cause: 'e-1', kind: 'reset' } };
  it('is noted once for each event that asked for one', () => {
    given(userRegistered()).when(note).then(sent);
    given(userRegistered(), sent).when(note).thenNothing();
    given(userRegistered(), { type: 'LetterSent', data: { cause: 'e-0', kind: 'reset' } })
      .when(note)
      .then(sent);
  });
  it('stays noted when its account is deleted', () =>
    given(userRegistered(), sent, {
      type: 'UserDeleted',
      data: { role: 'user', firmId: null, clientIds: [], assignmentsEnded: [] },
    })
      .when(note)
      .thenNothing());
  it('is remembered longer than one is sent, and not for ever', () => {
    const day = 24 * 60 * 60_000;
    const after = (ms: number) => ({ now: new Date(Date.parse(someone.now) + ms).toISOString() });
    const note = (cause: string) => ({ cause, kind: 'reset' }) as const;
    const kept = (ms: number) => {
      const one = user.evolve.LetterSent(note('e-1'), user.initial(), someone);
      return Object.keys(user.evolve.LetterSent(note('e-2'), one, after(ms)).letters);
    };
    expect(kept(day)).toEqual(['e-1', 'e-2']);
    expect(kept(2 * day)).toEqual(['e-2']);
  });
});
