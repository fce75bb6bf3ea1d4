import { COMMAND_MEMORY_MS } from '../commands/commands-memory';
import { put, remove, view } from './projector';

/** The body that an idempotency key was used with. */
export type CommandKey = { readonly key: string; readonly body: string; readonly at: number };

/** The row with the time of the last removal of old keys. */
const CLEARED = 'cleared';
const CLEAR_EVERY_MS = 60 * 60 * 1000;

/** Whether a key was used within a day for another request; the same request is recognised by its own stream. */
export const isUsedForAnother = ({ body, at }: CommandKey, asked: string | null, now: number): boolean =>
  body !== asked && now - at < COMMAND_MEMORY_MS;

/** The idempotency keys of a day, over all streams: they only keep a key from being used for two requests. */
export const commandKeys = view<never, CommandKey>()({
  view: 'command-keys',
  version: 2,
  columns: { at: 'integer' },
  indexes: [['at']],
  columnsOf: ({ at }) => ({ at }),
  personal: 'unread',
  on: {},
  looksAt: ({ command: { key } }) => (key === null || key.includes('/') ? null : key),
  async every({ command: { key, body }, occurredAt }, rows) {
    // further commands of the same request share its key
    if (key === null || body === null || key.includes('/')) return [];
    const at = Date.parse(occurredAt);
    const former = await rows.get(key);
    if (former && at - former.at < COMMAND_MEMORY_MS) return [];
    const cleared = await rows.get(CLEARED);
    if (cleared && cleared.at > at - CLEAR_EVERY_MS) return put(key, { key, body, at });
    const old = await rows.find({ where: { at: { below: at - COMMAND_MEMORY_MS } }, order: [['at', 'asc']] });
    return [
      ...old.filter((each) => each.key !== key).map((each) => remove(each.key)),
      put(CLEARED, { key: CLEARED, body: '', at }),
      put(key, { key, body, at }),
    ];
  },
});
