import type { Post, Reactor, ReactorFacts, Recorded } from '@dosar/kernel';
import { letterOf } from './letters';
import { LINKS } from './user.decider';
import type { UserEvent } from './user.events';

type Sent = Parameters<typeof letterOf>[1] & { readonly requestId: string };

/** A letter with a link; none when the link is over already, as after a restore of the log. */
const post =
  (kind: keyof typeof LINKS, page: string) =>
  (data: Sent, { resource, occurredAt }: Recorded, { linkTo, now }: ReactorFacts): Post[] => {
    if (now().getTime() - Date.parse(occurredAt) >= LINKS[kind]) return [];
    const letter = letterOf(kind, data, linkTo(page, kind, resource.id, data.requestId));
    return letter ? [{ letter }] : [];
  };

/** What a log that was restored tells is old. */
const isNews = (occurredAt: string, now: Date) => now.getTime() - Date.parse(occurredAt) < LINKS.invitation;

/** The letters that go out because of what happens to an account. */
export const letters: Reactor<UserEvent> = {
  name: 'letters',
  on: {
    UserInvited: post('invitation', '/invitation'),
    PasswordResetRequested: post('reset', '/reset-password'),
    SignInLinkSent: post('sign_in', '/sign-in-link'),
    PasswordChanged: ({ told }, { occurredAt }, { now }) => {
      const letter = told && isNews(occurredAt, now()) ? letterOf('changed', told, null) : null;
      return letter ? [{ letter }] : [];
    },
  },
};
