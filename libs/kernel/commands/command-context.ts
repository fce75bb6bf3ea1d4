import type { CommandMark } from '../model/event';
import { derivedId, hmac, newId } from '../log/ids';

/** One request of a command: how the log marks it, and the ids it makes. */
export type CommandContext = {
  readonly command: CommandMark;
  /** The same name gives the same id each time this request is repeated. */
  readonly idFor: (name: string) => string;
  /** Whether this request made the id at random: nobody else knows it, so its stream cannot exist yet. */
  readonly isNew: (id: string) => boolean;
  /** A further command of the same request, such as the second batch of a long one. */
  readonly sub: (name: string) => CommandContext;
};

/** The secret for HMACs of idempotency keys and bodies; the log stores its generation beside them. */
export type MarksKey = { readonly generation: number; readonly secret: Buffer };

const contextOf = (command: CommandMark, made?: Pick<CommandContext, 'idFor' | 'isNew'>): CommandContext => ({
  command,
  idFor: made?.idFor ?? ((name) => derivedId(command.id, name)),
  isNew: made?.isNew ?? (() => false),
  sub: (name) =>
    contextOf({
      id: derivedId(command.id, 'part', name),
      key: command.key === null ? null : `${command.key}/${name}`,
      body: command.body,
    }),
});

/** For a request without an idempotency key: it cannot be repeated, so neither key nor body is marked. */
export const once = (): CommandContext => {
  const made = new Map<string, string>();
  const idFor = (name: string) => made.get(name) ?? made.set(name, newId()).get(name)!;
  const isNew = (id: string) => [...made.values()].includes(id);
  return contextOf({ id: newId(), key: null, body: null }, { idFor, isNew });
};

/** Continues an earlier request, from the mark that one of its events carries. */
export const resumed = (command: CommandMark): CommandContext => contextOf(command);

/** For what follows from an event: the ids are the same each time it is done. */
export const because = (eventId: string, reactor: string, part: string | number): CommandContext =>
  contextOf({ id: derivedId(eventId, reactor, part), key: null, body: null });

/**
 * For a request with an idempotency key: repeating it does nothing and has the same outcome. Ids are derived from key
 * and body, so another body under the same key makes other ids. The log stores only HMACs, and that of the body
 * includes the key: whoever has the log and the secret still cannot test guesses of the body without the caller's
 * random key.
 */
export const idempotent = (marks: MarksKey, key: string, body: string): CommandContext => {
  const { generation, secret } = marks;
  const mark = { key: `${generation}.${hmac(secret, 'key', key)}`, body: hmac(secret, 'body', key, body) };
  return contextOf({ id: derivedId('command', mark.key, mark.body), ...mark });
};
