import type { TFunction } from 'i18next';
import type { Conversation } from '@dosar/contracts';

type Talk = Pick<Conversation, 'title' | 'client' | 'kind' | 'participants'>;

/** A person's name, or a text for an erased one. */
export const nameOr = (t: TFunction, name: string | null): string => name ?? t('names.erasedPerson');

/** A conversation's name: its title, its client, or the other participants. */
export const conversationTitle = (t: TFunction, { title, kind, client, participants }: Talk, myId: string): string => {
  if (title !== null) return title;
  if (kind === 'client') return nameOr(t, client?.name ?? null);
  const names = participants.filter(({ id }) => id !== myId).map(({ name }) => nameOr(t, name));
  return names.length > 0 ? names.join(', ') : t('names.alone');
};
