import { ErrorType, EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable } from '@dosar/kernel/runtime';
import { CannotStart, shown } from '../../cannot-start';
import { within } from '../../patience';
import type { LogAddress } from './eventstoredb-address';
import { Empty, GossipClient } from './eventstoredb-protocol';

/** How long to wait for an answer; the request may still be carried out later. */
export const PATIENCE_MS = 5_000;

/** In earlier versions events of a stream do not say their position in the whole log. */
const OLDEST = { year: 22, month: 6 } as const;

/** The driver's type of an error, if it has one. */
export const typeOf = (error: unknown): string | undefined => (error as { type?: string }).type;

/** Repeating the request would fail in the same way. */
const DEFECTS: ReadonlySet<string | undefined> = new Set([
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.STREAM_DELETED,
  ErrorType.UNSUPPORTED,
]);
const OUR_MISTAKES = [TypeError, RangeError, SyntaxError, ReferenceError];

/**
 * Translates errors of the driver for the port. Many outages have no type: a dead port is a plain error with gRPC's code 14;
 * a cluster without a leader, or a channel being replaced, gives an untyped one. So everything but a defect leaves the
 * outcome unknown.
 */
export const asOutage = (error: unknown): Error => {
  const { message, code, name } = error as Error & { code?: unknown };
  const isOurs = name === 'Unavailable' || name === 'Damaged' || OUR_MISTAKES.some((kind) => error instanceof kind);
  if (isOurs || DEFECTS.has(typeOf(error))) return error as Error;
  return new Unavailable(`EventStoreDB: ${message || `gRPC code ${String(code)}`}`, { cause: error });
};

/** A client of a server that answers, accepts the credentials, and is recent enough. @throws CannotStart */
export const connect = async (url: string, { forDriver, nodes }: LogAddress): Promise<EventStoreDBClient> => {
  const client = clientFor(forDriver);
  try {
    await mustServe(client, shown(url));
    await mustBeOneCluster(nodes);
    return client;
  } catch (error) {
    await closeClient(client);
    if (error instanceof CannotStart) throw error;
    const denied = typeOf(error) === ErrorType.ACCESS_DENIED;
    throw new CannotStart(
      denied
        ? `DOSAR_EVENTSTORE_URL: EventStoreDB at ${shown(url)} refuses this user and password`
        : `DOSAR_EVENTSTORE_URL: no EventStoreDB answers at ${shown(url)} (${(error as Error).message})`,
    );
  }
};

/** Ends requests under way and closes the connection, which the driver would leave open. */
export const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose().catch(() => undefined);
  const channel = await within(PATIENCE_MS, client['getChannel'](), 'EventStoreDB').catch(() => null);
  channel?.close();
};

const clientFor = (url: string): EventStoreDBClient => {
  try {
    return harmless(EventStoreDBClient.connectionString(url));
  } catch {
    throw new CannotStart(
      'DOSAR_EVENTSTORE_URL is not an address of EventStoreDB, such as esdb://localhost:2113?tls=false',
    );
  }
};

/**
 * The driver reconnects without awaiting it. If no node leads meanwhile, that promise rejects with nobody listening, which
 * would end the process.
 */
const harmless = (client: EventStoreDBClient): EventStoreDBClient => {
  const handleError = client['handleError'];
  client['handleError'] = (...of) => handleError(...of).catch(() => undefined);
  return client;
};

const mustServe = async (client: EventStoreDBClient, where: string) => {
  const { serverVersion } = await within(PATIENCE_MS, client['capabilities'], 'the server');
  const [year = 0, month = 0] = serverVersion.split('.').map(Number);
  if (!(year > OLDEST.year || (year === OLDEST.year && month >= OLDEST.month)))
    throw new CannotStart(
      `DOSAR_EVENTSTORE_URL: ${where} is EventStoreDB of version ${serverVersion}, but ${OLDEST.year}.${OLDEST.month} or newer is needed`,
    );
  const first = client.readAll({ maxCount: 1 });
  const looked = (async () => {
    for await (const _ of first);
  })();
  await within(PATIENCE_MS, looked, 'the server');
};

/** Several nodes must be of one cluster: those of two would be two logs. Nodes that do not answer are asked later. */
const mustBeOneCluster = async (nodes: readonly string[]) => {
  const known = await Promise.all(nodes.map((node) => membersAt(node).catch(() => null)));
  const answering = nodes.filter((_, at) => known[at] !== null);
  const [first, ...others] = known.filter((members) => members !== null);
  const stranger = others.findIndex((members) => !members.some((member) => first!.includes(member)));
  if (stranger >= 0)
    throw new CannotStart(
      `DOSAR_EVENTSTORE_URL: ${shown(answering[0]!)} and ${shown(answering[stranger + 1]!)} do not belong to one cluster`,
    );
};

/** The nodes known to a node, itself included. */
const membersAt = async (node: string): Promise<string[]> => {
  const client = clientFor(node);
  const asking = client['execute'](
    GossipClient,
    'gossip',
    (gossip) =>
      new Promise<string[]>((resolve, reject) =>
        gossip.read(new Empty(), ...client['callArguments']({ deadline: PATIENCE_MS }), (error, info) => {
          if (error) return reject(error);
          const places = info.getMembersList().map((member) => member.getHttpEndPoint());
          resolve(places.map((place) => `${place?.getAddress()}:${place?.getPort()}`));
        }),
      ),
  );
  return within(PATIENCE_MS, asking, node).finally(() => closeClient(client));
};
