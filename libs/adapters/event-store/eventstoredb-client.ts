import { ErrorType, EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable } from '@dosar/kernel';
import { CannotStart, shown } from '../cannot-start';
import { within } from '../patience';

/** So long an answer is waited for; what was asked for may still be done later. */
export const PATIENCE_MS = 5_000;

/** Before that version what is read from a stream does not say where it stands in the whole log. */
const OLDEST = { year: 22, month: 6 } as const;

/** What the driver calls an error, for those that it has a type for. */
export const typeOf = (error: unknown): string | undefined => (error as { type?: string }).type;

/** Asking the same again would fail in the same way. */
const DEFECTS: ReadonlySet<string | undefined> = new Set([
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.STREAM_DELETED,
  ErrorType.UNSUPPORTED,
]);

/**
 * What the driver throws, as the port calls it. Many outages have no type: a dead port is a plain error with gRPC's code
 * 14, a channel that is being replaced one without any. So all that is no defect leaves the outcome unknown.
 */
export const asOutage = (error: unknown): Error => {
  const { message, code } = error as Error & { code?: unknown };
  const isOurs = error instanceof Unavailable || error instanceof TypeError || error instanceof RangeError;
  if (isOurs || DEFECTS.has(typeOf(error))) return error as Error;
  return new Unavailable(`EventStoreDB: ${message || `gRPC code ${String(code)}`}`, { cause: error });
};

/** A client of a server that answers, knows who asks, and is new enough. @throws CannotStart */
export const connect = async (url: string): Promise<EventStoreDBClient> => {
  const client = clientFor(url);
  try {
    await mustServe(client, shown(url));
    return client;
  } catch (error) {
    await client.dispose();
    if (error instanceof CannotStart) throw error;
    const denied = typeOf(error) === ErrorType.ACCESS_DENIED;
    throw new CannotStart(
      denied
        ? `DOSAR_EVENTSTORE_URL: EventStoreDB at ${shown(url)} refuses this user and password`
        : `DOSAR_EVENTSTORE_URL: no EventStoreDB answers at ${shown(url)} (${(error as Error).message})`,
    );
  }
};

const clientFor = (url: string) => {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    throw new CannotStart(
      'DOSAR_EVENTSTORE_URL is not an address of EventStoreDB, such as esdb://localhost:2113?tls=false',
    );
  }
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
