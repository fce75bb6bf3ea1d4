// EventStoreDB's service of streams over the stand-in's log: what the adapter uses of it, and nothing more.
import grpc from '@grpc/grpc-js';
import {
  appendReply,
  batchAppendReply,
  caughtUpReply,
  confirmationReply,
  deletedReply,
  deleteReply,
  eventReply,
  notFoundReply,
  notReadyReply,
  tombstoneReply,
  tooLargeReply,
} from './replies.mjs';

/** Events that are read from the log at once. */
const PAGE = 200;
const MAX_APPEND_BYTES = 1024 * 1024;

const nameOf = (identifier) => Buffer.from(identifier.getStreamName_asU8()).toString();

const proposed = (message) => ({
  id: message.getId().getString().toLowerCase(),
  type: message.getMetadataMap().get('type'),
  contentType: message.getMetadataMap().get('content-type'),
  data: Buffer.from(message.getData_asU8()),
  metadata: Buffer.from(message.getCustomMetadata_asU8()),
});

const expectedOf = (options, revision) => {
  if (options.hasNoStream()) return -1;
  return options.hasAny() || options.hasStreamExists() ? null : Number(revision);
};

/** Whether an event is asked for: by the beginnings or the pattern of its stream's name or its type. */
const filterOf = (options) => {
  if (!options.hasFilter()) return () => true;
  const filter = options.getFilter();
  const [expression, column] = filter.hasStreamIdentifier()
    ? [filter.getStreamIdentifier(), 'stream']
    : [filter.getEventType(), 'type'];
  const prefixes = expression.getPrefixList();
  const pattern = expression.getRegex() === '' ? null : new RegExp(expression.getRegex());
  return (row) => (pattern ? pattern.test(row[column]) : prefixes.some((prefix) => row[column].startsWith(prefix)));
};

/** Writes as fast as the reader reads. @returns whether the reader is still there. */
const writeTo = async (call, reply) => {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(reply)) return true;
  await new Promise((go) => {
    const done = () => {
      call.off('drain', done).off('cancelled', done).off('close', done);
      go();
    };
    call.on('drain', done).on('cancelled', done).on('close', done);
  });
  return !call.cancelled && !call.destroyed;
};

/** Refuses what only the leader may answer. @returns whether it did */
const refusesFollower = (call, control, port) => {
  const leader = control.leader();
  if (leader === port || !call.metadata.get('requires-leader').includes('true')) return false;
  if (leader === null) {
    call.emit('error', { code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready' });
    return true;
  }
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', '127.0.0.1');
  metadata.set('leader-endpoint-port', String(leader));
  call.emit('error', { code: grpc.status.NOT_FOUND, details: 'Leader info available', metadata });
  return true;
};

/** Nothing can be read from the midst of an event. */
const isInvalid = (log, all) => {
  if (!all.hasPosition()) return false;
  const position = Number(all.getPosition().getCommitPosition());
  return position > 0 && position < log.head() && !log.isThere(position);
};

/** As a server refuses whoever asks for a stream that was deleted for good. */
const streamDeleted = (name) => {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', name);
  return { code: grpc.status.FAILED_PRECONDITION, details: `Event stream '${name}' is deleted.`, metadata };
};

const readStream = async (call, log, options) => {
  const asked = options.getStream();
  const name = nameOf(asked.getStreamIdentifier());
  if (log.isTombstoned(name)) return call.emit('error', streamDeleted(name));
  if (log.revisionOf(name) < 0 || log.isDeleted(name)) {
    call.write(notFoundReply(name));
    return call.end();
  }
  const backwards = options.getReadDirection() === 1;
  let from = asked.hasRevision() ? Number(asked.getRevision()) : asked.hasEnd() ? null : 0;
  for (let left = Number(options.getCount()); left > 0;) {
    const rows = log.ofStream(name, from, backwards, Math.min(PAGE, left));
    for (const row of rows) if (!(await writeTo(call, eventReply(row)))) return;
    if (rows.length < PAGE) break;
    left -= rows.length;
    from = rows.at(-1).revision + (backwards ? -1 : 1);
    if (from < 0) break;
  }
  call.end();
};

/** Where to begin: what is beyond it comes first. */
const startOf = (all, log, backwards) => {
  if (all.hasPosition()) return Number(all.getPosition().getCommitPosition());
  const atEnd = all.hasEnd();
  return backwards ? (atEnd ? log.head() + 1 : 0) : atEnd ? log.head() : 0;
};

const readAll = async (call, log, options) => {
  const backwards = options.getReadDirection() === 1;
  const wanted = filterOf(options);
  const all = options.getAll();
  if (isInvalid(log, all))
    return call.emit('error', { code: grpc.status.UNKNOWN, details: 'Unexpected ReadAllResult: Error' });
  // read forwards, a position is part of what is read
  let beyond = startOf(all, log, backwards) - (all.hasPosition() && !backwards ? 1 : 0);
  for (let left = Number(options.getCount()); left > 0;) {
    const rows = log.ofAll(beyond, backwards, PAGE);
    for (const row of rows.filter(wanted).slice(0, left)) {
      if (!(await writeTo(call, eventReply(row)))) return;
      left -= 1;
    }
    if (rows.length < PAGE) break;
    beyond = rows.at(-1).position;
  }
  call.end();
};

const follow = async (call, log, options) => {
  if (isInvalid(log, options.getAll()))
    return call.emit('error', { code: grpc.status.UNKNOWN, details: 'Unexpected ReadAllResult: Error' });
  const wanted = filterOf(options);
  let at = startOf(options.getAll(), log, false);
  let caughtUp = false;
  let wake = () => {};
  const quiet = log.listen(() => wake());
  for (const end of ['cancelled', 'close', 'error'])
    call.on(end, () => {
      quiet();
      wake();
    });
  if (!(await writeTo(call, confirmationReply()))) return;
  while (!call.cancelled && !call.destroyed) {
    const news = new Promise((go) => (wake = go));
    const rows = log.ofAll(at, false, PAGE);
    for (const row of rows.filter(wanted)) if (!(await writeTo(call, eventReply(row)))) return;
    at = rows.at(-1)?.position ?? at;
    if (rows.length === PAGE) continue;
    if (!caughtUp) call.write(caughtUpReply());
    caughtUp = true;
    await news;
  }
};

const read = (log, control, port) => async (call) => {
  await control.late();
  if (refusesFollower(call, control, port)) return;
  if (control.now().deaf) return call.emit('error', { code: grpc.status.UNAVAILABLE, details: 'nothing can be read' });
  const options = call.request.getOptions();
  const kind = options.hasSubscription() ? follow : options.hasAll() ? readAll : readStream;
  kind(call, log, options).catch((error) => call.destroy(error));
};

const append = (log, control) => (call, answer) => {
  let options = null;
  const events = [];
  call.on('data', (request) => {
    if (request.hasOptions()) options = request.getOptions();
    else events.push(proposed(request.getProposedMessage()));
  });
  call.on('end', async () => {
    await control.late();
    if (control.leader() === null) return answer({ code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready' });
    const expected = expectedOf(options, options.getRevision());
    if (log.isTombstoned(nameOf(options.getStreamIdentifier())))
      return answer(streamDeleted(nameOf(options.getStreamIdentifier())));
    try {
      const outcome = log.append(nameOf(options.getStreamIdentifier()), expected, events);
      if (control.isMute()) return answer({ code: grpc.status.UNAVAILABLE, details: 'gone' });
      answer(null, appendReply({ ...outcome, untold: control.now().untold }, expected));
    } catch (error) {
      answer({ code: grpc.status.UNAVAILABLE, details: error.message });
    }
  });
};

/** One append of many over one call, once all of it has come. */
const answerBatch = (log, control, { options, events }, correlationId) => {
  const stream = nameOf(options.getStreamIdentifier());
  if (control.leader() === null) return notReadyReply(correlationId, stream);
  const bytes = events.reduce((sum, { data }) => sum + data.length, 0);
  if (bytes > MAX_APPEND_BYTES) return tooLargeReply(correlationId, stream, MAX_APPEND_BYTES);
  const expected = expectedOf(options, options.getStreamPosition());
  if (log.isTombstoned(stream)) return deletedReply(correlationId, stream);
  const outcome = log.append(stream, expected, events);
  return batchAppendReply(correlationId, stream, { ...outcome, untold: control.now().untold }, expected);
};

const batchAppend = (log, control) => (call) => {
  const open = new Map();
  let turn = Promise.resolve();
  const lose = () => call.emit('error', { code: grpc.status.UNAVAILABLE, details: 'the connection was lost' });
  call.on('error', () => {});
  call.on('data', (request) => {
    const correlationId = request.getCorrelationId();
    const key = correlationId.getString();
    const one = open.get(key) ?? { options: request.getOptions(), events: [] };
    open.set(key, one);
    one.events.push(...request.getProposedMessagesList().map(proposed));
    if (!request.getIsFinal()) return;
    open.delete(key);
    const late = control.late();
    turn = turn
      .then(() => late)
      .then(() => {
        const reply = answerBatch(log, control, one, correlationId);
        if (control.isMute()) lose();
        else call.write(reply);
      })
      .catch(lose);
  });
  call.on('end', () => void turn.then(() => call.end()));
};

/** Deletes a stream so, or so. */
const deleting = (log, how, reply) => (call, answer) => {
  const name = nameOf(call.request.getOptions().getStreamIdentifier());
  if (log.isTombstoned(name)) return answer(streamDeleted(name));
  answer(null, reply(log[how](name)));
};

/** The methods of the service, by the names of its definition; what the adapter never asks for is not implemented. */
export const streamsOver = (log, control, port) => ({
  read: read(log, control, port),
  append: append(log, control),
  batchAppend: batchAppend(log, control),
  delete: deleting(log, 'delete', deleteReply),
  tombstone: deleting(log, 'tombstone', tombstoneReply),
});
