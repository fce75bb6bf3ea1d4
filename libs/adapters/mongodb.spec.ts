import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { BSON, MongoError } from 'mongodb';
import { openMongo, type Mongo } from './mongodb';

const OP_QUERY = 2004;
const HEADER = 16;
const MEMBER = {
  ok: 1,
  setName: 'rs',
  isWritablePrimary: true,
  ismaster: true,
  helloOk: true,
  minWireVersion: 0,
  maxWireVersion: 25,
  cursor: { id: 0n, ns: 'dosar.views', firstBatch: [] },
};

/** A reply in MongoDB's wire protocol: OP_REPLY to a first greeting, else OP_MSG with one section. */
const answerTo = (message: Buffer): Buffer => {
  const isQuery = message.readInt32LE(12) === OP_QUERY;
  const head = Buffer.alloc(isQuery ? 20 : 5);
  if (isQuery) head.writeInt32LE(1, 16);
  const body = BSON.serialize(MEMBER);
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + head.length + body.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? 1 : 2013, 12);
  return Buffer.concat([header, head, body]);
};

/** The only member of a replica set, which answers everything at once. */
const aMember = async () => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    let arrived = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      arrived = Buffer.concat([arrived, bytes]);
      while (arrived.length >= 4 && arrived.length >= arrived.readInt32LE(0)) {
        const length = arrived.readInt32LE(0);
        socket.write(answerTo(arrived.subarray(0, length)));
        arrived = arrived.subarray(length);
      }
    });
  });
  const start = async (port = 0) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return { start, stop };
};

/** The sockets of this process to a port. */
const socketsTo = (port: number): Socket[] =>
  (process as unknown as { _getActiveHandles(): unknown[] })
    ._getActiveHandles()
    .filter((each): each is Socket => each instanceof Socket && each.remotePort === port);

describe('a server of MongoDB', () => {
  it('is found again though a socket was closed just as the driver asked it whether it is there', async () => {
    const member = await aMember();
    const port = await member.start();
    const url = `mongodb://127.0.0.1:${port}/dosar?directConnection=true&heartbeatFrequencyMS=500`;
    const mongo: Mongo = await openMongo(url, 'X');
    await new Promise<void>((resolve) =>
      mongo.db.client.once('serverHeartbeatStarted', () =>
        // the driver has checked that the socket is open, and has not written to it yet
        queueMicrotask(() => {
          for (const socket of socketsTo(port)) socket.destroy();
          resolve();
        }),
      ),
    );
    await member.stop();
    await expect(mongo.db.command({ ping: 1 })).rejects.toThrow(MongoError);
    await member.start(port);
    expect(await mongo.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    await mongo.close();
    await member.stop();
  }, 20_000);
});
