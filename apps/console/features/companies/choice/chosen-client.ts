import { useEffect } from 'react';
import type { Me } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { remembered } from '../../../platform/storage/remembered';
import { store, useStore, type Store } from '../../../platform/storage/store';

const lastChosen = remembered('dosar.client');
const lastOpened = remembered('dosar.recent');
const MOST_RECENT = 5;

const kept = store<string | null>(lastChosen.get());

/** The client that an administrator or accountant works on, remembered in this browser. */
export const chosenClient: Store<string | null> = {
  ...kept,
  set(id) {
    lastChosen.set(id);
    kept.set(id);
  },
};

/** `<person> <client> <client> …`: which clients somebody opened last is not for the next who sits here. */
const recent = store(lastOpened.get() ?? '');

/** The clients that a person opened last, newest first. */
export const recentOf = (person: string | null, text: string): readonly string[] => {
  const [owner, ...ids] = text.split(' ');
  return person !== null && owner === person ? ids : [];
};

/** Somebody works with a client: its documents, its conversation, its own page. */
export const openClient = (id: string): void => {
  chosenClient.set(id);
  const person = session.personId;
  if (person === null || id === '') return;
  const others = recentOf(person, recent.get()).filter((each) => each !== id);
  const text = [person, id, ...others].slice(0, MOST_RECENT + 1).join(' ');
  lastOpened.set(text);
  recent.set(text);
};

/** A screen that is about a client: what the picker says is what is seen. A client's own user has no picker. */
export const useOpenedClient = ({ role }: Pick<Me, 'role'>, id: string | null | undefined): void =>
  useEffect(() => {
    if (id && role !== 'user') openClient(id);
  }, [role, id]);

type Open = { readonly pathname: string; readonly search?: { readonly clientId?: string | undefined } };

/** Where the same is seen of another client; null: what is open is about none. */
export const placeOfClient = ({ pathname: path, search }: Open, id: string) => {
  if (/^\/files(\/|$)/.test(path)) return { to: '/files', search: { clientId: id } } as const;
  // what else the list is narrowed by stays
  if (path === '/documents' && search?.clientId !== undefined)
    return { to: path, search: { ...search, clientId: id, page: undefined, file: undefined } } as const;
  // a client's conversation has the client's own id, which is then the chosen one; another is between people
  if (path === `/chat/${kept.get()}`) return { to: '/chat/$conversationId', params: { conversationId: id } } as const;
  if (/^\/clients\/[^/]/.test(path)) return { to: '/clients/$id', params: { id } } as const;
  return /^\/admin\/clients\/(?!new$)[^/]/.test(path) ? ({ to: '/admin/clients/$id', params: { id } } as const) : null;
};

export const useRecentClients = (): readonly string[] => recentOf(session.personId, useStore(recent));
