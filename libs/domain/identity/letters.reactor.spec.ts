import { evolve, type Recorded } from '@dosar/kernel';
import { reacts, recorded, someone } from '@dosar/kernel/testing';
import { en, ro } from '@dosar/contracts';
import { ana, of, userRegistered } from '../testing/identity';
import { letters } from './letters.reactor';
import { user } from './user.decider';
import type { UserEvent } from './user.events';
import type { UserState } from './user-state';

const reader = { name: ana.name, email: ana.email, language: 'ro' } as const;
const link = (requestId = 'r-1') => ({ ...reader, requestId });
const minute = 60_000;
const day = 24 * 60 * 60_000;
const { id } = recorded(userRegistered(), 0);

/** The effects of an event of ana's that the reactor handles that long after it happened. */
const after = (event: UserEvent, ms = 0, more: Partial<Recorded> = {}) => {
  const now = () => new Date(Date.parse(someone.now) + ms);
  const [effect, ...others] = reacts(letters, { now }).to(event, { ...of('user', 'ana'), ...more }).asked;
  expect(others).toEqual([]);
  if (!effect) return null;
  if (effect.kind !== 'letter') throw new Error(`${effect.kind} is no letter`);
  return effect;
};
const stateAfter = (...events: UserEvent[]): UserState =>
  events.reduce((state, event) => evolve(user, state, event, someone.now), user.initial());

const invited = (requestId?: string): UserEvent => ({ type: 'UserInvited', data: link(requestId) });
const reset = (requestId?: string): UserEvent => ({ type: 'PasswordResetRequested', data: link(requestId) });
const signIn = (requestId?: string): UserEvent => ({ type: 'SignInLinkSent', data: link(requestId) });
const changed: UserEvent = { type: 'PasswordChanged', data: { credentialId: 'cr-2', by: 'self', told: reader } };
const registered = userRegistered();

describe('a letter', () => {
  it.each<[string, UserEvent, string, string]>([
    ['an invitation', invited(), ro.letters.invitation.subject, '/invitation?invitation.ana.r-1'],
    ['a reset', reset(), ro.letters.reset.subject, '/reset-password?reset.ana.r-1'],
    ['a link that signs in', signIn(), ro.letters.sign_in.subject, '/sign-in-link?sign_in.ana.r-1'],
  ])('goes out with %s', (_, event, subject, url) => {
    const { letter } = after(event)!;
    expect(letter).toMatchObject({ to: ana.email, subject });
    expect(letter.text).toContain(`: ${url}\n`);
    expect(letter.html).toContain(`href="${url}"`);
  });
  it('tells of a password that was changed, without a link', () => {
    const { letter } = after(changed)!;
    expect(letter).toMatchObject({ to: ana.email, subject: ro.letters.changed.subject });
    expect(letter.html).not.toContain('href');
  });
  it('tells nobody of a first password', () =>
    expect(after({ type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'invitation' } })).toBeNull());
  it('is in the reader’s language, and safe to show', () => {
    const { letter } = after({ type: 'UserInvited', data: { ...link(), name: '<b>A&B</b>', language: 'en' } })!;
    expect(letter.subject).toBe(en.letters.invitation.subject);
    expect(letter.text).toContain('<b>A&B</b>');
    expect(letter.html).toContain('&lt;b&gt;A&amp;B&lt;/b&gt;');
    expect(letter.html).toContain('<html lang="en">');
  });
  it('greets who was erased in part, and is not written to who has no address', () => {
    expect(after({ type: 'UserInvited', data: { ...link(), name: null } })!.letter.text).toContain(ro.letters.nameless);
    expect(after({ type: 'UserInvited', data: { ...link(), email: null } })).toBeNull();
    expect(after({ type: 'PasswordChanged', data: { ...changed.data, told: { ...reader, email: null } } })).toBeNull();
  });
});

describe('a letter goes out once', () => {
  it('and that it did is noted with the account, by the event that asked for it', () => {
    const { note } = after(reset())!;
    expect([note.decider, note.id, note.command]).toEqual([
      user,
      'ana',
      { type: 'NoteLetter', data: { cause: id, kind: 'reset' } },
    ]);
  });
  it.each([invited(), reset(), signIn(), changed])('not again once it is noted: $type', (event) => {
    const { isNoted } = after(event)!;
    const noted: UserEvent = { type: 'LetterSent', data: { cause: id, kind: 'reset' } };
    const another: UserEvent = { type: 'LetterSent', data: { cause: 'e-9', kind: 'reset' } };
    expect(isNoted(stateAfter(registered, event))).toBe(false);
    expect(isNoted(stateAfter(registered, event, another))).toBe(false);
    expect(isNoted(stateAfter(registered, event, noted))).toBe(true);
    expect(isNoted(stateAfter(registered, event, noted, another))).toBe(true);
  });
});

describe('a letter never goes out', () => {
  it('when its cause is a day old, or its link is over', () => {
    expect(after(invited(), day - 1)).not.toBeNull();
    expect(after(invited(), day)).toBeNull();
    expect(after(changed, day - 1)).not.toBeNull();
    expect(after(changed, day)).toBeNull();
    expect(after(reset(), 60 * minute - 1)).not.toBeNull();
    expect(after(reset(), 60 * minute)).toBeNull();
    expect(after(signIn(), 15 * minute - 1)).not.toBeNull();
    expect(after(signIn(), 15 * minute)).toBeNull();
  });
  const gone: UserEvent = {
    type: 'UserDeleted',
    data: { role: 'user', firmId: null, clientIds: ['c-1'], assignmentsEnded: [] },
  };
  const elsewhere: UserEvent = { type: 'UserEmailChanged', data: { from: ana.email, to: 'a@x.ro' } };
  it.each<[string, UserEvent, UserEvent]>([
    ['was followed by a newer invitation', invited(), invited('r-2')],
    ['was followed by a newer reset', reset(), reset('r-2')],
    ['was followed by a newer link', signIn(), signIn('r-2')],
    ['was an invitation and has been used', invited(), changed],
    ['was a reset and has been used', reset(), { type: 'PasswordResetCompleted', data: { requestId: 'r-1' } }],
    ['went to a former address', invited(), elsewhere],
    ['was of somebody who was deleted', invited(), gone],
  ])('with a link that %s', (_, event, next) =>
    expect(after(event)!.isNoted(stateAfter(registered, event, next))).toBe(true),
  );
  it('but with one of another kind that was followed', () =>
    expect(after(invited())!.isNoted(stateAfter(registered, invited(), reset('r-2')))).toBe(false));
});
