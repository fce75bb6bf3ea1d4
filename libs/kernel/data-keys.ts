import { put, type Projector } from './projector';

/** A key that the log names: `<owner>/<generation>`. One that is here and not in the vault was lost. */
export type UsedKey = { readonly id: string };

/** The keys of personal data that records are sealed with: which they are, and nothing of what they open. */
export const dataKeys: Projector<never, UsedKey> = {
  view: 'data-keys',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'unread',
  isWaitedFor: false,
  on: {},
  async every({ sealedWith = [] }, rows) {
    const isNew = await Promise.all(sealedWith.map(async (name) => (await rows.get(name)) === null));
    return sealedWith.filter((_, at) => isNew[at]).map((name) => put(name, { id: name }));
  },
};
