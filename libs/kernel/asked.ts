import { hmac } from './keyring';
import { derivedId, newId } from './ids';
import type { CommandMark } from './event';

/** One asking of a command: its id, its mark in the log, and the ids of what it makes. */
export type Asked = {
  readonly commandId: string;
  /** What it is a part of, itself when it is a whole. */
  readonly cause: string;
  readonly mark: CommandMark;
  /** The same name gives the same id each time this is asked again. */
  readonly idFor: (name: string) => string;
  /** A further command of the same asking, such as the second batch of a long one. */
  readonly part: (name: string) => Asked;
};

/** Asked once: nobody can ask the same again. */
export const askedOnce = (): Asked => {
  const commandId = newId();
  const made = new Map<string, string>();
  return {
    ...repeatable(commandId, { key: commandId, body: '' }),
    idFor: (name) => made.get(name) ?? made.set(name, newId()).get(name)!,
  };
};

/** What was asked for before, taken up again from its first event. */
export const askedBefore = ({
  causationId,
  command,
}: {
  readonly causationId: string;
  readonly command: CommandMark;
}): Asked => repeatable(causationId, command);

const repeatable = (commandId: string, mark: CommandMark, cause = commandId): Asked => ({
  commandId,
  cause,
  mark,
  idFor: (name) => derivedId(commandId, name),
  part: (name) =>
    repeatable(derivedId(commandId, 'part', name), { key: `${mark.key}/${name}`, body: mark.body }, commandId),
});

/** Asked under a key: asking again under the same key does nothing and has the same outcome. The log never shows the key. */
export const askedUnder = (secret: Buffer, key: string, body: string): Asked =>
  repeatable(derivedId('command', hmac(secret, 'command', key)), {
    key: hmac(secret, 'key', key),
    body: hmac(secret, 'body', body),
  });
