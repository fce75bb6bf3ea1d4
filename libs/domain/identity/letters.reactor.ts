import { send, type Effect, type Letter, type Reactor, type ReactorFacts, type Recorded } from '@dosar/kernel';
import { letterOf } from './letters';
import { user } from './user.decider';
import type { LetterKind, UserEvent } from './user.events';
import { linkOf, LINKS, type UserState } from './user-state';

type Sent = Parameters<typeof letterOf>[1] & { readonly requestId: string };

/** Older events send no letters: the log may have been restored. */
const NEWS_MS = 24 * 60 * 60_000;

const ageOf = ({ occurredAt }: Recorded, { now }: ReactorFacts) => now().getTime() - Date.parse(occurredAt);

/** A letter that is sent once, which is noted in the account's stream. `isOver`: its content is not true any more. */
const post = (
  kind: LetterKind,
  { id, resource }: Recorded,
  letter: Letter | null,
  isOver: (state: UserState) => boolean = () => false,
): Effect[] => {
  if (letter === null) return [];
  const note = send(user, resource.id, { type: 'NoteLetter', data: { cause: id, kind } });
  const isNoted = (state: UserState) => state.letters[id] !== undefined || isOver(state);
  return [{ kind: 'letter', letter, note, isNoted: (state) => isNoted(state as UserState) }];
};

/** A letter with a link; none when the link is expired, used, or replaced by a newer one. */
const withLink =
  (kind: Exclude<LetterKind, 'changed'>, page: string) =>
  (data: Sent, event: Recorded, facts: ReactorFacts): Effect[] => {
    if (ageOf(event, facts) >= Math.min(LINKS[kind], NEWS_MS)) return [];
    const { requestId } = data;
    const link = facts.linkTo(page, kind, event.resource.id, requestId);
    return post(kind, event, letterOf(kind, data, link), (state) => linkOf(state, kind)?.requestId !== requestId);
  };

/** The letters caused by events of an account. */
export const letters: Reactor<UserEvent> = {
  name: 'letters',
  on: {
    UserInvited: withLink('invitation', '/invitation'),
    PasswordResetRequested: withLink('reset', '/reset-password'),
    SignInLinkSent: withLink('sign_in', '/sign-in-link'),
    PasswordChanged: ({ told }, event, facts) =>
      told && ageOf(event, facts) < NEWS_MS ? post('changed', event, letterOf('changed', told, null)) : [],
  },
};
