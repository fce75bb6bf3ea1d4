// MongoDB's commands as calls of the DocumentDB extension. Only what the adapters and their specs use.
import { BSON } from 'bson';
import pg from 'pg';

const READING = { promoteValues: false, promoteLongs: false, bsonRegExp: true };
export const serialize = (document) => Buffer.from(BSON.serialize(document));
export const deserialize = (bytes) => BSON.deserialize(bytes, READING);

/** Documents travel through SQL as text. */
const toSql = (document) => `BSONHEX${serialize(document).toString('hex')}`;
const fromSql = (text) => (text === null ? null : deserialize(Buffer.from(text.slice(7), 'hex')));
const text = (value) => (value === null || value === undefined ? value : String(value));

/** What the drivers expect of an error's number, by the state that PostgreSQL tells. */
const CODES = {
  23505: 11_000,
  40001: 112,
  '40P01': 112,
  '55P03': 112,
  M001C: 11_000,
  M00CO: 121,
  M000E: 43,
  M000U: 115,
  M0016: 263,
  M0008: 26,
};
const CONFLICTS = new Set(['40001', '40P01', '55P03']);
const BAD_VALUE = 2;
const INTERNAL = 8;
const codeOf = (state) => CODES[state] ?? (state?.startsWith('M') ? INTERNAL : BAD_VALUE);

class CommandError extends Error {
  constructor(code, message, labels) {
    super(message);
    Object.assign(this, { mongoCode: code, labels });
  }
}

/** The state that is packed into the number of a write's error, six bits a character. */
const stateIn = (number) => {
  let state = '';
  for (let left = number, at = 0; at < 5; at += 1, left = Math.floor(left / 64))
    state += String.fromCharCode((left & 0x3f) + 48);
  return state;
};
const withCodes = (reply) => {
  for (const error of reply?.writeErrors ?? []) {
    const number = Number(text(error.code));
    if (number > 1 << 24) error.code = codeOf(stateIn(number));
  }
  return reply;
};

const ENVELOPE = [
  'lsid',
  '$db',
  '$clusterTime',
  'txnNumber',
  'autocommit',
  'startTransaction',
  '$readPreference',
  'apiVersion',
  'apiStrict',
  'readConcern',
  'writeConcern',
  'recoveryToken',
  'maxTimeMS',
  'commitQuorum',
];
/** The command itself, without what surrounds it. */
const bare = (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !ENVELOPE.includes(name)));

/** A transaction belongs to a session: of one whose process has gone nobody is told until so much time has passed. */
const TRANSACTION_MS = 60_000;

const CURSORS = {
  find: 'find_cursor_first_page',
  aggregate: 'aggregate_cursor_first_page',
  listcollections: 'list_collections_cursor_first_page',
  listindexes: 'list_indexes_cursor_first_page',
};
const CALLS = {
  findandmodify: 'select p_result::text r from documentdb_api.find_and_modify($1, $2::documentdb_core.bson)',
  count: 'select document::text r from documentdb_api.count_query($1, $2::documentdb_core.bson)',
  distinct: 'select document::text r from documentdb_api.distinct_query($1, $2::documentdb_core.bson)',
  create: 'select documentdb_api.create_collection_view($1, $2::documentdb_core.bson)::text r',
  dropindexes: 'call documentdb_api.drop_indexes($1, $2::documentdb_core.bson)',
};
for (const write of ['insert', 'update', 'delete'])
  CALLS[write] = `select p_result::text r from documentdb_api.${write}($1, $2::documentdb_core.bson)`;

/** @returns what answers a command's document with the reply's, and what ends the cursors of who has gone. */
export const commandsOver = (pgPort) => {
  const options = [
    'documentdb.useFileBasedPersistedCursors=off',
    'documentdb_core.enableCollation=on',
    'client_min_messages=warning',
  ];
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port: pgPort,
    user: 'postgres',
    database: 'postgres',
    max: 60,
    options: options.map((option) => `-c ${option}`).join(' '),
  });
  pool.on('error', () => {});
  const running = new Map();
  const cursors = new Map();

  const first = async (connection, sql, values) => (await connection.query(sql, values)).rows[0];
  const connected = async (transaction, work) => {
    if (transaction) return work(transaction.connection);
    const connection = await pool.connect();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  };
  const call = (transaction, db, command, sql) =>
    connected(transaction, async (connection) => {
      const row = await first(connection, sql, [db, toSql(command)]);
      return withCodes(fromSql(row.r ?? row.retval));
    });

  /** A cursor that has more to give keeps its connection, and with it its transaction, until it is through. */
  const openCursor = async ({ transaction, owner }, db, command, name) => {
    const connection = transaction?.connection ?? (await pool.connect());
    let kept = false;
    try {
      if (!transaction) await connection.query('BEGIN');
      const sql = `select cursorpage::text page, continuation::text rest from documentdb_api.${name}($1, $2::documentdb_core.bson)`;
      const { page, rest } = await first(connection, sql, [db, toSql(command)]);
      const reply = fromSql(page);
      const id = text(reply.cursor?.id ?? '0');
      kept = id !== '0';
      if (kept) cursors.set(id, { rest, connection, own: !transaction, owner });
      else if (!transaction) await connection.query('COMMIT');
      return reply;
    } catch (error) {
      if (!transaction) await connection.query('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      if (!transaction && !kept) connection.release();
    }
  };

  const closeCursor = async (id, end) => {
    const cursor = cursors.get(id);
    cursors.delete(id);
    if (!cursor?.own) return;
    await cursor.connection.query(end).catch(() => {});
    cursor.connection.release();
  };

  const getMore = async (db, command) => {
    const id = text(command.getMore);
    const cursor = cursors.get(id);
    if (!cursor) throw new CommandError(43, 'cursor not found');
    const sql =
      'select cursorpage::text page, continuation::text rest from documentdb_api.cursor_get_more($1, $2::documentdb_core.bson, $3::documentdb_core.bson)';
    const { page, rest } = await first(cursor.connection, sql, [db, toSql(command), cursor.rest]);
    const reply = fromSql(page);
    if (text(reply.cursor.id) === '0') await closeCursor(id, 'COMMIT');
    else cursor.rest = rest;
    return reply;
  };

  const createIndexes = async (transaction, db, command) => {
    const sql =
      'select documentdb_api_internal.create_indexes_non_concurrently($1, $2::documentdb_core.bson, true)::text r';
    const reply = await call(transaction, db, command, sql);
    return reply.raw ? { ...Object.values(reply.raw)[0], ok: 1 } : reply;
  };

  const drop = (transaction, db, collection) =>
    connected(transaction, async (connection) => {
      const { dropped } = await first(connection, 'select documentdb_api.drop_collection($1, $2) dropped', [
        db,
        collection,
      ]);
      if (!dropped) throw new CommandError(26, 'ns not found');
      return { ok: 1, ns: `${db}.${collection}` };
    });

  const endTransaction = async (transaction, sql) => {
    if (!transaction) throw new CommandError(251, 'NoSuchTransaction');
    running.delete(transaction.key);
    let failed = false;
    try {
      await transaction.connection.query(sql);
      return { ok: 1 };
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      transaction.connection.release(failed);
    }
  };

  const run = async (db, body, asked) => {
    const { transaction } = asked;
    const [name] = Object.keys(body);
    const command = bare(body);
    const kind = name.toLowerCase();
    if (kind in CURSORS) return openCursor(asked, db, command, CURSORS[kind]);
    if (kind in CALLS) return call(transaction, db, command, CALLS[kind]);
    switch (kind) {
      case 'ping':
      case 'endsessions':
        return { ok: 1 };
      case 'buildinfo':
        return { version: '7.0.0', versionArray: [7, 0, 0, 0], ok: 1 };
      case 'getmore':
        return getMore(db, command);
      case 'killcursors':
        for (const id of command.cursors) await closeCursor(text(id), 'ROLLBACK');
        return { cursorsKilled: command.cursors, cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [], ok: 1 };
      case 'createindexes':
        return createIndexes(transaction, db, command);
      case 'drop':
        return drop(transaction, db, text(command[name]));
      case 'dropdatabase':
        await connected(transaction, (connection) =>
          first(connection, 'select documentdb_api.drop_database($1)', [db]),
        );
        return { dropped: db, ok: 1 };
      case 'committransaction':
        return endTransaction(transaction, 'COMMIT');
      case 'aborttransaction':
        return endTransaction(transaction, 'ROLLBACK');
      default:
        throw new CommandError(59, `no such command: '${name}'`);
    }
  };

  /** The transaction that a command belongs to, begun when it is its first. */
  const transactionOf = async (body) => {
    if (text(body.autocommit) !== 'false') return null;
    const key = `${Buffer.from(body.lsid.id.buffer).toString('hex')}:${text(body.txnNumber)}`;
    if (body.startTransaction) {
      const connection = await pool.connect();
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      running.set(key, { connection, key });
      const begun = running.get(key);
      setTimeout(() => void (running.get(key) === begun && abort(begun)), TRANSACTION_MS).unref();
    }
    const transaction = running.get(key);
    if (!transaction) throw new CommandError(251, 'the transaction is not in progress', ['TransientTransactionError']);
    return transaction;
  };

  const failure = (error) => {
    const labels = error.labels ?? (CONFLICTS.has(error.code) ? ['TransientTransactionError'] : null);
    const code = error.mongoCode ?? codeOf(error.code);
    return {
      ok: 0,
      errmsg: error.message,
      code,
      codeName: `E${error.code ?? code}`,
      ...(labels && { errorLabels: labels }),
    };
  };

  const abort = async (transaction) => {
    if (!running.delete(transaction.key)) return;
    await transaction.connection.query('ROLLBACK').catch(() => {});
    transaction.connection.release();
  };

  const answer = async (body, owner) => {
    let transaction = null;
    try {
      transaction = await transactionOf(body);
      return await run(text(body.$db), body, { transaction, owner });
    } catch (error) {
      if (transaction) await abort(transaction);
      return failure(error);
    }
  };

  /** Whoever has gone reads no further; what they began to write stays open, as on a server. */
  const forget = async (owner) => {
    for (const [id, cursor] of cursors) if (cursor.owner === owner) await closeCursor(id, 'ROLLBACK');
  };
  return { answer, forget };
};
