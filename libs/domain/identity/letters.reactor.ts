import {
  send,
  type Effect,
  type Post,
  type Reactor,
  type ReactorFacts,
  type Recorded,
  type StateOf,
} from '@dosar/kernel';
import { client } from './client.decider';
import { firm } from './firm.decider';
import { letterOf, type Inviter } from './letters';
import { user } from './user.decider';
import type { LetterKind, UserEvent } from './user.events';
import { linkOf, LINKS, type UserState } from './user-state';

type Reader = Parameters<typeof letterOf>[1];
type Sent = Reader & { readonly requestId: string };

/** Older events send no letters: the log may have been restored. */
const NEWS_MS = 24 * 60 * 60_000;

const ageOf = ({ occurredAt }: Recorded, { now }: ReactorFacts) => now().getTime() - Date.parse(occurredAt);

/** A letter that is sent once, which is noted in the account's stream. `isOver`: its content is not true any more. */
const post = (
  kind: LetterKind,
  { id, resource }: Recorded,
  letter: Post['letter'] | null,
  isOver: (state: UserState) => boolean = () => false,
): Effect[] => {
  if (letter === null) return [];
  const note = send(user, resource.id, { type: 'NoteLetter', data: { cause: id, kind } });
  const isNoted = (state: UserState) => state.letters[id] !== undefined || isOver(state);
  return [{ kind: 'letter', letter, note, isNoted: (state) => isNoted(state as UserState) }];
};

/** Who made an account, as they are called when the letter leaves; not whoever asks for it themselves. */
const inviterOf = async (stateOf: StateOf, { actor, resource: { id } }: Recorded): Promise<Inviter> => {
  const { role, firmId, clientIds } = await stateOf(user, id);
  const [clientId] = clientIds;
  const of = clientId === undefined ? firmId : ((await stateOf(client, clientId)).details?.firmId ?? null);
  const isSomebody = actor.kind === 'user' && actor.id !== id;
  return {
    role,
    by: isSomebody ? (await stateOf(user, actor.id)).name : null,
    firm: of === null ? null : ((await stateOf(firm, of)).details?.name ?? null),
  };
};

/** A letter that names the firm, and an invitation who writes: as they are called when it leaves. */
const named = (kind: LetterKind, data: Reader, link: string | null, event: Recorded): Post['letter'] | null => {
  const plain = letterOf(kind, data, link);
  return plain && (async (stateOf) => letterOf(kind, data, link, await inviterOf(stateOf, event)) ?? plain);
};

/** A letter with a link; none when the link is expired, used, or replaced by a newer one. */
const withLink =
  (kind: Exclude<LetterKind, 'changed'>, page: string) =>
  (data: Sent, event: Recorded, facts: ReactorFacts): Effect[] => {
    if (ageOf(event, facts) >= Math.min(LINKS[kind], NEWS_MS)) return [];
    const { requestId } = data;
    const link = facts.linkTo(page, kind, event.resource.id, requestId);
    return post(kind, event, named(kind, data, link, event), (state) => linkOf(state, kind)?.requestId !== requestId);
  };

/** The letters caused by events of an account. */
export const letters: Reactor<UserEvent> = {
  name: 'letters',
  on: {
    UserInvited: withLink('invitation', '/invitation'),
    PasswordResetRequested: withLink('reset', '/reset-password'),
    SignInLinkSent: withLink('sign_in', '/sign-in-link'),
    PasswordChanged: ({ told }, event, facts) =>
      told && ageOf(event, facts) < NEWS_MS ? post('changed', event, named('changed', told, null, event)) : [],
  },
};
