// Speaks MongoDB's wire protocol for the DocumentDB engine (documentdb.sh), for tests: OP_MSG, no authentication.
//   node scripts/services/mongodb-gateway.mjs PORT POSTGRES_PORT [standalone|deny|old|FILE]
// `standalone` belongs to no replica set; `deny` knows nobody, and `old` says that it is MongoDB 3.6: neither of these ever
// asks the engine. Else it is a member of a replica set, which a file may say more of (mongodb-member.mjs).
import { createServer } from 'node:net';
import { commandsOver, deserialize, serialize } from './mongodb-commands.mjs';
import { memberOf } from './mongodb-member.mjs';

const [port, pgPort, kind] = process.argv.slice(2);
const OP_QUERY = 2004;
const OP_REPLY = 1;
const OP_MSG = 2013;
const HEADER = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;

const KINDS = ['standalone', 'deny', 'old'];
const member = memberOf(commandsOver(Number(pgPort)), {
  port: Number(port),
  file: KINDS.includes(kind) ? null : kind,
  isAlone: kind === 'standalone',
});
const { forget } = member;

const OLD = { minWireVersion: 0, maxWireVersion: 6 };
const DENIED = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };
const GREETINGS = new Set(['hello', 'ismaster', 'isMaster']);

const answer = async (body, owner) => {
  if (kind === 'deny' && !GREETINGS.has(Object.keys(body)[0])) return DENIED;
  const reply = await member.answer(body, owner);
  return kind === 'old' ? { ...reply, ...OLD } : reply;
};

/** A message that answers another. */
const framed = (requestId, opcode, head, document) => {
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + head.length + document.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(opcode, 12);
  return Buffer.concat([header, head, document]);
};

/** The greeting of drivers that do not know yet whom they speak with. */
const answerQuery = async (message, owner) => {
  const name = message.indexOf(0, HEADER + 4);
  const document = deserialize(message.subarray(name + 9));
  const head = Buffer.alloc(20);
  head.writeInt32LE(8, 0);
  head.writeInt32LE(1, 16);
  return framed(message.readInt32LE(4), OP_REPLY, head, serialize(await answer({ ...document, $db: 'admin' }, owner)));
};

/** The body, and the documents that travel beside it. */
const sectionsOf = (message, flags) => {
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let body = {};
  const beside = {};
  for (let at = HEADER + 4; at < end;) {
    const isSequence = message[at] === 1;
    at += 1;
    const size = message.readInt32LE(at);
    if (isSequence) {
      const name = message.indexOf(0, at + 4);
      const documents = [];
      for (let from = name + 1; from < at + size;) {
        const length = message.readInt32LE(from);
        documents.push(deserialize(message.subarray(from, from + length)));
        from += length;
      }
      beside[message.toString('utf8', at + 4, name)] = documents;
    } else {
      body = deserialize(message.subarray(at, at + size));
    }
    at += size;
  }
  return { ...body, ...beside };
};

const answerMessage = async (message, owner) => {
  const flags = message.readUInt32LE(HEADER);
  const reply = serialize(await answer(sectionsOf(message, flags), owner));
  // no flags, and one section that is a body
  return flags & MORE_TO_COME ? null : framed(message.readInt32LE(4), OP_MSG, Buffer.alloc(5), reply);
};

const receive = async (message, owner) => {
  const opcode = message.readInt32LE(12);
  if (opcode === OP_QUERY) return answerQuery(message, owner);
  if (opcode === OP_MSG) return answerMessage(message, owner);
  throw new Error(`opcode ${opcode}`);
};

const server = createServer((socket) => {
  let arrived = Buffer.alloc(0);
  let turn = Promise.resolve();
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('close', () => (turn = turn.then(() => forget(socket))));
  socket.on('data', (bytes) => {
    arrived = Buffer.concat([arrived, bytes]);
    while (arrived.length >= 4 && arrived.length >= arrived.readInt32LE(0)) {
      const message = arrived.subarray(0, arrived.readInt32LE(0));
      arrived = arrived.subarray(message.length);
      turn = turn
        .then(() => receive(message, socket))
        .then((reply) => reply && socket.write(reply))
        .catch((error) => {
          console.error(error);
          socket.destroy();
        });
    }
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log(`a gateway to DocumentDB: mongodb://127.0.0.1:${port}`));
