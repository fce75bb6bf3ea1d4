import { because } from './command-context';
import type { CommandHandler } from './command-handler';
import { derivedId } from './ids';
import { isRefusal, type Decider } from './decider';
import { streamOf, type Position, type Recorded } from './event';
import type { Message } from './message';
import { LetterRefused, Unavailable, type Mail } from './ports';
import type { Effect, Send } from './reactor';
import type { Tries } from './tries';

/** Because of which event, and as which part of what its reactor asks for. */
export type Cause = { readonly event: Recorded; readonly reactor: string; readonly part: number };

/** Does what events lead to, by kind. @returns where the newest event of it stands, null when there is none */
export type Effects = {
  readonly [K in Effect['kind']]: (effect: Extract<Effect, { kind: K }>, cause: Cause) => Promise<Position | null>;
};

/** So many streams at once: what others append meanwhile waits for a part of what an event leads to, not for all. */
const AT_ONCE = 100;

/**
 * Many things are done at once, those of one stream one after the other. After a failure nothing more is begun.
 * @throws once all have ended that were begun, what one of them threw
 */
export const inStreams = async (
  effects: readonly Effect[],
  run: (effect: Effect, part: number) => Promise<void>,
): Promise<void> => {
  const streams = new Map<string, (readonly [Effect, number])[]>();
  for (const [part, effect] of effects.entries()) {
    const { decider, id } = effect.kind === 'letter' ? effect.note : effect;
    const stream = streamOf(decider.events.category, id);
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

/** An address that is refused for now keeps the letters behind it for so long, and is given up then. */
const REFUSED_MS = 5 * 60_000;

/** Whether a letter that was refused is to be tried again, by when it was refused first. */
const refusals = () => {
  const since = new Map<string, number>();
  return (id: string, { isForNow }: LetterRefused): boolean => {
    const first = since.get(id) ?? performance.now();
    const isLeft = isForNow && performance.now() - first < REFUSED_MS;
    if (isLeft) since.set(id, first);
    else since.delete(id);
    return isLeft;
  };
};

const SYSTEM = { kind: 'system', role: null, sessionId: null } as const;

/** Commands and letters. @param tries of letters */
export const effectsOf = (handler: CommandHandler, mail: Pick<Mail, 'send'>, tries: Tries): Effects => {
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
  const isTriedAgain = refusals();
  return {
    command: handle,
    async letter({ letter, note, isNoted }, cause) {
      const { event, reactor, part } = cause;
      const id = derivedId(event.id, reactor, part);
      const send = async () => {
        if (isNoted(await handler.state(note.decider as Decider<unknown, Message, Message>, note.id))) return null;
        await mail.send(letter);
        return handle(note, cause);
      };
      const tried = await tries.run(id, event.id, send).catch(async (error: unknown) => {
        if (!(error instanceof LetterRefused)) throw error;
        if (isTriedAgain(id, error)) throw new Unavailable(error.message);
        await tries.giveUpOn(id, event.id, error.message);
        return 'given_up' as const;
      });
      if (tried === 'held') throw new Unavailable('the letter is being sent');
      return tried === 'given_up' ? null : tried.ended;
    },
  };
};
