import type { Socket } from 'socket.io-client';
import { LIVE, type ConsoleBody, type ConsoleEvent, type LiveBody, type LiveEvent } from '@dosar/contracts';
import { session } from '../api';
import { connectionIsBack, onBack } from './connection';
import { invalidate, queries } from '../queries';
import { store } from '../storage/store';

export type Connection = 'connecting' | 'connected' | 'disconnected' | 'reconnecting' | 'failed';

/** The state of the socket's connection, as shown. */
export const connection = store<Connection>('disconnected');

/** The pause after the socket's last attempt. */
const REST_MS = 10_000;

export type Handlers = { readonly [E in LiveEvent]?: (body: LiveBody<E>) => void };
/** A handler for each event, except for those that only name a changed view. */
export type AllHandlers = Handlers & Required<Omit<Handlers, `${string}:changed`>>;

let socket: Socket | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
/** The position up to which events were received; null before the first. */
let heardTo: string | null = null;

/** The token the socket signed in with: another tab may have opened another session since. */
let given: string | null = null;
export const tokenOfSocket = (): string | null => given;

/** Connects at once, if not connected. */
export const tryAgain = (): void => {
  clearTimeout(resting);
  if (socket && !socket.connected) socket.connect();
};

const rest = () => {
  clearTimeout(resting);
  resting = setTimeout(tryAgain, REST_MS);
};

/** The token may have expired: it is renewed, and the server then says whether the session has ended. */
const onRefused = async () => {
  const { token } = session;
  try {
    if (token !== null && (await session.renewed(token))) rest();
  } catch {
    rest();
  }
};

/** Reads everything again after a gap in events. */
export const readAnew = async () => {
  const unread = new Set(queries.getQueryCache().findAll({ predicate: ({ state }) => state.data === undefined }));
  await queries.invalidateQueries();
  // a first read under way is not repeated by the library, and may have been answered before
  await queries.invalidateQueries({ predicate: (query) => unread.has(query) && query.state.data !== undefined });
};

/** Sends an ephemeral event; without a connection it is dropped. */
export const say = <E extends ConsoleEvent>(event: E, body: ConsoleBody<E>): void => {
  if (socket?.connected) socket.emit(event, body);
};

/** An event has a handler of its own, or names a changed view: `<view>:changed`. */
export const handle = (handlers: Handlers, event: string, body: unknown): void => {
  const own = handlers[event as LiveEvent] as ((body: unknown) => void) | undefined;
  const [, view] = /^([\w-]+):changed$/.exec(event) ?? [];
  if (own) own(body);
  else if (view !== undefined) void invalidate([view]);
};

let silent: ReturnType<typeof setTimeout> | undefined;

/** The server says often that it is there: a line on which it does not is dead, long before the browser knows. */
const hear = (isBeat: boolean) => {
  if (!isBeat && silent === undefined) return;
  clearTimeout(silent);
  silent = setTimeout(() => connection.get() === 'connected' && connection.set('reconnecting'), LIVE.silence);
  if (!socket?.connected || connection.get() === 'connected') return;
  connection.set('connected');
  connectionIsBack();
};
const stopHearing = () => {
  clearTimeout(silent);
  silent = undefined;
};

const listen = (to: Socket, handlers: Handlers) => {
  to.io.on('ping', () => hear(true));
  to.on('connect', () => {
    connection.set('connected');
    // without a position the server cannot resume
    if (heardTo === null) void readAnew();
    connectionIsBack();
  });
  to.on('connect_error', ({ message }) => {
    if (message === LIVE.refused) void onRefused();
    // another tab may be closed meanwhile, and an outage be over
    else if (message === LIVE.full || message === LIVE.unavailable) {
      connection.set('reconnecting');
      rest();
    } else if (connection.get() === 'connecting') connection.set('reconnecting');
  });
  to.on('disconnect', (reason) => {
    stopHearing();
    connection.set(reason === 'io client disconnect' ? 'disconnected' : 'reconnecting');
    if (reason === 'io server disconnect') rest();
  });
  to.io.on('reconnect_attempt', () => connection.set('reconnecting'));
  to.io.on('reconnect_failed', () => {
    connection.set('failed');
    rest();
  });
  to.on('resync', () => void readAnew());
  to.onAny((event: string, body?: { readonly position?: string }) => {
    hear(false);
    heardTo = body?.position ?? heardTo;
    handle(handlers, event, body);
  });
};

/** Connects for as long as somebody is signed in. @returns a function that disconnects */
export const startLive = (handlers: Handlers): (() => void) => {
  let isWanted = true;
  connection.set('connecting');
  void import('socket.io-client').then(({ io }) => {
    if (!isWanted) return;
    const auth = (give: (auth: object) => void) => {
      const since = heardTo === null ? {} : { since: heardTo };
      const sign = (token: string | null) => {
        given = token;
        give({ token, ...since });
      };
      session.freshToken().then(sign, () => sign(session.token));
    };
    socket = io({
      auth,
      // in the handshake, so that anonymous clients of the same address cannot take its place; read at each attempt
      get protocols() {
        return session.token === null ? undefined : [LIVE.protocol, session.token];
      },
      get extraHeaders() {
        return session.token === null ? undefined : { authorization: `Bearer ${session.token}` };
      },
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionAttempts: LIVE.attempts,
      reconnectionDelay: LIVE.delay,
      reconnectionDelayMax: LIVE.delayMax,
      timeout: LIVE.timeout,
    });
    listen(socket, handlers);
  });
  addEventListener('online', tryAgain);
  addEventListener('focus', tryAgain);
  const forget = onBack(tryAgain);
  return () => {
    isWanted = false;
    removeEventListener('online', tryAgain);
    removeEventListener('focus', tryAgain);
    forget();
    clearTimeout(resting);
    stopHearing();
    socket?.disconnect();
    socket = null;
    heardTo = null;
    connection.set('disconnected');
  };
};
