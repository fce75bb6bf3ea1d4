import { destroyedBy } from './destruction';
import { put, view } from './projector';

/** A key that the log names: `<owner>/<generation>`. If the vault does not have it, it was lost. */
export type UsedKey = {
  readonly id: string;
  /** Position of the event that states its destruction. */
  readonly destroyed?: string;
};

/** The keys that records are encrypted with: their names, and nothing of what they open. */
export const dataKeys = view<never, UsedKey>()({
  view: 'data-keys',
  version: 2,
  columns: { destroyed: 'integer' },
  indexes: [['destroyed']],
  columnsOf: ({ destroyed }) => ({ destroyed: destroyed === undefined ? null : BigInt(destroyed) }),
  personal: 'unread',
  isWaitedFor: false,
  on: {},
  async every(event, rows) {
    const { sealedWith = [], position } = event;
    const key = destroyedBy(event);
    if (key) return put(key.name, { id: key.name, destroyed: String(position) });
    const isNew = await Promise.all(sealedWith.map(async (name) => (await rows.get(name)) === null));
    return sealedWith.filter((_, at) => isNew[at]).map((name) => put(name, { id: name }));
  },
});
