import './rolldown-runtime-BowF1xt-.js';
import {
  a as nodeHash,
  c as verifyInclusion,
  i as leafHash,
  n as compactRange,
  o as rootOf,
  r as emptyRoot,
  s as verifyConsistency,
  t as appendLeaf,
} from './merkle-CjNdPYbF.js';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto';
import { z } from 'zod';
// libs/kernel/decider.ts
const refuse = (refused, detail) =>
  detail === void 0
    ? { refused }
    : {
        refused,
        detail,
      };
const isRefusal = (decision) => typeof decision === 'object' && decision !== null && 'refused' in decision;
const isPartly = (decision) => 'refusals' in decision;
const evolve = (decider, state, event, now) => {
  const apply = decider.evolve[event.type];
  if (!apply) throw new Error(`${decider.events.category} knows no event ${event.type}`);
  return apply(event.data, state, { now });
};
const decide = (decider, command, state, facts) => decider.decide[command.type](command.data, state, facts);
// libs/kernel/ids.ts
const text = (hex) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
const stamped = (bytes, version) => {
  bytes[6] = (bytes[6] & 15) | (version << 4);
  bytes[8] = (bytes[8] & 63) | 128;
  return text(bytes.toString('hex', 0, 16));
};
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;
/** Random bytes from a pool: one system call for many small draws. */
const randomOf = (size) => {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const drawn = Buffer.from(pool.subarray(used, used + size));
  used += size;
  return drawn;
};
/** UUIDv7 (RFC 9562): milliseconds first, so ids sort by the time they were made. */
const newId = (now = Date.now()) => {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(now, 0, 6);
  randomOf(10).copy(bytes, 6);
  return stamped(bytes, 7);
};
const namespace = Buffer.from('d05a0000b5f14d5c9b0fd05a5ea1ed1d', 'hex');
/** UUIDv5 (RFC 9562) in Dosar's namespace: the same parts give the same id, everywhere and for ever. */
const derivedId = (...parts) => stamped(createHash('sha1').update(namespace).update(parts.join('\0')).digest(), 5);
// libs/kernel/envelope.ts
/** AES-256-GCM over the JSON of the value; `place` (event id and field) is bound in as associated data. */
const encrypt = (key, place, value) => {
  const nonce = randomOf(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(Buffer.from(place));
  const head = cipher.update(JSON.stringify(value), 'utf8');
  const tail = cipher.final();
  return {
    k: key.id,
    n: nonce.toString('base64url'),
    c: Buffer.concat([head, tail, cipher.getAuthTag()]).toString('base64url'),
  };
};
/** @throws when the envelope, its key or its place is not the one it was made with. */
const decrypt = (secret, place, { n, c }) => {
  const sealed = Buffer.from(c, 'base64url');
  const tag = sealed.length - 16;
  const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(n, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(tag));
  return JSON.parse(decipher.update(sealed.subarray(0, tag), void 0, 'utf8') + decipher.final('utf8'));
};
const isEnvelope = (value) => {
  if (typeof value !== 'object' || value === null) return false;
  const { k, n, c } = value;
  return typeof k === 'string' && typeof n === 'string' && typeof c === 'string';
};
// libs/kernel/canonical.ts
/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, so equal values have equal bytes.
 * Members that are `undefined` are left out, as in JSON.
 * @throws on what JSON cannot say: bigint, NaN, infinities, functions.
 */
const canonical = (value) => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical JSON`);
  const members = value;
  let text = '';
  for (const key of Object.keys(members).sort()) {
    if (members[key] === void 0) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(members[key])}`;
  }
  return `{${text}}`;
};
// libs/kernel/record.ts
const RECORD_FORMAT = 1;
const sealed = (value, mask, key, eventId, path) => {
  if (mask === null || value === null || value === void 0) return value;
  if (mask === 'here') return key && encrypt(key, `${eventId}|${path}`, value);
  if ('items' in mask) return value.map((item, at) => sealed(item, mask.items, key, eventId, `${path}.${at}`));
  const members = { ...value };
  for (const [name, inner] of Object.entries(mask.names))
    members[name] = sealed(members[name], inner, key, eventId, `${path}.${name}`);
  return members;
};
/**
 * A record's canonical text: what is hashed and stored, as it is, for ever. Personal fields of the data are encrypted
 * with the owner's key, address and agent with the actor's; without a key they are left empty.
 */
const seal = (parts, ownerKey, actorKey) => {
  const { id, origin, mask, data, command, ...rest } = parts;
  const text = canonical({
    v: 1,
    id,
    ...rest,
    resource: parts.resource,
    tenant: origin.tenant,
    actor: origin.actor,
    correlationId: origin.correlationId,
    causationId: origin.causationId,
    command,
    ip: sealed(origin.ip, 'here', actorKey, id, 'ip') ?? null,
    userAgent: sealed(origin.userAgent, 'here', actorKey, id, 'userAgent') ?? null,
    data: sealed(data, mask, ownerKey, id, 'data'),
  });
  return {
    id,
    type: parts.type,
    text,
  };
};
const faceOf = ({ text }) => JSON.parse(text);
const keysIn = (value, into) => {
  if (typeof value !== 'object' || value === null) return;
  if (isEnvelope(value)) into.add(value.k);
  else for (const inner of Object.values(value)) keysIn(inner, into);
};
const opened = (value, keys, eventId, path) => {
  if (typeof value !== 'object' || value === null) return value;
  if (isEnvelope(value)) {
    const secret = keys.secret(value.k);
    return secret && decrypt(secret, `${eventId}|${path}`, value);
  }
  if (Array.isArray(value)) return value.map((item, at) => opened(item, keys, eventId, `${path}.${at}`));
  const members = {};
  for (const [name, inner] of Object.entries(value)) members[name] = opened(inner, keys, eventId, `${path}.${name}`);
  return members;
};
/** Decrypts stored records. Address and agent are decrypted only when they are looked at. */
const openRecords = async (stored, keys) => {
  const faces = stored.map(faceOf);
  const needed = /* @__PURE__ */ new Set();
  for (const face of faces) {
    keysIn(face.data, needed);
    if (face.ip) needed.add(face.ip.k);
    if (face.userAgent) needed.add(face.userAgent.k);
  }
  await keys.fetch(needed);
  return faces.map((face, at) => ({
    ...face,
    position: stored[at].position,
    data: opened(face.data, keys, face.id, 'data'),
    get ip() {
      return opened(face.ip, keys, face.id, 'ip');
    },
    get userAgent() {
      return opened(face.userAgent, keys, face.id, 'userAgent');
    },
  }));
};
/** Lifts an opened record's data to the newest version of its event. @throws when the event cannot be digested. */
const digest = (record, library) => {
  const shape = library.get(record.type);
  if (!shape) throw new Error(`no event is called ${record.type}`);
  record.data = shape.read(record.data, record.version);
  return record;
};
// libs/kernel/aggregates.ts
/** How long a command's key is remembered. */
const COMMAND_MEMORY_MS = 864e5;
const SNAPSHOT_EVERY = 1e3;
const KEPT = {
  aggregates: 5e3,
  events: 2e6,
};
const aggregates = (ports) => {
  const { events, snapshots, keyring, now } = ports;
  const kept = /* @__PURE__ */ new Map();
  const loading = /* @__PURE__ */ new Map();
  let weight = 0;
  const drop = (aggregate) => {
    aggregate.broken = true;
    if (kept.get(aggregate.stream) !== aggregate) return;
    kept.delete(aggregate.stream);
    weight -= aggregate.revision + 1;
  };
  const keep = (aggregate) => {
    kept.set(aggregate.stream, aggregate);
    weight += aggregate.revision + 1;
    for (const oldest of kept.values()) {
      if (kept.size <= KEPT.aggregates && weight <= KEPT.events) break;
      if (oldest.pending === 0 && oldest !== aggregate) drop(oldest);
    }
    return aggregate;
  };
  const fold = (decider, aggregate, record) => {
    const type = record.type;
    const shape = decider.events.shapes[type];
    if (!shape) throw new Error(`${record.stream} holds ${type}, which ${decider.events.category} does not know`);
    const event = {
      type,
      data: shape.read(record.data, record.version),
    };
    aggregate.state = evolve(decider, aggregate.state, event, record.occurredAt);
    aggregate.revision = record.revision;
    aggregate.position = record.position;
    remember(aggregate, record);
  };
  const remember = ({ commands }, { stream, revision, position, type, command, occurredAt }) => {
    const at = Date.parse(occurredAt);
    if (at <= now().getTime() - 864e5) return;
    const types = [...(commands.get(command.key)?.outcome?.types ?? []), type];
    commands.set(command.key, {
      body: command.body,
      at,
      outcome: {
        stream,
        revision,
        position,
        types,
        repeated: true,
      },
    });
  };
  const foldAll = async (decider, aggregate, batches) => {
    const before = aggregate.revision;
    for await (const batch of batches)
      for (const record of await openRecords(batch, keyring))
        if (record.revision === aggregate.revision + 1) fold(decider, aggregate, record);
    return aggregate.revision !== before;
  };
  const load = async (decider, stream, ownerKey) => {
    const aggregate = (await fromSnapshot(decider, stream, ownerKey)) ?? anew(stream, decider.initial());
    await foldAll(decider, aggregate, events.read(stream, aggregate.revision + 1));
    return keep(aggregate);
  };
  const fromSnapshot = async ({ snapshot }, stream, ownerKey) => {
    try {
      const found = snapshot && ownerKey && (await snapshots.get(stream));
      if (!found) return null;
      const envelope = JSON.parse(found.text);
      const saved = decrypt(ownerKey.secret, placeOf(stream, found.revision), envelope);
      if (saved.version !== snapshot.version) return null;
      const aggregate = anew(stream, snapshot.load(saved.state));
      for (const [key, body, at, revision, position, types] of saved.commands)
        aggregate.commands.set(key, {
          body,
          at,
          outcome: {
            stream,
            revision,
            position: BigInt(position),
            types,
            repeated: true,
          },
        });
      const { revision } = found;
      return Object.assign(aggregate, {
        revision,
        snapshotAt: revision,
        position: BigInt(saved.position),
      });
    } catch {
      return null;
    }
  };
  return {
    drop,
    get(decider, stream, ownerKey) {
      const found = kept.get(stream);
      if (found) {
        kept.delete(stream);
        kept.set(stream, found);
        return found;
      }
      const under = loading.get(stream) ?? load(decider, stream, ownerKey).finally(() => loading.delete(stream));
      loading.set(stream, under);
      return under;
    },
    /** Folds what others have appended meanwhile. @returns whether there was anything. */
    catchUp: (decider, aggregate) => foldAll(decider, aggregate, events.read(aggregate.stream, aggregate.revision + 1)),
    /** Evolves by events whose append begins now. */
    evolve(decider, aggregate, decided, at) {
      try {
        for (const event of decided) aggregate.state = evolve(decider, aggregate.state, event, at);
      } catch (defect) {
        drop(aggregate);
        throw defect;
      }
      aggregate.revision += decided.length;
      weight += decided.length;
      forgetOld(aggregate.commands, Date.parse(at));
    },
    keepSnapshot({ snapshot }, aggregate, ownerKey) {
      const { stream, revision, position, commands, snapshotAt, pending } = aggregate;
      const due = snapshotAt + Math.max(SNAPSHOT_EVERY, snapshotAt / 10);
      if (!snapshot || !ownerKey || pending > 0 || revision < due) return;
      aggregate.snapshotAt = revision;
      const saved = {
        version: snapshot.version,
        state: snapshot.save(aggregate.state),
        position: String(position),
        commands: [...commands].map(([key, { body, at, outcome }]) => {
          const done = outcome;
          return [key, body, at, done.revision, String(done.position), done.types];
        }),
      };
      const text = JSON.stringify(encrypt(ownerKey, placeOf(stream, revision), saved));
      snapshots
        .put(stream, {
          revision,
          text,
        })
        .catch(() => void 0);
    },
  };
};
const placeOf = (stream, revision) => `snapshot|${stream}|${revision}`;
const anew = (stream, state) => ({
  stream,
  state,
  revision: -1,
  position: null,
  snapshotAt: -1,
  commands: /* @__PURE__ */ new Map(),
  tail: Promise.resolve(),
  pending: 0,
  broken: false,
});
const forgetOld = (commands, now) => {
  for (const [key, { at }] of commands) {
    if (at > now - 864e5) return;
    commands.delete(key);
  }
};
// libs/kernel/keyring.ts
const DESTROYED = 'destroyed';
/** Keys derived from the master key (HKDF-SHA-256), one for each purpose; raise the generation to rotate one. */
const deriveKey = (master, purpose, generation = 1) =>
  Buffer.from(hkdfSync('sha256', master, '', `dosar/${purpose}/${generation}`, 32));
/** What marks idempotency keys in the log: the same wherever commands are handed in. */
const marksKey = (master) => deriveKey(master, 'marks');
/** What links in letters are signed with: the same wherever letters are written. */
const linksKey = (master) => deriveKey(master, 'links');
const hmac = (key, ...parts) => createHmac('sha256', key).update(parts.join('\0')).digest('base64url');
const keyring = (vault, master) => {
  const wrapping = deriveKey(master, 'data-keys');
  const known = /* @__PURE__ */ new Map();
  const place = (id) => `key/${id}`;
  const wrap = (id, secret) =>
    JSON.stringify(
      encrypt(
        {
          id: 'master',
          secret: wrapping,
        },
        place(id),
        secret.toString('base64url'),
      ),
    );
  const unwrap = (id, kept) =>
    kept === null || kept === DESTROYED
      ? null
      : Buffer.from(decrypt(wrapping, place(id), JSON.parse(kept)), 'base64url');
  const load = async (id) => {
    const secret = unwrap(id, await vault.get(place(id)));
    known.set(id, secret);
    return secret;
  };
  return {
    async ensure(id) {
      let secret = known.get(id) ?? (await load(id));
      if (secret === null && (await vault.get(place(id))) === null) {
        await vault.putIfAbsent(place(id), wrap(id, randomOf(32)));
        secret = await load(id);
      }
      return (
        secret && {
          id,
          secret,
        }
      );
    },
    async fetch(ids) {
      for (const id of ids) if (!known.get(id)) await load(id);
    },
    secret: (id) => known.get(id) ?? null,
    async destroy(id) {
      for (let kept = await vault.get(place(id)); kept !== DESTROYED; kept = await vault.get(place(id)))
        if (
          kept === null
            ? await vault.putIfAbsent(place(id), DESTROYED)
            : await vault.replaceIf(place(id), kept, DESTROYED)
        )
          break;
      known.delete(id);
    },
  };
};
// libs/kernel/asked.ts
/** Asked once: nobody can ask the same again. */
const askedOnce = () => {
  const commandId = newId();
  const made = /* @__PURE__ */ new Map();
  return {
    ...repeatable(commandId, {
      key: commandId,
      body: '',
    }),
    idFor: (name) => made.get(name) ?? made.set(name, newId()).get(name),
  };
};
/** What was asked for before, taken up again from its first event. */
const askedBefore = ({ causationId, command }) => repeatable(causationId, command);
const repeatable = (commandId, mark, cause = commandId) => ({
  commandId,
  cause,
  mark,
  idFor: (name) => derivedId(commandId, name),
  part: (name) =>
    repeatable(
      derivedId(commandId, 'part', name),
      {
        key: `${mark.key}/${name}`,
        body: mark.body,
      },
      commandId,
    ),
});
/** Asked under a key: asking again under the same key does nothing and has the same outcome. The log never shows the key. */
const askedUnder = (secret, key, body) =>
  repeatable(derivedId('command', hmac(secret, 'command', key)), {
    key: hmac(secret, 'key', key),
    body: hmac(secret, 'body', body),
  });
// libs/kernel/projector.ts
const put = (id, row) => ({
  id,
  row,
});
const remove = (id) => ({
  id,
  row: null,
});
/** Whether this projector has anything to say to that event. */
const concerns = (projector, type) => projector.every !== void 0 || projector.on[type] !== void 0;
const writesOf = async (projector, event, rows) => {
  const react = projector.on[event.type];
  const writes = react ? [await react(event.data, event, rows)].flat() : [];
  return projector.every ? [...writes, ...[await projector.every(event, rows)].flat()] : writes;
};
// libs/kernel/command-keys.ts
/** The row that says when old keys were last cleared away. */
const CLEARED = 'cleared';
const CLEAR_EVERY_MS = 36e5;
/**
 * The idempotency keys of a day, over all streams: whether a key was used for something else before. What a command did
 * is known in its own stream; this only keeps a key from meaning two things.
 */
const commandKeys = {
  view: 'command-keys',
  version: 1,
  columns: { at: 'integer' },
  indexes: [['at']],
  columnsOf: ({ at }) => ({ at }),
  on: {},
  async every({ command: { key, body }, occurredAt }, rows) {
    if (body === '' || (await rows.get(key))) return [];
    const at = Date.parse(occurredAt);
    const cleared = await rows.get(CLEARED);
    if (cleared && cleared.at > at - CLEAR_EVERY_MS)
      return put(key, {
        key,
        body,
        at,
      });
    return [
      ...(await rows.find({ where: { at: { below: at - COMMAND_MEMORY_MS } } })).map((each) => remove(each.key)),
      put(CLEARED, {
        key: CLEARED,
        body: '',
        at,
      }),
      put(key, {
        key,
        body,
        at,
      }),
    ];
  },
};
// libs/kernel/ports.ts
/** What one append may hold, in every keeper. */
const APPEND_LIMITS = {
  records: 100,
  bytes: 524288,
};
/** Somebody else appended first. */
var Conflict = class extends Error {
  name = 'Conflict';
};
/** A backing service does not answer, or answered that it cannot keep anything now. The outcome may be unknown. */
var Unavailable = class extends Error {
  name = 'Unavailable';
};
// libs/kernel/desk.ts
/** The same key was used for something else within a day. */
const KEY_REUSED = 'kernel/key-reused';
const ATTEMPTS = {
  conflict: 8,
  unavailable: 3,
};
const nothing = {
  events: [],
  refusals: [],
};
const only = (events) => ({
  events,
  refusals: [],
});
const nobody = {
  firmId: null,
  clientId: null,
};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/**
 * Where commands are handed in: load, decide, append. Commands of one stream are decided one after the other on the
 * state that includes appends under way, and answered when those are durable.
 */
const desk = (ports) => {
  const { events, snapshots, keyring, now = () => /* @__PURE__ */ new Date() } = ports;
  const kept = aggregates({
    events,
    snapshots,
    keyring,
    now,
  });
  /**
   * @returns where it was appended, or why not.
   * @throws Unavailable when nothing can be kept now, Conflict when others were faster each time.
   */
  const submit = async (decider, id, command, asked, origin) => {
    const stream = `${decider.events.category}-${id}`;
    const owner = decider.events.owner(id, origin.tenant);
    const ownerKey = owner === null ? null : await keyring.ensure(owner);
    const actorKey = origin.actor.kind === 'user' ? await keyring.ensure(`user:${origin.actor.id}`) : ownerKey;
    const facts = {
      now: now().toISOString(),
      actor: origin.actor,
      idFor: asked.idFor,
    };
    for (let attempt = 1; ;) {
      const aggregate = await kept.get(decider, stream, ownerKey);
      if (aggregate.broken) continue;
      const known = aggregate.commands.get(asked.mark.key);
      if (known && Date.parse(facts.now) - known.at < 864e5) {
        if (known.body !== asked.mark.body) return refuse(KEY_REUSED);
        const outcome = await Promise.resolve(known.outcome).catch(() => null);
        if (outcome)
          return {
            ...outcome,
            repeated: true,
          };
        continue;
      }
      const decision = decide(decider, command, aggregate.state, facts);
      const { events: decided, refusals } = isRefusal(decision)
        ? nothing
        : isPartly(decision)
          ? decision
          : only(decision);
      if (decided.length === 0) {
        await aggregate.tail;
        if (aggregate.broken || (await kept.catchUp(decider, aggregate))) continue;
        if (isRefusal(decision)) return decision;
        const { revision, position } = aggregate;
        return {
          stream,
          revision,
          position,
          types: [],
          repeated: false,
          refusals,
        };
      }
      const records = sealAll(decider, id, aggregate.revision, decided, facts.now, asked, origin, ownerKey, actorKey);
      try {
        const done = await append(decider, aggregate, decided, records, asked, facts.now);
        kept.keepSnapshot(decider, aggregate, ownerKey);
        return {
          ...done,
          refusals,
          recorded: () => asRecorded(records, decided, done, origin),
        };
      } catch (error) {
        if (error instanceof Conflict && attempt < ATTEMPTS.conflict) await pause(Math.random() * 10 * attempt);
        else if (error instanceof Unavailable && attempt < ATTEMPTS.unavailable) await pause(100 * attempt);
        else throw error;
        attempt += 1;
      }
    }
  };
  /** Begins the append and, before it is durable, lets the next command see its effect. */
  const append = (decider, aggregate, decision, records, asked, at) => {
    const { stream } = aggregate;
    const seen = aggregate.revision;
    kept.evolve(decider, aggregate, decision, at);
    const remembered = {
      body: asked.mark.body,
      at: Date.parse(at),
    };
    const appending = events.append(stream, seen, records).then(
      ({ revision, position }) => {
        aggregate.pending -= 1;
        const outcome = {
          stream,
          revision,
          position,
          types: decision.map(({ type }) => type),
          repeated: false,
        };
        aggregate.position = position;
        aggregate.commands.set(asked.mark.key, {
          ...remembered,
          outcome,
        });
        return outcome;
      },
      (error) => {
        aggregate.pending -= 1;
        kept.drop(aggregate);
        throw error;
      },
    );
    aggregate.commands.set(asked.mark.key, {
      ...remembered,
      outcome: appending,
    });
    aggregate.pending += 1;
    aggregate.tail = appending.catch(() => void 0);
    return appending;
  };
  return {
    submit,
    /** The state of a stream as it is stored now, for reading only. */
    async state(decider, id, tenant = nobody) {
      const stream = `${decider.events.category}-${id}`;
      const owner = decider.events.owner(id, tenant);
      if (owner !== null) await keyring.fetch([owner]);
      const secret = owner === null ? null : keyring.secret(owner);
      for (;;) {
        const aggregate = await kept.get(
          decider,
          stream,
          owner !== null && secret
            ? {
                id: owner,
                secret,
              }
            : null,
        );
        await aggregate.tail;
        if (!aggregate.broken) await kept.catchUp(decider, aggregate);
        if (!aggregate.broken) return aggregate.state;
      }
    },
  };
};
const sealAll = (
  { events: { category, shapes, resource } },
  id,
  seen,
  decision,
  occurredAt,
  asked,
  origin,
  ownerKey,
  actorKey,
) => {
  const records = decision.map((event, index) => {
    const { version, mask } = shapes[event.type];
    return seal(
      {
        id: derivedId(asked.commandId, index),
        stream: `${category}-${id}`,
        revision: seen + 1 + index,
        type: event.type,
        version,
        occurredAt,
        resource: resource(id, event),
        origin,
        command: asked.mark,
        data: event.data,
        mask,
      },
      ownerKey,
      actorKey,
    );
  });
  const bytes = records.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (records.length > APPEND_LIMITS.records || bytes > APPEND_LIMITS.bytes)
    throw new Error(`${category}-${id}: ${records.length} events of ${bytes} bytes are more than one append may hold`);
  return records;
};
/** What was sealed, with its data as it was before: nothing has to be decrypted to see what one has just written. */
const asRecorded = (records, decided, { position }, { ip, userAgent }) =>
  records.map((record, at) => ({
    ...faceOf(record),
    data: decided[at].data,
    position,
    ip,
    userAgent,
  }));
// libs/kernel/event.ts
/** The later of two places; null is before the first. */
const later = (a, b) => (a === null ? b : b === null ? a : a > b ? a : b);
const personalFields = z.registry();
/** Marks a field as personal data: it is stored encrypted, and is read as `null` once its key is destroyed. */
const personal = (schema) => {
  const marked = z.nullable(schema);
  personalFields.add(marked, { personal: true });
  return marked;
};
const maskOf = (schema) => {
  if (personalFields.has(schema)) return 'here';
  if (schema instanceof z.ZodObject) {
    const names = Object.entries(schema.shape)
      .map(([name, field]) => [name, maskOf(field)])
      .filter(([, mask]) => mask !== null);
    return names.length > 0 ? { names: Object.fromEntries(names) } : null;
  }
  if (schema instanceof z.ZodArray) {
    const items = maskOf(schema.element);
    return items === null ? null : { items };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return maskOf(schema.unwrap());
  return null;
};
const link = (version, schema, read) => ({
  version,
  mask: maskOf(schema),
  read(data, writtenAs) {
    if (writtenAs > version) throw new Error(`written as version ${writtenAs}, newest known is ${version}`);
    return read(data, writtenAs);
  },
  next: (newer, lift) =>
    link(version + 1, newer, (data, writtenAs) =>
      newer.parse(writtenAs > version ? data : lift(read(data, writtenAs))),
    ),
});
const shape = (schema) => link(1, schema, (data) => schema.parse(data));
/** The events of one kind of stream. `about` is the resource an event is filed under, the stream itself by default. */
const events = (category, shapes, owner, about) => ({
  category,
  shapes,
  owner,
  resource:
    about ??
    ((id) => ({
      type: category,
      id,
    })),
});
const libraryOf = (...catalogues) => new Map(catalogues.flatMap(({ shapes }) => Object.entries(shapes)));
// libs/kernel/keep-going.ts
const AGAIN_MS = 1e3;
/**
 * Does the work until the signal, and again after a pause whenever it fails: what keeps a follower from going on is an
 * outage, and it goes on from where it was. The same reason is told once.
 */
const keepGoing = async (work, signal, onFailure) => {
  for (let told = ''; !signal.aborted;)
    try {
      await work();
      told = '';
    } catch (error) {
      const { message } = error;
      if (message !== told) onFailure(error);
      told = message;
      await aborted(signal, AGAIN_MS);
    }
};
const aborted = (signal, within) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, within);
    signal.addEventListener('abort', end);
  });
// libs/kernel/lane.ts
const lane = (projector, reads, library, from) => {
  const pending = /* @__PURE__ */ new Map();
  const audiences = /* @__PURE__ */ new Map();
  let [checkpoint, applied] = [from, from];
  let stop = null;
  const parsed = (row) => (row === null ? null : JSON.parse(row.json));
  const flush = async () => {
    if (checkpoint === null) return;
    await reads.apply([batch()], checkpoint);
    clear(checkpoint);
  };
  const clear = (upTo) => {
    pending.clear();
    audiences.clear();
    applied = checkpoint = upTo;
  };
  const rows = {
    get: async (id) => (pending.has(id) ? pending.get(id).row : parsed(await reads.get(projector, id))),
    async find(find) {
      if (pending.size > 0) await flush();
      return (await reads.find(projector, find)).map(parsed);
    },
    async bySubject(subject) {
      if (pending.size > 0) await flush();
      return (await reads.bySubject(projector, subject)).map(parsed);
    },
  };
  const hold = async ({ id, row }, position) => {
    const { audienceOf } = projector;
    if (audienceOf) {
      const before = row === null ? await rows.get(id) : null;
      for (const shown of [row, before]) {
        const audience = shown === null ? null : audienceOf(shown);
        if (audience !== null) audiences.set(audience, position);
      }
    }
    pending.set(id, {
      row,
      position,
    });
  };
  const batch = () => ({
    view: projector,
    audiences,
    writes: [...pending].map(([id, { row, position }]) => ({
      id,
      position,
      json: row === null ? null : JSON.stringify(row),
      columns: row === null ? {} : projector.columnsOf(row),
      subjects: row === null ? [] : (projector.subjectsOf?.(row) ?? []),
    })),
  });
  return {
    projector,
    get position() {
      return checkpoint;
    },
    get stop() {
      return stop;
    },
    get held() {
      return pending.size;
    },
    batch,
    applied: clear,
    async play(record) {
      if (stop || (checkpoint !== null && record.position <= checkpoint)) return;
      if (concerns(projector, record.type))
        try {
          for (const write of await writesOf(projector, digest(record, library), rows))
            await hold(write, record.position);
        } catch (error) {
          if (isOutage(error)) throw error;
          stop = {
            eventId: record.id,
            position: record.position,
            reason: String(error),
          };
          if (checkpoint !== applied) await flush();
          return;
        }
      checkpoint = record.position;
    },
  };
};
const isOutage = (error) => error instanceof Error && error.name === 'Unavailable';
// libs/kernel/reactor.ts
/** Keeps a command with its decider, so that the compiler sees that they fit. */
const send = (decider, to, command) => ({
  decider,
  to,
  command,
});
// libs/kernel/run-projectors.ts
/** Rows and events that are held at most before they are applied: more only while catching up. */
const HELD = {
  live: 1e3,
  filling: 5e3,
};
/**
 * Follows the log once for all views that are up to date and moves their checkpoints together. A view that is behind
 * (new, raised to another version, or mended) is filled aside and joins them when it has caught up.
 */
const runProjectors = async (projectors, library, ports, signal) => {
  const { events, reads, keyring, signals } = ports;
  await reads.open(projectors);
  const lanes = await Promise.all(
    projectors.map(async (projector) => lane(projector, reads, library, await reads.position(projector))),
  );
  const furthest = lanes.reduce((far, { position }) => later(far, position), null);
  const together = new Set(lanes.filter(({ position }) => position === furthest));
  const head = await events.head();
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  let [position, turn, settled] = [furthest, Promise.resolve(), false];
  /** One at a time: applying to the views that go together, and joining them. */
  const inTurn = (work) => {
    const mine = turn.then(work);
    turn = mine.catch(() => void 0);
    return mine;
  };
  const play = async (group, batch) => {
    for (const record of await openRecords(batch, keyring)) for (const each of group) await each.play(record);
  };
  const apply = async (group, upTo) => {
    const moving = [...group].filter(({ stop }) => !stop);
    const batches = moving.map((each) => each.batch());
    await reads.apply(batches, upTo);
    const audiences = [...new Set(batches.flatMap((batch) => [...batch.audiences.keys()]))];
    for (const each of moving) each.applied(upTo);
    const views = moving.map(({ projector }) => projector.view);
    signals.send({
      kind: 'moved',
      views,
      position: String(upTo),
      audiences,
    });
    for (const { stop, projector } of group)
      if (stop)
        signals.send({
          kind: 'stopped',
          view: projector.view,
          position: String(stop.position),
          eventId: stop.eventId,
        });
  };
  const heldBy = (group) => [...group].reduce((sum, { held }) => sum + held, 0);
  const settle = async () => {
    if (settled || later(position, head) !== position) return;
    for (const each of together) await reads.settle(each.projector);
    settled = true;
  };
  const goOn = async () => {
    await settle();
    let unapplied = 0;
    for await (const batch of events.follow(position, ending))
      await inTurn(async () => {
        await play(together, batch);
        unapplied += batch.length;
        const upTo = batch.at(-1).position;
        if (batch.length >= HELD.live && unapplied < HELD.filling && heldBy(together) < HELD.filling) return;
        await apply(together, upTo);
        [position, unapplied] = [upTo, 0];
        await settle();
      });
  };
  const fillAside = async (behind) => {
    const enough = new AbortController();
    const until = AbortSignal.any([ending, enough.signal]);
    let unapplied = 0;
    for await (const batch of events.follow(behind.position, until)) {
      await play([behind], batch);
      if (behind.stop) break;
      unapplied += batch.length;
      if (
        !(later(behind.position, position) === behind.position) &&
        unapplied < HELD.filling &&
        behind.held < HELD.filling
      )
        continue;
      await apply([behind], behind.position);
      unapplied = 0;
      await inTurn(async () => {
        if (later(behind.position, position) !== behind.position) return;
        await reads.settle(behind.projector);
        together.add(behind);
        enough.abort();
      });
    }
    if (behind.stop) await apply([behind], behind.stop.position);
  };
  /** When one cannot go on, none does: whoever starts them again must find nobody at work. */
  const allOrNone = async (works) => {
    try {
      await Promise.all(works);
    } catch (error) {
      failing.abort();
      await Promise.allSettled(works);
      throw error;
    }
  };
  const aside = lanes.filter((each) => !together.has(each));
  return {
    status: () =>
      lanes.map((each) => ({
        view: each.projector.view,
        position: each.position,
        stop: each.stop,
        live: together.has(each) && !each.stop,
      })),
    ended: allOrNone([goOn(), ...aside.map(fillAside)]),
  };
};
// libs/kernel/signed.ts
const signatureOf = (secret, text) => createHmac('sha256', secret).update(text).digest('base64url');
/** A token that says these words and can be made by nobody else: nothing has to be kept of it. Words have no blanks. */
const signed = (secret, ...words) => {
  const text = words.join(' ');
  return `${Buffer.from(text).toString('base64url')}.${signatureOf(secret, text)}`;
};
/** The words of a token; null for one that was not signed with this secret. */
const readSigned = (secret, token) => {
  const [body = '', signature = ''] = token.split('.');
  const text = Buffer.from(body, 'base64url').toString();
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, text))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? text.split(' ') : null;
};
// libs/kernel/run-reactors.ts
/** Where the vault keeps how far a group of reactors has come. */
const reactorsCheckpoint = (group) => `checkpoint/${group}`;
/** How often the checkpoint is kept while only passing by: what is read twice is done once. */
const KEEP_EVERY_MS = 1e3;
/** What reactors know besides events. `publicUrl` has no slash at its end. */
const reactorFacts = (publicUrl, master) => {
  const secret = linksKey(master);
  return {
    linkTo: (page, ...words) => `${publicUrl}${page}?token=${signed(secret, ...words)}`,
    now: () => /* @__PURE__ */ new Date(),
  };
};
/** All groups, each again and again until the signal: what keeps one from going on is an outage. */
const keepReacting = async (groups, library, ports, signal, onStopped) => {
  const keep = (group) =>
    keepGoing(
      () => runReactors(group, library, ports, signal),
      signal,
      (error) => onStopped(group.name, error),
    );
  await Promise.all(groups.map(keep));
};
/**
 * Follows the log and hands in what a group of reactors asks for. Command ids are derived from the event's id, so doing an
 * event again after a crash changes nothing.
 */
const runReactors = async ({ name: group, reactors, isWaitedFor }, library, ports, signal) => {
  const { events, vault, keyring, signals, desk, mail, facts, secret, onDefect } = ports;
  const types = new Set(reactors.flatMap(({ on }) => Object.keys(on)));
  const place = reactorsCheckpoint(group);
  let kept = await vault.get(place);
  let keptAt = 0;
  const keep = async (position) => {
    const value = String(position);
    if (kept === null ? await vault.putIfAbsent(place, value) : await vault.replaceIf(place, kept, value)) kept = value;
    else kept = await vault.get(place);
    keptAt = Date.now();
  };
  const hand = async ({ to, command, ...send }, reactor, event, part) => {
    const decider = send.decider;
    const outcome = await desk.submit(decider, to, command, askedUnder(secret, `${reactor}/${event.id}/${part}`, ''), {
      actor: {
        kind: 'system',
        id: reactor,
        role: null,
        sessionId: null,
      },
      tenant: event.tenant,
      correlationId: event.correlationId,
      causationId: event.id,
      ip: null,
      userAgent: null,
    });
    return isRefusal(outcome) ? null : outcome.position;
  };
  const react = async (event) => {
    let last = null;
    for (const { name, on } of reactors) {
      const asked = on[event.type]?.(event.data, event, facts) ?? [];
      for (const [part, each] of asked.entries())
        try {
          if ('letter' in each) await mail.send(each.letter);
          else last = (await hand(each, name, event, part)) ?? last;
        } catch (error) {
          if (error instanceof Error && error.name === 'Unavailable') throw error;
          onDefect(name, event, error);
        }
    }
    return last;
  };
  const reactTo = async (batch) => {
    const due = batch.filter((record) => types.has(faceOf(record).type));
    if (due.length === 0) return;
    let appended = null;
    for (const record of await openRecords(due, keyring)) {
      appended = later(appended, await react(digest(record, library)));
      await keep(record.position);
    }
    const upTo = batch.at(-1).position;
    if (!isWaitedFor) return;
    signals.send({
      kind: 'reacted',
      position: String(upTo),
      appended: appended === null ? null : String(appended),
    });
  };
  for await (const batch of events.follow(kept === null ? null : BigInt(kept), signal)) {
    await reactTo(batch);
    if (Date.now() - keptAt >= KEEP_EVERY_MS) await keep(batch.at(-1).position);
  }
};
export {
  APPEND_LIMITS,
  COMMAND_MEMORY_MS,
  Conflict,
  KEY_REUSED,
  RECORD_FORMAT,
  Unavailable,
  aggregates,
  appendLeaf,
  askedBefore,
  askedOnce,
  askedUnder,
  canonical,
  commandKeys,
  compactRange,
  concerns,
  decide,
  decrypt,
  deriveKey,
  derivedId,
  desk,
  digest,
  emptyRoot,
  encrypt,
  events,
  evolve,
  faceOf,
  hmac,
  isEnvelope,
  isPartly,
  isRefusal,
  keepGoing,
  keepReacting,
  keyring,
  lane,
  later,
  leafHash,
  libraryOf,
  linksKey,
  marksKey,
  newId,
  nodeHash,
  openRecords,
  personal,
  put,
  randomOf,
  reactorFacts,
  reactorsCheckpoint,
  readSigned,
  refuse,
  remove,
  rootOf,
  runProjectors,
  runReactors,
  seal,
  send,
  shape,
  signed,
  verifyConsistency,
  verifyInclusion,
  writesOf,
};

//# sourceMappingURL=kernel.js.map
