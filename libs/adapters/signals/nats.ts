import { connect, Events, type ConnectionOptions, type Msg, type NatsConnection } from 'nats';
import { Unavailable, type Signal, type Signals } from '@dosar/kernel/runtime';
import { CannotStart, shown } from '../cannot-start';
import { within } from '../patience';
import { memorySignals } from '@dosar/kernel/memory/signals';

const ANSWER_MS = 3_000;

/** Reconnects for ever, at random intervals: nobody waits for it meanwhile, and not all clients come back at once. */
const RECONNECTING: ConnectionOptions = {
  name: 'dosar',
  // listeners in this process got the signal directly
  noEcho: true,
  timeout: ANSWER_MS,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 750,
  reconnectJitterTLS: 750,
  ignoreAuthErrorAbort: true,
  pingInterval: 5_000,
  maxPingOut: 2,
};

/**
 * Wake-ups between processes over NATS. While it is unavailable signals reach only this process and are dropped for others:
 * waiting callers poll the views, and an old wake-up is worthless.
 * @param url such as nats://user:password@localhost:4222/name; installations on one server are separated by the name
 * @throws CannotStart
 */
export const natsSignals = async (url: string): Promise<Signals> => {
  const { options, subject } = settingsIn(url);
  const connection = await opened(options, url);
  const here = memorySignals();
  let reachable = true;
  void watch(connection, (is) => (reachable = is));
  connection.subscribe(subject, { callback: (error, message) => error || hear(message, here) });
  await connection.flush();

  const tell = (signal: Signal) => {
    if (!reachable) return;
    try {
      connection.publish(subject, JSON.stringify(signal));
    } catch {
      // the connection was closed just now
    }
  };

  return {
    ...here,
    send(signal) {
      here.send(signal);
      tell(signal);
    },
    async reach() {
      if (!reachable) throw new Unavailable('NATS is out of reach');
      await within(ANSWER_MS, connection.flush(), 'NATS');
    },
    async close() {
      reachable = false;
      await connection.close();
    },
  };
};

const watch = async (connection: NatsConnection, onChange: (reachable: boolean) => void) => {
  for await (const { type } of connection.status()) {
    if (type === Events.Disconnect) onChange(false);
    if (type === Events.Reconnect) onChange(true);
  }
};

const hear = (message: Msg, here: Signals) => {
  try {
    here.send(message.json<Signal>());
  } catch {
    // not a message of ours: ignored
  }
};

const settingsIn = (url: string): { options: ConnectionOptions; subject: string } => {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^(nats|tls):$/.test(address.protocol))
    throw new CannotStart('DOSAR_NATS_URL is not an address of NATS, such as nats://localhost:4222');
  const { protocol, host, username, password, pathname } = address;
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  return {
    options: {
      ...RECONNECTING,
      servers: host,
      ...(protocol === 'tls:' && { tls: {} }),
      ...(user && (password ? { user, pass } : { token: user })),
    },
    subject: `dosar.${pathname.slice(1).replaceAll(/[^\w-]/g, '_') || 'signals'}`,
  };
};

const opened = async (options: ConnectionOptions, url: string): Promise<NatsConnection> => {
  try {
    return await connect(options);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    throw new CannotStart(
      /AUTH/.test(code ?? '')
        ? `DOSAR_NATS_URL: NATS at ${shown(url)} refuses this user and password`
        : `DOSAR_NATS_URL: no NATS answers at ${shown(url)} (${message})`,
    );
  }
};
