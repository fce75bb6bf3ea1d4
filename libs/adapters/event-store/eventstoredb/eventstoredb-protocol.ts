import * as gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import * as sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import * as streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import * as streamsMessages from '@eventstore/db-client/generated/streams_pb.js';
import * as timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js';

/** protobuf generates CommonJS: imported as an ES module, everything is in `default`. */
export const allOf = <T>(module: T): T => (module as { readonly default?: T }).default ?? module;

/** The server's protocol, for requests that its driver cannot make, or not safely. */
export const { GossipClient } = allOf(gossipService);
export const { StreamsClient } = allOf(streamsService);
export const { BatchAppendReq, ReadReq } = allOf(streamsMessages);
export const { Empty, StreamIdentifier, UUID } = allOf(sharedMessages);
export const { Timestamp } = allOf(timestamps);

export const streamIdentifier = (stream: string) => new StreamIdentifier().setStreamName(Buffer.from(stream));
