import type { CommandMark } from '../model/event';
import { derivedId, hmac, newId } from '../log/ids';

/** One asking of a command: its mark in the log, and the ids of what it makes. */
export type CommandContext = {
  readonly command: CommandMark;
  /** The same name gives the same id each time this is asked again. */
  readonly idFor: (name: string) => string;
  /** Whether it has made this id by chance: nobody else knows it, and nothing was written of it. */
  readonly isNew: (id: string) => boolean;
  /** A further command of the same asking, such as the second batch of a long one. */
  readonly sub: (name: string) => CommandContext;
};

/** The secret that makes HMACs of idempotency keys and bodies; its generation stands in the log beside them. */
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

/** Asked once: nobody can ask the same again, so nothing of what was asked is marked. */
export const once = (): CommandContext => {
  const made = new Map<string, string>();
  const idFor = (name: string) => made.get(name) ?? made.set(name, newId()).get(name)!;
  const isNew = (id: string) => [...made.values()].includes(id);
  return contextOf({ id: newId(), key: null, body: null }, { idFor, isNew });
};

/** What was asked for before, taken up again from one of its events. */
export const resumed = (command: CommandMark): CommandContext => contextOf(command);

/** What follows from an event: the same each time it is done. */
export const because = (eventId: string, reactor: string, part: string | number): CommandContext =>
  contextOf({ id: derivedId(eventId, reactor, part), key: null, body: null });

/**
 * Asked under a key: asking again under the same key does nothing and has the same outcome. The id is of key and body, so
 * what another body makes under the same key is another thing. The log never shows the key, and the mark of the body is made
 * with it: whoever holds the log and the secret of the marks cannot test guesses of the body without the caller's random key.
 */
export const idempotent = (marks: MarksKey, key: string, body: string): CommandContext => {
  const { generation, secret } = marks;
  const mark = { key: `${generation}.${hmac(secret, 'key', key)}`, body: hmac(secret, 'body', key, body) };
  return contextOf({ id: derivedId('command', mark.key, mark.body), ...mark });
};
