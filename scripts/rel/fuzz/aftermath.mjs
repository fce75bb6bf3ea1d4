// What the log has kept: whole, and nothing of what was refused but what is meant to be kept of it.
import { faultsOfBlobs, faultsOfLog, openerIn, records } from '../stored.mjs';

/** Attempts that the log tells of (contract, sections 1 and 4): a wrong sign-in, something that is closed to somebody, … */
const MEANT = new Set(['SignInRefused', 'AccessRefused', 'AlarmRaised']);
/** A bulk call whose every item was refused is an operation that failed. */
const isFailedBulk = (events) =>
  events.every(({ type }) => type === 'BulkStarted' || type === 'BulkFinished') &&
  events.every(({ type, data }) => type !== 'BulkFinished' || data.status === 'failed');

/** A password that is changed while somebody signs in: their session is in the log, and was over before it began. */
const isOvertaken = (id, events) => id.startsWith('auth.') && events.every(({ type }) => type === 'SignedIn');

export const aftermathOf = (dataDir, refused) => {
  const all = records(dataDir);
  const faults = [...faultsOfLog(all), ...faultsOfBlobs(dataDir, all)];
  const open = openerIn(dataDir);
  const byCorrelation = new Map();
  for (const record of all)
    if (refused.has(record.correlationId))
      byCorrelation.set(record.correlationId, [...(byCorrelation.get(record.correlationId) ?? []), record]);
  for (const [correlation, found] of byCorrelation) {
    const events = found.filter(({ type }) => !MEANT.has(type)).map(open);
    const { id, status, call } = refused.get(correlation);
    if (events.length === 0 || isFailedBulk(events) || isOvertaken(id, events)) continue;
    faults.push(
      `${id} was refused with ${status}, and left ${events.map(({ type }) => type)}: ${call.mutation ?? 'as it should be'} ${JSON.stringify(call.body ?? null).slice(0, 200)}`,
    );
  }
  return { faults, events: all.length };
};
