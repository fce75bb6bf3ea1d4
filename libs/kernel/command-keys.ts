import { COMMAND_MEMORY_MS } from './aggregates';
import { put, remove, type Projector } from './projector';

export type CommandKey = { readonly key: string; readonly body: string; readonly at: number };

/** The row that says when old keys were last cleared away. */
const CLEARED = 'cleared';
const CLEAR_EVERY_MS = 60 * 60 * 1000;

/**
 * The idempotency keys of a day, over all streams: whether a key was used for something else before. What a command did
 * is known in its own stream; this only keeps a key from meaning two things.
 */
export const commandKeys: Projector<never, CommandKey> = {
  view: 'command-keys',
  version: 1,
  columns: { at: 'integer' },
  indexes: [['at']],
  columnsOf: ({ at }) => ({ at }),
  on: {},
  async every({ command: { key, body }, occurredAt }, rows) {
    if (body === '' || (await rows.get(key))) return [];
    const at = Date.parse(occurredAt);
    const cleared = await rows.get(CLEARED);
    if (cleared && cleared.at > at - CLEAR_EVERY_MS) return put(key, { key, body, at });
    const old = await rows.find({ where: { at: { below: at - COMMAND_MEMORY_MS } } });
    return [
      ...old.map((each) => remove(each.key)),
      put(CLEARED, { key: CLEARED, body: '', at }),
      put(key, { key, body, at }),
    ];
  },
};
