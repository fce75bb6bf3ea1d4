import { put, remove, type Projector } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import { clientKey, type ClientEvent } from '../identity/client.events';
import { aboutScope, clientScope, documentOf, ofClient } from './document';

type Change = { readonly from: string | null; readonly to: string | null } | undefined;

/** The notes of a client: each text once, without empty ones. */
const changed = (notes: readonly string[], changes: readonly Change[]): string[] => {
  const after = changes.reduce(
    (texts, change) => (change ? [...texts.filter((text) => text !== change.from), change.to ?? ''] : texts),
    notes,
  );
  return [...new Set(after)].filter(Boolean);
};

/** Clients, by names, numbers and representative; when a client is removed, so is everything of it. */
export const ofClients: Projector<ClientEvent, SearchDocument>['on'] = {
  ClientRegistered: ({ firmId, societate, cui, registrulComertului, reprezentant, email }, { resource, occurredAt }) =>
    societate === null
      ? []
      : put(resource.id, {
          ...documentOf(
            'client',
            resource.id,
            societate,
            occurredAt,
            ofClient(resource.id, firmId, clientKey(resource.id)),
          ),
          notes: changed(
            [],
            [cui, registrulComertului, reprezentant, email].map((to) => ({ from: null, to })),
          ),
        }),
  ClientDetailsChanged: async (data, { resource: { id }, occurredAt }, rows) => {
    const document = await rows.get(id);
    if (!document) return [];
    const { societate, cui, registrulComertului, reprezentant, email } = data;
    return put(id, {
      ...document,
      title: societate?.to ?? document.title,
      notes: changed(document.notes, [cui, registrulComertului, reprezentant, email]),
      updatedAt: occurredAt,
    });
  },
  ClientDeleted: async (_, { resource: { id } }, rows) => {
    const found = await Promise.all([clientScope(id), aboutScope(id)].map((scope) => rows.bySubject(scope)));
    return found.flat().map((document) => remove(document.id));
  },
};
