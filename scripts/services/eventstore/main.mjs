// A stand-in for EventStoreDB, for tests on machines that cannot run the real one: its gRPC protocol over SQLite.
//   node scripts/services/eventstore/main.mjs --port 12113 --data /tmp/events.db [--version 24.10.4] [--deny] [--control FILE]
// --deny refuses every call as a server does that does not know the caller; --control names a file that says what it is to do while it runs (control.mjs). Several nodes of a cluster share the
// file of their data, as if what one keeps were with the others at once.
import { parseArgs } from 'node:util';
import grpc from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import messages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import gossips from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js';
import scavenges from '@eventstore/db-client/generated/operations_pb.js';
import definitions from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { controlFrom } from './control.mjs';
import { gossipOf } from './gossip.mjs';
import { openLog } from './log.mjs';
import { streamsOver } from './streams.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12113' },
    data: { type: 'string', default: ':memory:' },
    version: { type: 'string', default: '24.10.4' },
    deny: { type: 'boolean', default: false },
    control: { type: 'string' },
  },
});

const control = controlFrom(values.control, Number(values.port));
const log = openLog(values.data, values.control !== undefined);
const streams = streamsOver(log, control, Number(values.port));
const METHODS = ['read', 'append', 'batchappend'];

const getSupportedMethods = async (_call, answer) => {
  await control.late();
  const list = METHODS.map((name) =>
    new messages.SupportedMethod().setServiceName('event_store.client.streams.Streams').setMethodName(name),
  );
  answer(null, new messages.SupportedMethods().setEventStoreServerVersion(values.version).setMethodsList(list));
};

/** At once, and done when it answers. */
const startScavenge = (_call, answer) => {
  log.scavenge();
  answer(null, new scavenges.ScavengeResp().setScavengeId(crypto.randomUUID()));
};

const denied = (call, answer) => {
  const error = { code: grpc.status.UNAUTHENTICATED, details: 'Unauthenticated' };
  if (answer) answer(error);
  else call.emit('error', error);
};
const deniedAll = Object.fromEntries(Object.keys(streams).map((name) => [name, denied]));

const server = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
server.addService(definitions.StreamsService, values.deny ? deniedAll : streams);
server.addService(operations.OperationsService, { startScavenge });
server.addService(gossips.GossipService, gossipOf(control, Number(values.port)));
server.addService(features.ServerFeaturesService, { getSupportedMethods });
server.bindAsync(`127.0.0.1:${values.port}`, grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) {
    console.error(`the stand-in cannot listen: ${error.message}`);
    process.exit(1);
  }
  console.log(`EventStoreDB's stand-in: esdb://127.0.0.1:${port}?tls=false`);
});

const stop = () => {
  server.forceShutdown();
  log.close();
  process.exit(0);
};
process.on('SIGTERM', stop).on('SIGINT', stop);
