import { checkpoints } from './checkpoints';
import { Damaged } from '../model/damage';
import { INSTALLATION_STREAM, type InstallationEvent } from '../model/installation.events';
import { mustBeNew } from './founding';
import { countHead, readHead, replaceHead, VERIFIED, type LogHead } from './log-head';
import { recordOf } from './installation-stream';
import type { LogPorts } from './open-log';
import type { EventStore } from '../ports';
import { parseRecord, readable } from './record';
import { NOT_REFUSED, REFUSED } from './log-refusal';
import { updateIn } from '../keys/update-in';
import { beginGrowing } from './vault-age';

/**
 * From now on the log is taken as it is, and what its reactors have lost is done again: what was done is not done twice.
 * @throws CannotStart when there is none, though it is known that there was
 */
export const acceptLog = async (
  ports: LogPorts,
  clockNow: () => Date = () => new Date(),
): Promise<{ readonly known: LogHead | null; readonly found: LogHead | null }> => {
  const { events, vault } = ports;
  const kept = await readHead(vault);
  const known = kept && asHead(kept);
  const end = await countHead(events);
  if (end === null) {
    await mustBeNew(ports);
    return { known, found: null };
  }
  const found = asHead(end);
  await checkpoints(vault).setBack(events);
  await beginGrowing(vault);
  await append(events, { known, found }, clockNow());
  await replaceHead(vault, (await countHead(events, end))!);
  await checkpoints(vault).restoreLost(events);
  // what was verified of it so far need not be what is there now
  await vault.remove(VERIFIED);
  await updateIn(vault, REFUSED, () => NOT_REFUSED);
  return { known, found };
};

const asHead = ({ position, size, root }: LogHead): LogHead => ({ position, size, root });

/** Of the newest record; null when it is damaged. */
const timeOf = async (events: EventStore, { position }: LogHead): Promise<string | null> => {
  const [newest] = await events.at([BigInt(position)]);
  const record = readable(newest!);
  return record instanceof Damaged ? null : record.occurredAt;
};

/** Never with an earlier time than what is there, also by a clock that is behind. */
const append = async (
  events: EventStore,
  data: Extract<InstallationEvent, { type: 'LogAccepted' }>['data'],
  now: Date,
): Promise<void> => {
  let revision = -1;
  let installationId = '';
  let newest = now.toISOString();
  const end = await timeOf(events, data.found);
  if (end !== null && end > newest) newest = end;
  for await (const batch of events.read(INSTALLATION_STREAM))
    for (const record of batch) {
      const { resource, occurredAt } = parseRecord(record);
      [revision, installationId] = [record.revision, resource.id];
      if (occurredAt > newest) newest = occurredAt;
    }
  const record = recordOf({ type: 'LogAccepted', data }, revision + 1, installationId, newest);
  await events.append(INSTALLATION_STREAM, revision, [record]);
};
