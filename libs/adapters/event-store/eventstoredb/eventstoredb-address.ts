import { CannotStart } from '../../cannot-start';

/** The parts of a log's address, and the address for the driver. */
export type LogAddress = {
  readonly forDriver: string;
  /** The addresses of single nodes, when there are several. */
  readonly nodes: readonly string[];
  /** The prefix of all our streams' names on the server; empty when the log has the server to itself. */
  readonly prefix: string;
};

const ADDRESS = /^(esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?)([^/?]+)(?:\/([^?]*))?(\?.*)?$/;
/** A prefix ends with a `.`; names with `$` belong to the server. */
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/;

/**
 * Whether a stream of the server belongs to a log with that prefix. A log without prefix has none of the streams with one.
 */
export const isUnder = (prefix: string, stream: string): boolean => {
  if (prefix !== '') return stream.startsWith(prefix);
  const dot = stream.indexOf('.');
  return dot < 0 || !PREFIX.test(stream.slice(0, dot));
};

/** @throws CannotStart */
export const logAddress = (url: string): LogAddress => {
  const [, before, hosts, prefix = '', options = ''] = ADDRESS.exec(url) ?? [];
  if (!before || !hosts)
    throw new CannotStart(
      'DOSAR_EVENTSTORE_URL is not an address of EventStoreDB, such as esdb://localhost:2113?tls=false',
    );
  if (prefix !== '' && !PREFIX.test(prefix))
    throw new CannotStart(
      `DOSAR_EVENTSTORE_URL: "${prefix}" cannot be what the names of streams begin with: letters, digits, "_" and "-" can, 60 at most`,
    );
  const several = before.startsWith('esdb:') && hosts.includes(',');
  return {
    forDriver: `${before}${hosts}${options}`,
    nodes: several ? hosts.split(',').map((host) => `${before}${host}${options}`) : [],
    prefix: prefix === '' ? '' : `${prefix}.`,
  };
};
