import { CannotStart } from '../../cannot-start';

/** What an address of the log says, and what of it is the driver's. */
export type LogAddress = {
  readonly forDriver: string;
  /** The addresses of single nodes, when several are named. */
  readonly nodes: readonly string[];
  /** What all our streams' names begin with on the server; empty when the log has it for itself. */
  readonly prefix: string;
};

const ADDRESS = /^(esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?)([^/?]+)(?:\/([^?]*))?(\?.*)?$/;
/** A `.` ends it; a `$` is the server's own. */
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/;

/** Whether a stream of the server is one of a log with that prefix. One without has no stream of a log that has one. */
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
