// What a member of a replica set is beside its data: who leads, what it counts, how late it is, and what it cannot be sure
// of yet. A file of JSON says so, and is read at every call:
//   { "members": [27017, 27018], "primary": 27017, "since": 1700000000000, "unsureMs": 400, "lateMs": 50, "indexMs": 8000,
//     "down": 1 }
// `since`: when the primary was chosen; for so many milliseconds it does not know what the majority has. `down`: so many
// members do not answer, and hold up what waits for all of them. `indexMs`: so long an index takes to build. Without a
// file it is a set of one.
import { readFileSync } from 'node:fs';
import { BSON } from 'bson';

const GREETINGS = new Set(['hello', 'ismaster']);
const NOT_PRIMARY = { ok: 0, code: 10107, codeName: 'NotWritablePrimary', errmsg: 'not primary' };
const NO_METADATA = {
  ok: 0,
  code: 183,
  codeName: 'ClientMetadataMissingField',
  errmsg: "Missing required sub-document 'driver' in the client metadata document",
};
const TOO_LATE = { ok: 0, code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'operation exceeded time limit' };
const SHUTTING_DOWN = new Set(['ping', 'endsessions', 'buildinfo', 'serverstatus', 'killcursors']);
/** What counts as what in a server's `opcounters`, which count documents and statements, not calls. */
const COUNTED = { insert: 'documents', update: 'updates', delete: 'deletes' };

const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const ELECTION = new BSON.ObjectId('7fffffff0000000000000001');

const LIMITS = {
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
};

export const memberOf = (engine, { port, file = null, isAlone = false }) => {
  const opcounters = { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 };
  const commands = {};
  const greeted = new WeakSet();

  const now = () => {
    const alone = { members: [port], primary: port, since: 0, unsureMs: 0, lateMs: 0, indexMs: 0, down: 0 };
    if (!file) return alone;
    try {
      return { ...alone, ...JSON.parse(readFileSync(file, 'utf8')) };
    } catch {
      return alone; // it is being written
    }
  };

  const hello = () => {
    const { members, primary, since } = now();
    const isPrimary = primary === port;
    const place = (each) => `127.0.0.1:${each}`;
    return {
      ...LIMITS,
      isWritablePrimary: isPrimary,
      ismaster: isPrimary,
      localTime: new Date(),
      ...(!isAlone && {
        setName: 'rs0',
        setVersion: 1,
        secondary: !isPrimary,
        hosts: members.map(place),
        me: place(port),
        ...(primary !== null && { primary: place(primary) }),
        ...(isPrimary && { electionId: electionOf(since) }),
      }),
    };
  };

  const count = (kind, body) => {
    commands[kind] = { total: (commands[kind]?.total ?? 0) + 1 };
    if (kind in COUNTED) opcounters[kind] += body[COUNTED[kind]]?.length ?? 1;
    else opcounters[kind === 'find' ? 'query' : kind === 'getmore' ? 'getmore' : 'command'] += 1;
  };

  /** Majority reads of a primary that was chosen a moment ago show what it knew before. @returns what it answers, if so */
  const unsure = async (kind, body) => {
    const { since, unsureMs, primary } = now();
    const left = since + unsureMs - Date.now();
    if (left <= 0 || primary !== port || kind !== 'find') return null;
    const level = body.readConcern?.level;
    if (level === 'majority')
      return { cursor: { id: BSON.Long.ZERO, ns: `${body.$db}.${body.find}`, firstBatch: [] }, ok: 1 };
    if (level !== 'linearizable') return null;
    const limit = Number(body.maxTimeMS ?? Infinity);
    await pause(Math.min(left, limit));
    return left > limit ? TOO_LATE : null;
  };

  /** A primary that has stepped down says so to those who write, and that they may write again elsewhere. */
  const notPrimary = (body) => ({
    ...NOT_PRIMARY,
    ...(body.txnNumber !== undefined && { errorLabels: ['RetryableWriteError'] }),
  });

  const answer = async (body, owner) => {
    const [name] = Object.keys(body);
    const kind = name.toLowerCase();
    if (GREETINGS.has(kind)) {
      if (!greeted.has(owner) && body.client?.driver === undefined) return NO_METADATA;
      greeted.add(owner);
      return hello();
    }
    const { lateMs, indexMs, down, primary } = now();
    if (lateMs > 0) await pause(lateMs);
    if (kind === 'serverstatus') return { opcounters, metrics: { commands }, ok: 1 };
    if (!SHUTTING_DOWN.has(kind)) {
      if (primary !== port) return notPrimary(body);
      count(kind, body);
    }
    // without a quorum of its own it waits for every member
    if (kind === 'createindexes' && down > 0 && body.commitQuorum === undefined) return new Promise(() => {});
    if (kind === 'createindexes' && indexMs > 0) await pause(indexMs);
    return (await unsure(kind, body)) ?? engine.answer(body, owner);
  };
  return { answer, forget: engine.forget };
};

/** Later elections have greater ids. */
const electionOf = (since) =>
  since === 0 ? ELECTION : new BSON.ObjectId(`7fffffff${Math.floor(since).toString(16).padStart(16, '0')}`);
