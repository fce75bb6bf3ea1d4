import { because } from '../commands/command-context';
import type { CommandHandler } from '../commands/command-handler';
import { derivedId } from '../log/ids';
import { isRefusal, type Decider } from '../model/decider';
import { streamOf, type Position, type Recorded } from '../model/event';
import type { Message } from '../model/message';
import { LetterRefused, Unavailable, type Mail } from '../ports';
import type { Effect, Send, StateOf } from '../model/reactor';
import type { Tries } from './tries';
import type { WaitingLetters } from './waiting-letters';

/** The event that causes an effect, and which part of its reactor's effects it is. */
export type Cause = { readonly event: Recorded; readonly reactor: string; readonly part: number };

/** Performs effects, by kind. @returns position of the newest event it appended, null when there is none */
export type Effects = {
  readonly [K in Effect['kind']]: (effect: Extract<Effect, { kind: K }>, cause: Cause) => Promise<Position | null>;
};

/** How many streams are changed at once: other appends then wait for a part of an event's effects, not for all. */
const AT_ONCE = 100;

/**
 * Performs many effects at once, those of one stream one after the other. After a failure nothing more is begun.
 * @throws once all that began have ended, the first error
 */
export const inStreams = async (
  effects: readonly Effect[],
  run: (effect: Effect, part: number) => Promise<void>,
): Promise<void> => {
  const streams = new Map<string, (readonly [Effect, number])[]>();
  for (const [part, effect] of effects.entries()) {
    const { decider, id } = effect.kind === 'letter' ? effect.note : effect;
    const stream = streamOf(decider.events, id);
    const those = streams.get(stream) ?? [];
    those.push([effect, part]);
    streams.set(stream, those);
  }
  const left = streams.values();
  let isFailed = false;
  const lane = async () => {
    for (const those of left) {
      if (isFailed) return;
      try {
        for (const [effect, part] of those) await run(effect, part);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const lanes = Array.from({ length: Math.min(AT_ONCE, streams.size) }, lane);
  const failed = (await Promise.allSettled(lanes)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason as Error;
};

const SYSTEM = { kind: 'system', role: null, sessionId: null } as const;

/** What letters need besides the command handler. */
export type Posting = { readonly mail: Pick<Mail, 'send'>; readonly tries: Tries; readonly waits: WaitingLetters };

/** The id of a letter: the same for each attempt. */
export const letterIdOf = ({ event, reactor, part }: Cause): string => derivedId(event.id, reactor, part);

/** Performs commands and letters. */
export const effectsOf = (handler: CommandHandler, { mail, tries, waits }: Posting): Effects => {
  const handle = async (
    { decider, id, command }: Omit<Send, 'kind'>,
    { event, reactor, part }: Cause,
  ): Promise<Position | null> => {
    const outcome = await handler.handle({
      decider: decider as Decider<unknown, Message, Message>,
      id,
      command,
      context: because(event.id, reactor, part),
      origin: {
        actor: { ...SYSTEM, id: reactor },
        correlationId: event.correlationId,
        causationId: event.id,
        ip: null,
        userAgent: null,
      },
    });
    return isRefusal(outcome) ? null : outcome.position;
  };
  const stateOf: StateOf = (decider, id) => handler.state(decider, id);
  return {
    command: handle,
    async letter({ letter, note, isNoted }, cause) {
      const { event, reactor, part } = cause;
      const id = letterIdOf(cause);
      const send = async () => {
        if (isNoted(await handler.state(note.decider as Decider<unknown, Message, Message>, note.id))) return null;
        await mail.send(typeof letter === 'function' ? await letter(stateOf) : letter);
        return handle(note, cause);
      };
      const tried = await tries.run(id, event.id, send).catch(async (error: unknown) => {
        if (!(error instanceof LetterRefused)) throw error;
        const { id: eventId, position } = event;
        if (error.isForNow) await waits.wait({ id, eventId, position, reactor, part }, error.message);
        else await tries.giveUpOn(id, event.id, error.message);
        return error.isForNow ? 'waits' : 'given_up';
      });
      if (tried === 'held') throw new Unavailable('the letter is being sent');
      if (tried !== 'waits') await waits.forget(id);
      return typeof tried === 'string' ? null : tried.ended;
    },
  };
};
