import { CannotStart } from '@dosar/adapters/cannot-start';
import { openPorts } from '@dosar/adapters/open-ports';
import type { PortsConfig } from '@dosar/adapters/ports-config';
import { leaveAct, readRefusal, type StoredBlob, type Ports } from '@dosar/kernel/runtime';
import { knownTimes } from '../files/uploads/known-times';
import { ORPHANED_MS } from '../files/uploads/orphaned-bytes.job';
import { bytesIn, unnamedIn } from '../files/uploads/unnamed-bytes';

/** How long somebody who has lost a log has to find it again. */
const MISSED_MS = 30 * 24 * 60 * 60 * 1000;

const lineOf = ({ id, size, writtenAt }: StoredBlob) => `${id}  ${writtenAt.toISOString()}  ${size} bytes`;
const sumOf = (found: readonly StoredBlob[]) => `${found.length} documents of ${bytesIn(found)} bytes`;

/** Documents that no event names, and those among them that are old enough to be removed. */
export const orphanedBytesIn = async (ports: Pick<Ports, 'events' | 'vault' | 'blobs'>, now: Date) => {
  const refusal = await readRefusal(ports.vault);
  if (refusal !== null)
    throw new CannotStart(`which documents belong to nothing is not known while this holds: ${refusal}`);
  const { missedSince } = await knownTimes(ports);
  const found: StoredBlob[] = [];
  for await (const each of ports.blobs.all())
    if (now.getTime() - each.writtenAt.getTime() >= ORPHANED_MS) found.push(each);
  const left = await unnamedIn(ports.events, found);
  return { left, due: left.filter(({ writtenAt }) => now.getTime() - missedSince(writtenAt) >= MISSED_MS) };
};

/**
 * Lists documents that belong to nothing in the log, or removes those older than 30 days.
 * @returns what was found or done, in sentences
 */
export const orphanedBytes = async (config: PortsConfig, [what, ...more]: readonly string[]): Promise<string[]> => {
  if ((what !== undefined && what !== 'remove') || more.length > 0)
    throw new CannotStart('dosar leftovers lists them, dosar leftovers remove takes away what has lain so for 30 days');
  const ports = await openPorts(config, [], {});
  try {
    const { left, due } = await orphanedBytesIn(ports, new Date());
    if (what === undefined)
      return [
        ...left.map(lineOf),
        `${sumOf(left)} are named by no event of this log.`,
        `${sumOf(due)} have lain so for 30 days: "dosar leftovers remove" takes them away.`,
      ];
    for (const { id } of due) await ports.blobs.remove(id);
    if (due.length > 0) await leaveAct(ports.vault, 'removal', { count: due.length });
    return [...due.map(lineOf), `${sumOf(due)} are taken away, and ${left.length - due.length} are left.`];
  } finally {
    await ports.close();
  }
};
