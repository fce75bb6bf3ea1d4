import type { EventStoreDBClient } from '@eventstore/db-client';
import type { BatchAppendReq as Request, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { leafHash, newId, parseRecord, Unavailable, type EncodedRecord, type Position } from '@dosar/kernel/runtime';
import { within } from '../../patience';
import { asOutage, PATIENCE_MS } from './eventstoredb-client';
import { BatchAppendReq, Empty, StreamsClient, streamIdentifier, Timestamp, UUID } from './eventstoredb-protocol';

/**
 * The outcome of an append: the position of its last record, if the answer has it; or that the stream has another revision.
 */
export type AppendAnswer = { readonly position: Position | null } | 'wrong revision';

type Uuid = NonNullable<ReturnType<BatchAppendResp['getCorrelationId']>>;
type Waiting = { readonly resolve: (answer: AppendAnswer) => void; readonly reject: (error: Error) => void };
type Call = {
  write(request: Request): boolean;
  on(event: 'data', listener: (answer: BatchAppendResp) => void): Call;
  on(event: 'error', listener: (error: Error) => void): Call;
  on(event: 'end' | 'close', listener: () => void): Call;
};

const WRONG_REVISION = 'event_store.client.WrongExpectedVersion';
/** Repeating the append would fail again. */
const DEFECTS = new Set(
  ['MaximumAppendSizeExceeded', 'StreamDeleted', 'BadRequest'].map((name) => `event_store.client.${name}`),
);

/**
 * Sends all appends of a connection over one streaming call. The driver's own such call ends the process when the connection
 * breaks while it waits to write, or when an answer arrives for a call that was given up.
 */
export const appenderOver = (client: EventStoreDBClient) => {
  const calls = new WeakMap<object, Call | Promise<Call>>();
  /** Appends waiting for an answer, by the call they were sent over; a call that ended takes no more. */
  const waiting = new WeakMap<Call, Map<string, Waiting>>();

  const open = (streams: InstanceType<typeof StreamsClient>): Call => {
    const [metadata, options] = client['callArguments']({}, { deadline: Infinity });
    const call = streams.batchAppend(metadata, options) as unknown as Call;
    const mine = new Map<string, Waiting>();
    waiting.set(call, mine);
    const giveUp = (error: Error) => {
      waiting.delete(call);
      for (const { reject } of mine.values()) reject(error);
      mine.clear();
    };
    const end = () => giveUp(new Unavailable('EventStoreDB ended the connection'));
    return call
      .on('data', (answer) => {
        const id = idOf(answer.getCorrelationId());
        const one = mine.get(id);
        mine.delete(id);
        if (one) settle(one, answer);
      })
      .on('error', giveUp)
      .on('end', end)
      .on('close', end);
  };
  const opened = client['GRPCStreamCreator'](StreamsClient, 'appendToStream', open as never, calls as never);

  return async (stream: string, seen: number, records: readonly EncodedRecord[]): Promise<AppendAnswer> => {
    const id = newId();
    const asking = (async () => {
      const call = (await opened()) as unknown as Call;
      const mine = waiting.get(call);
      if (!mine) throw new Unavailable('EventStoreDB ended the connection');
      const answering = new Promise<AppendAnswer>((resolve, reject) => mine.set(id, { resolve, reject }));
      call.write(requestOf(id, stream, seen, records));
      return answering;
    })();
    try {
      return await within(PATIENCE_MS, asking, 'EventStoreDB');
    } catch (error) {
      throw asOutage(error);
    }
  };
};

/** The server sends an id either as text or as two halves. */
const idOf = (uuid: Uuid | undefined): string => {
  const halves = uuid?.getStructured();
  if (!halves) return uuid?.getString() ?? '';
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const settle = ({ resolve, reject }: Waiting, answer: BatchAppendResp) => {
  const error = answer.getError();
  if (!error) {
    const position = answer.getSuccess()?.getPosition()?.getCommitPosition();
    return resolve({ position: position === undefined ? null : BigInt(position) });
  }
  const kind = error.getDetails()?.getTypeName() ?? '';
  if (kind === WRONG_REVISION) return resolve('wrong revision');
  const why = `EventStoreDB: ${error.getMessage() || kind}`;
  reject(DEFECTS.has(kind) ? new RangeError(why) : new Unavailable(why));
};

const requestOf = (id: string, stream: string, seen: number, records: readonly EncodedRecord[]) => {
  const options = new BatchAppendReq.Options()
    .setStreamIdentifier(streamIdentifier(stream))
    .setDeadline(Timestamp.fromDate(new Date(Date.now() + PATIENCE_MS)));
  if (seen < 0) options.setNoStream(new Empty());
  else options.setStreamPosition(String(seen));
  return new BatchAppendReq()
    .setCorrelationId(new UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(records.map(messageOf))
    .setIsFinal(true);
};

/** The record's text as bytes under its id, with metadata that the server may show, and its leaf, as in the embedded log. */
const messageOf = (record: EncodedRecord) => {
  const { correlationId, causationId } = parseRecord(record);
  const leaf = leafHash(record.text).toString('base64');
  const message = new BatchAppendReq.ProposedMessage()
    .setId(new UUID().setString(record.id))
    .setData(Buffer.from(record.text))
    .setCustomMetadata(Buffer.from(JSON.stringify({ $correlationId: correlationId, $causationId: causationId, leaf })));
  message.getMetadataMap().set('type', record.type).set('content-type', 'application/octet-stream');
  return message;
};
