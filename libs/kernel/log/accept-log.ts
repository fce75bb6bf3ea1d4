import { checkpoints } from './checkpoints';
import { Damaged } from '../model/damage';
import { INSTALLATION_STREAM, type InstallationEvent } from '../model/installation.events';
import { mustBeNew } from './founding';
import { countHead, readHead, replaceHead, VERIFIED, type LogHead } from './log-head';
import { recordOf } from './installation-stream';
import type { LogPorts } from './open-log';
import { renameLog } from '../ledger/signing-keys';
import type { EventStore } from '../ports';
import { parseRecord, readable } from './record';
import { NOT_REFUSED, REFUSED } from './log-refusal';
import { updateIn } from '../keys/update-in';
import { beginGrowing } from './vault-age';

/**
 * Accepts the log as it is. Reactors that lost their checkpoints start again from the beginning; repeating an effect
 * changes nothing.
 * @throws CannotStart when there is no log, although one is known
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
  await renameLog(vault, clockNow());
  await append(events, { known, found }, clockNow());
  await replaceHead(vault, (await countHead(events, end))!);
  await checkpoints(vault).restoreLost(events);
  // the verification so far may have been of another log
  await vault.remove(VERIFIED);
  await updateIn(vault, REFUSED, () => NOT_REFUSED);
  return { known, found };
};

const asHead = ({ position, size, root }: LogHead): LogHead => ({ position, size, root });

/** The time of the newest record; null when it is damaged. */
const timeOf = async (events: EventStore, { position }: LogHead): Promise<string | null> => {
  const [newest] = await events.at([BigInt(position)]);
  const record = readable(newest!);
  return record instanceof Damaged ? null : record.occurredAt;
};

/** Appends with a time not earlier than the newest record's, even when the clock is behind. */
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
