import type { Socket } from 'socket.io-client';
import { LIVE, type ConsoleBody, type ConsoleEvent, type LiveBody, type LiveEvent } from '@dosar/contracts';
import { session } from '../api';
import { connectionIsBack, onBack } from './connection';
import { invalidate, queries } from '../queries';
import { store } from '../storage/store';

export type Connection = 'connecting' | 'connected' | 'disconnected' | 'reconnecting' | 'failed';

/** The line to the server, as the person sees it. */
export const connection = store<Connection>('disconnected');

/** After the last of its attempts the socket rests so long, then tries again. */
const REST_MS = 10_000;

export type Handlers = { readonly [E in LiveEvent]?: (body: LiveBody<E>) => void };
/** One of each event, but of those that only say which view has moved. */
export type AllHandlers = Handlers & Required<Omit<Handlers, `${string}:changed`>>;

let socket: Socket | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
/** Up to here everything was heard; null before anything was. */
let heardTo: string | null = null;

/** What the socket has signed in with: another session may have been opened in another tab since. */
let given: string | null = null;
export const tokenOfSocket = (): string | null => given;

/** Opens the line at once where it is to be and is not. */
export const tryAgain = (): void => {
  clearTimeout(resting);
  if (socket && !socket.connected) socket.connect();
};

const rest = () => {
  clearTimeout(resting);
  resting = setTimeout(tryAgain, REST_MS);
};

/** The token may have run out since: a refused one is replaced, and the server then says whether the session is over. */
const onRefused = async () => {
  const { token } = session;
  try {
    if (token !== null && (await session.renewed(token))) rest();
  } catch {
    rest();
  }
};

/** What changed unheard may be in anything. */
export const readAnew = async () => {
  const unread = new Set(queries.getQueryCache().findAll({ predicate: ({ state }) => state.data === undefined }));
  await queries.invalidateQueries();
  // a first reading that was under way is not begun anew, and may have been answered before
  await queries.invalidateQueries({ predicate: (query) => unread.has(query) && query.state.data !== undefined });
};

/** Says something that is of now: where there is no line, nobody hears it. */
export const say = <E extends ConsoleEvent>(event: E, body: ConsoleBody<E>): void => {
  if (socket?.connected) socket.emit(event, body);
};

/** A signal has a handler of its own, or says which view has moved: `<view>:changed`. */
export const handle = (handlers: Handlers, event: string, body: unknown): void => {
  const own = handlers[event as LiveEvent] as ((body: unknown) => void) | undefined;
  const [, view] = /^([\w-]+):changed$/.exec(event) ?? [];
  if (own) own(body);
  else if (view !== undefined) void invalidate([view]);
};

const listen = (to: Socket, handlers: Handlers) => {
  to.on('connect', () => {
    connection.set('connected');
    // who has not heard anything yet cannot say since when to be told
    if (heardTo === null) void readAnew();
    connectionIsBack();
  });
  to.on('connect_error', ({ message }) => {
    if (message === LIVE.refused) void onRefused();
    else if (connection.get() === 'connecting') connection.set('reconnecting');
  });
  to.on('disconnect', (reason) => {
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
    heardTo = body?.position ?? heardTo;
    handle(handlers, event, body);
  });
};

/** Opens the line for as long as somebody is signed in. @returns how to close it. */
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
      // by the handshake already: strangers behind the same address then take nobody's place. Read at each attempt
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
    socket?.disconnect();
    socket = null;
    heardTo = null;
    connection.set('disconnected');
  };
};
