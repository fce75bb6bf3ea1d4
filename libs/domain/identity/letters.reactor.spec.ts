import { evolve, type Recorded, type StateOf } from '@dosar/kernel';
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

const nothingKnown: StateOf = (decider) => Promise.resolve(decider.initial());

/** The effects of an event of ana's that the reactor handles that long after it happened. */
const after = (event: UserEvent, ms = 0, more: Partial<Recorded> = {}) => {
  const now = () => new Date(Date.parse(someone.now) + ms);
  const [effect, ...others] = reacts(letters, { now }).to(event, { ...of('user', 'ana'), ...more }).asked;
  expect(others).toEqual([]);
  if (!effect) return null;
  if (effect.kind !== 'letter') throw new Error(`${effect.kind} is no letter`);
  return effect;
};
/** The letter itself, once what it says of others is known. */
const sent = async (event: UserEvent, stateOf: StateOf = nothingKnown) => {
  const { letter } = after(event)!;
  return typeof letter === 'function' ? letter(stateOf) : letter;
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
  ])('goes out with %s', async (_, event, subject, url) => {
    const letter = await sent(event);
    expect(letter).toMatchObject({ to: ana.email, subject });
    expect(letter.text).toContain(`: ${url}\n`);
    expect(letter.html).toContain(`href="${url}"`);
  });
  it('tells of a password that was changed, without a link', async () => {
    const letter = await sent(changed);
    expect(letter).toMatchObject({ to: ana.email, subject: ro.letters.changed.subject });
    expect(letter.html).not.toContain('href');
  });
  it('tells nobody of a first password', () =>
    expect(after({ type: 'PasswordChanged', data: { credentialId: 'cr-1', by: 'invitation' } })).toBeNull());
  it('is in the reader’s language, and safe to show', async () => {
    const letter = await sent({ type: 'UserInvited', data: { ...link(), name: '<b>A&B</b>', language: 'en' } });
    expect(letter.subject).toBe(en.letters.invitation.subject);
    expect(letter.text).toContain('<b>A&B</b>');
    expect(letter.html).toContain('&lt;b&gt;A&amp;B&lt;/b&gt;');
    expect(letter.html).toContain('<html lang="en">');
  });
  it('greets who was erased in part, and is not written to who has no address', async () => {
    expect((await sent({ type: 'UserInvited', data: { ...link(), name: null } })).text).toContain(ro.letters.nameless);
    expect(after({ type: 'UserInvited', data: { ...link(), email: null } })).toBeNull();
    expect(after({ type: 'PasswordChanged', data: { ...changed.data, told: { ...reader, email: null } } })).toBeNull();
  });
});

describe('an invitation says who writes', () => {
  /** What is known of ana, of whoever made her account, and of her firm. */
  const known =
    (anaIs: Partial<UserState>, by: string | null, firmIs: string | null): StateOf =>
    (decider, id) => {
      const initial: unknown = decider.initial();
      const about: Readonly<Record<string, object>> = {
        ana: anaIs,
        [someone.actor.id]: { name: by },
        'f-1': { details: firmIs === null ? null : { name: firmIs } },
        'c-1': { details: { firmId: 'f-1' } },
      };
      return Promise.resolve({ ...(initial as object), ...about[id] } as ReturnType<typeof decider.initial>);
    };
  const ofClient = { role: 'user', clientIds: ['c-1'] } as const;
  const ofFirm = { role: 'accountant', firmId: 'f-1' } as const;
  const { roles } = ro.letters.invitation;

  it.each<[string, StateOf, string, string[]]>([
    ['to a client', known(ofClient, 'Ioana', 'Contab'), 'Contab vă invită în Dosar', ['Ioana', 'Contab', roles.user]],
    ['to an accountant', known(ofFirm, 'Ioana', 'Contab'), 'Contab vă invită în Dosar', [roles.accountant]],
    ['to an administrator', known({ role: 'admin' }, 'Ioana', null), 'Invitație în Dosar', ['Ioana v-a', roles.admin]],
    ['of somebody who was erased', known(ofClient, null, 'Contab'), 'Contab vă invită în Dosar', ['Vi s-a creat']],
    ['of a firm that was erased', known(ofClient, 'Ioana', null), 'Invitație în Dosar', ['Ioana v-a creat un cont']],
  ])('%s', async (_, stateOf, subject, parts) => {
    const { text, ...letter } = await sent(invited(), stateOf);
    expect(letter.subject).toBe(subject);
    for (const part of parts) expect(text).toContain(part);
    expect(text).not.toMatch(/{{|null|undefined/);
  });

  it.each([reset(), signIn(), changed])('and each other letter whose portal it is: $type', async (event) => {
    const { text, html } = await sent(event, known(ofClient, 'Ioana', 'Contab & Fiii'));
    expect(text).toContain('firma de contabilitate Contab & Fiii.');
    expect(html).toContain('firma de contabilitate Contab &amp; Fiii.');
    expect((await sent(event, known(ofClient, 'Ioana', null))).text).not.toContain('firma de contabilitate');
  });

  it('on one line, whatever a name holds, and as text', async () => {
    const { subject, html } = await sent(invited(), known(ofClient, 'Ioana', 'Contab\r\nBcc: x@y.ro <b>'));
    expect(subject).toBe('Contab Bcc: x@y.ro <b> vă invită în Dosar');
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('<b>');
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
