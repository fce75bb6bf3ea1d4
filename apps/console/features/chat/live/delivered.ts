import type { Message } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { connection, say } from '../../../platform/live/live';

/** Fewer a second than a session may say. */
const PAUSE_MS = 100;

/** The furthest message of each conversation that has come over this line, whether it was said yet or not. */
const furthest = new Map<string, Message>();
/** Conversations of which it is still to be said. */
const due = new Set<string>();
let pause: ReturnType<typeof setTimeout> | undefined;

const forget = (): void => {
  furthest.clear();
  due.clear();
};

// what was not said is asked of the server over the next line
connection.subscribe(() => connection.get() !== 'connected' && forget());
session.onEnd(forget);

const tellNext = (): void => {
  pause = undefined;
  const [id] = due;
  if (id === undefined) return;
  due.delete(id);
  say('message:delivered', { conversation_id: id, message_id: furthest.get(id)!.id });
  pause = setTimeout(tellNext, PAUSE_MS);
};

/** Says that a message has come; of those of one conversation that come together, the furthest. */
export const reportDelivered = (message: Message): void => {
  const { conversation_id: id, position } = message;
  const known = furthest.get(id);
  if (known && BigInt(known.position) >= BigInt(position)) return;
  furthest.set(id, message);
  due.add(id);
  if (pause === undefined) tellNext();
};
