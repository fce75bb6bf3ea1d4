import type { Socket } from 'socket.io';
import { Call, type Caller } from '../access/call';
import type { Installation } from '../hosting/installation';
import type { Listeners } from './listeners';
import { closeConnection } from '../connections/packets';
import { addressOf } from '../connections/proxies';

/** No console has that many consecutive events refused. */
const MAX_REFUSALS = 20;

type Sender = Pick<Socket, 'id' | 'handshake' | 'request' | 'conn'> & { data: { actor: Caller; refusals: number } };

/** Handles an event of a console as a call of its user; disconnects senders of only refused events. */
export const answerEvent = async (
  { config }: Pick<Installation, 'config'>,
  listeners: Listeners,
  { id, handshake, request, conn, data }: Sender,
  [event, ...sent]: unknown[],
): Promise<void> => {
  const { 'user-agent': agent, 'accept-language': languages } = handshake.headers;
  const ip = addressOf(request, config.trustedProxies);
  const call = new Call({ headers: { 'user-agent': agent, 'accept-language': languages }, ip });
  call.actor = data.actor;
  call.line = id;
  const body = sent[0];
  const last = sent.at(-1);
  const acknowledge = typeof last === 'function' ? (last as (answer: object) => void) : () => {};
  const named = [String(event), typeof body === 'function' ? undefined : body] as const;
  const isRefused = await listeners.hear(call, named, acknowledge);
  data.refusals = isRefused ? data.refusals + 1 : 0;
  if (config.limits && data.refusals >= MAX_REFUSALS) closeConnection(conn, 'too many refused events');
};
