// Checks the log: complete, and without events of refused calls, except for intended ones.
import { faultsOfBlobs, faultsOfLog, openerIn, records } from '../stored.mjs';

/** Attempts that the log tells of (contract, sections 1 and 4): a wrong sign-in, something that is closed to somebody, … */
// whoever looks as somebody else is noted before it is known what there is to see
const MEANT = new Set(['SignInRefused', 'AccessRefused', 'AlarmRaised', 'ViewedAs']);
/** A bulk call whose every item was refused is an operation that failed. */
const isFailedBulk = (events) =>
  events.every(({ type }) => type === 'BulkStarted' || type === 'BulkFinished') &&
  events.every(({ type, data }) => type !== 'BulkFinished' || data.status === 'failed');

/** The credentials that are valid for somebody after these records of a log. */
const proofsOf = (userId, before) => {
  let proofs = { password: null, link: null };
  for (const { type, resource, data } of before) {
    if (type === 'SignedIn' && data.userId === userId && data.credentialId === proofs.link) proofs.link = null;
    if (resource.id !== userId) continue;
    if (type === 'SignInLinkSent') proofs.link = data.requestId;
    else if (type === 'PasswordChanged') proofs = { password: data.credentialId, link: null };
    else if (['UserRoleChanged', 'UserEmailChanged', 'AllSessionsRevoked'].includes(type)) proofs.link = null;
    else if (['UserDeactivated', 'UserDeleted'].includes(type)) proofs = { password: null, link: null };
  }
  return proofs;
};

/** A sign-in with credentials that had expired when it was appended: it is no session, and is answered so. */
const isOvertaken = ({ id, type, data }, all) => {
  if (type !== 'SignedIn') return false;
  const before = all.slice(
    0,
    all.findIndex((each) => each.id === id),
  );
  return data.credentialId !== proofsOf(data.userId, before)[data.method];
};

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
    if (events.length === 0 || isFailedBulk(events) || events.every((each) => isOvertaken(each, all))) continue;
    faults.push(
      `${id} was refused with ${status}, and left ${events.map(({ type }) => type)}: ${call.mutation ?? 'as it should be'} ${JSON.stringify(call.body ?? null).slice(0, 200)}`,
    );
  }
  return { faults, events: all.length };
};
