import { checkpoints } from './checkpoints';
import { Damaged } from './damage';
import { INSTALLATION_STREAM, type InstallationEvent } from './installation.events';
import { countHead, forgetHead, readHead, replaceHead, VERIFIED, type LogHead } from './log-head';
import { recordOf, type LogPorts } from './open-log';
import type { EventStore } from './ports';
import { parseRecord, readable } from './record';
import { NOT_REFUSED, REFUSED } from './refusal';
import { updateIn } from './update-in';
import { beginGrowing } from './vault-age';

/** From now on the log is taken as it is, and what its reactors have lost is done again: what was done is not done twice. */
export const acceptLog = async (
  { events, vault }: LogPorts,
  clockNow: () => Date = () => new Date(),
): Promise<{ readonly known: LogHead | null; readonly found: LogHead | null }> => {
  const kept = await readHead(vault);
  const known = kept && asHead(kept);
  const end = await countHead(events);
  const found = end && asHead(end);
  await beginGrowing(vault);
  if (found) {
    await append(events, { known, found }, clockNow());
    await replaceHead(vault, (await countHead(events, end))!);
    await checkpoints(vault).restoreLost();
  } else await forgetHead(vault);
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
  let [revision, installationId, newest] = [-1, '', now.toISOString()];
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
