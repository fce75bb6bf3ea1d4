// What the stand-in answers, in the messages of EventStoreDB's protocol.
import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import anything from 'google-protobuf/google/protobuf/any_pb.js';
import emptiness from 'google-protobuf/google/protobuf/empty_pb.js';

const { ReadResp, AppendResp, BatchAppendResp, DeleteResp, TombstoneResp } = streams;
const TICKS_PER_MS = 10_000;
const UNKNOWN_ERROR = 2;

/** Where a stream ends that was deleted for good. */
const DELETED_REVISION = '9223372036854775807';

const identifierOf = (stream) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream));

const recorded = ({ id, stream, revision, position, type, content_type, created, data, metadata }) => {
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(id))
    .setStreamIdentifier(identifierOf(stream))
    .setStreamRevision(type === '$streamDeleted' ? DELETED_REVISION : String(revision))
    .setCommitPosition(String(position))
    .setPreparePosition(String(position))
    .setData(Buffer.from(data))
    .setCustomMetadata(Buffer.from(metadata));
  event
    .getMetadataMap()
    .set('type', type)
    .set('content-type', content_type)
    .set('created', String(created * TICKS_PER_MS));
  return event;
};

export const eventReply = (row) =>
  new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded(row)).setCommitPosition(String(row.position)));

export const notFoundReply = (stream) =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)));

export const confirmationReply = () =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()));

export const caughtUpReply = () => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

const placed = (success, Position, Empty, { revision, position, untold }) => {
  success.setCurrentRevision(String(revision));
  if (untold) return success.setNoPosition(new Empty());
  const place = new Position().setCommitPosition(String(position)).setPreparePosition(String(position));
  return success.setPosition(place);
};

/** The answer to an append of its own. */
export const appendReply = (outcome, expected) => {
  if (!('wrong' in outcome))
    return new AppendResp().setSuccess(placed(new AppendResp.Success(), AppendResp.Position, shared.Empty, outcome));
  const wrong = new AppendResp.WrongExpectedVersion();
  if (outcome.wrong < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.wrong));
  if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return new AppendResp().setWrongExpectedVersion(wrong);
};

const batchReply = (correlationId, stream) =>
  new BatchAppendResp().setCorrelationId(correlationId).setStreamIdentifier(identifierOf(stream));

const failed = (name, detail, message) => {
  const details = new anything.Any();
  details.pack(detail.serializeBinary(), name);
  return new statuses.Status().setCode(UNKNOWN_ERROR).setMessage(message).setDetails(details);
};

/** The answer to one of many appends over one call. */
export const batchAppendReply = (correlationId, stream, outcome, expected) => {
  const reply = batchReply(correlationId, stream);
  if (!('wrong' in outcome))
    return reply.setSuccess(placed(new BatchAppendResp.Success(), shared.AllStreamPosition, emptiness.Empty, outcome));
  const wrong = new shared.WrongExpectedVersion();
  if (outcome.wrong < 0) wrong.setCurrentNoStream(new emptiness.Empty());
  else wrong.setCurrentStreamRevision(String(outcome.wrong));
  if (expected < 0) wrong.setExpectedNoStream(new emptiness.Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  return reply.setError(failed('event_store.client.WrongExpectedVersion', wrong, 'WrongExpectedVersion'));
};

/** Some node has to lead before anything can be kept. */
export const notReadyReply = (correlationId, stream) => {
  const status = failed('google.protobuf.Empty', new emptiness.Empty(), 'Server Is Not Ready');
  return batchReply(correlationId, stream).setError(status);
};

export const tooLargeReply = (correlationId, stream, limit) => {
  const large = new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit);
  const status = failed('event_store.client.MaximumAppendSizeExceeded', large, 'MaximumAppendSizeExceeded');
  return batchReply(correlationId, stream).setError(status);
};

export const deletedReply = (correlationId, stream) => {
  const deleted = new shared.StreamDeleted().setStreamIdentifier(identifierOf(stream));
  return batchReply(correlationId, stream).setError(
    failed('event_store.client.StreamDeleted', deleted, `Event stream '${stream}' is deleted.`),
  );
};

const removedReply = (Reply) => (written) =>
  new Reply().setPosition(
    new Reply.Position().setCommitPosition(String(written.position)).setPreparePosition(String(written.position)),
  );
export const deleteReply = removedReply(DeleteResp);
export const tombstoneReply = removedReply(TombstoneResp);
