import type { Attachment } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { store } from '../../../platform/storage/store';
import { conversationDrafts } from './conversation-drafts';

/** A file that goes with a message: on its way, there, or not to be had. */
export type Attached = {
  readonly key: string;
  readonly name: string;
  readonly file: Attachment | null;
  /** Why it cannot go along; null: it can. */
  readonly error: unknown;
  readonly fetch: () => Promise<Attachment>;
};

/** They come also while another conversation is open, and for whoever has chosen them. */
const lists = new Map<string, readonly Attached[]>();
const changes = store(0);
const tell = () => changes.set(changes.get() + 1);

// the screen that shows them is left: drawn once more, it would read what may not be read any more
session.onEnd(() => lists.clear());

addEventListener('beforeunload', (event) => {
  // leaving the page would lose what is on its way
  const isOnItsWay = ({ file, error }: Attached) => file === null && error === null;
  if ([...lists.values()].flat().some(isOnItsWay)) event.preventDefault();
});

type How = (all: readonly Attached[]) => readonly Attached[];

/** The files of one conversation, as its draft has them at first. */
export const attachedFiles = (conversationId: string, restore: (file: Attachment) => Attached) => {
  const place = conversationDrafts.placeOf(conversationId);
  const get = (): readonly Attached[] => {
    const known = lists.get(place) ?? conversationDrafts.of(conversationId).attachments.map(restore);
    lists.set(place, known);
    return known;
  };
  const change = (how: How): void => {
    // whoever has left since wants it no more
    if (!lists.has(place) || place !== conversationDrafts.placeOf(conversationId)) return;
    const next = how(get());
    lists.set(place, next);
    conversationDrafts.keep(conversationId, { attachments: next.flatMap(({ file }) => file ?? []) });
    tell();
  };
  const alter = (key: string, how: Partial<Attached>): void =>
    change((all) => all.map((each) => (each.key === key ? { ...each, ...how } : each)));
  return {
    subscribe: changes.subscribe,
    get,
    change,
    alter,
    /** Has it brought, or says why it is not. */
    bring({ key, name, fetch }: Pick<Attached, 'key' | 'name' | 'fetch'>): void {
      fetch().then(
        (file) => alter(key, { file, name: file.name ?? name, error: null }),
        (error: unknown) => alter(key, { error }),
      );
    },
  };
};
