// What an installation has left on its services, read by their own clients and without any of its code.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { EventStoreDBClient } from '@eventstore/db-client';
import { Client } from 'minio';
import { MongoClient } from 'mongodb';
import { opener } from './opened.mjs';
import { faultOfDocument } from './stored.mjs';

/** All records of the log, in order, numbered as the embedded log numbers them. */
export const recordsOn = async (url) => {
  const client = EventStoreDBClient.connectionString(url);
  const records = [];
  for await (const { event } of client.readAll()) {
    if (event.type.startsWith('$')) continue;
    const text = Buffer.from(event.data).toString();
    const face = JSON.parse(text);
    const leaf = createHash('sha256')
      .update(Buffer.from([0]))
      .update(text)
      .digest();
    const place = {
      position: records.length + 1,
      stream: event.streamId,
      revision: Number(event.revision),
      leaf,
      text,
    };
    // what the server says of a record must be what the record says of itself
    const same = face.id === event.id && face.stream === place.stream && face.revision === place.revision;
    records.push({ ...face, ...place, at: event.position.commit, misplaced: !same });
  }
  await client.dispose();
  return records;
};

/** The vault of an installation, by the address of its views: beside them, unless it has an address of its own. */
export const vaultUrlOf = ({ DOSAR_VAULT_MONGODB_URL, DOSAR_MONGODB_URL }) =>
  DOSAR_VAULT_MONGODB_URL ?? DOSAR_MONGODB_URL.replace(/\/([^/?]+)\?/, '/$1_vault?');

/** What the vault keeps, by name. */
export const secretsOn = async (environment) => {
  const client = new MongoClient(vaultUrlOf(environment));
  const rows = await client.db().collection('secrets').find().toArray();
  await client.close();
  return new Map(rows.map(({ _id, value }) => [_id, value]));
};

/** Opens records of an installation on services. */
export const openerOn = async (environment) =>
  opener(await secretsOn(environment), environment.DOSAR_MASTER_KEY.split(','));

/** Events whose bytes are not there, or are other bytes. */
export const faultsOfObjects = async (environment, records) => {
  const open = await openerOn(environment);
  const { hostname, port, username, password, pathname } = new URL(environment.DOSAR_S3_URL);
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: username,
    secretKey: password,
  });
  const faults = [];
  for (const { data } of records.filter(({ type }) => type === 'FileUploaded').map(open)) {
    const bytes = await client
      .getObject(pathname.slice(1), data.blobId)
      .then(buffer)
      .catch(() => null);
    const fault = bytes ? faultOfDocument(bytes, data) : 'they are missing';
    if (fault !== null) faults.push(`${data.fileId}: its bytes are not those of its record: ${fault}`);
  }
  return faults;
};

/** Every row of every view, hashed, and how far the views have come. */
export const hashOfViewsOn = async (url) => {
  const client = new MongoClient(url, { useBigInt64: true });
  const db = client.db();
  const hashes = {};
  let rows = 0;
  const views = await db.collection('views').find({ settled: true }).sort({ _id: 1 }).toArray();
  const plain = (value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each));
  for (const { _id: name } of views) {
    const hash = createHash('sha256');
    for await (const row of db
      .collection(`rows:${name}`)
      .find({ json: { $exists: true } })
      .sort({ _id: 1 })) {
      const { _id, json, position, subjects, columns } = row;
      hash.update(plain([_id, json, position, subjects, Object.entries(columns).sort()]));
      rows += 1;
    }
    for await (const { _id, position } of db.collection('views').find({ name }).sort({ _id: 1 }))
      hash.update(plain([_id, position]));
    hashes[name] = hash.digest('hex');
  }
  await client.close();
  const furthest = views.map(({ position }) => position ?? -1n);
  return { hashes, rows, behind: furthest.reduce((low, each) => (each < low ? each : low), furthest[0] ?? -1n) };
};

const PAGE = 1_000;

/** All that the search index keeps, each document as the server says it. */
export const documentsOn = async ({ DOSAR_MEILISEARCH_URL, DOSAR_MEILISEARCH_KEY }) => {
  const { origin, pathname } = new URL(DOSAR_MEILISEARCH_URL);
  const prefix = pathname.replace(/^\/|\/$/g, '') || 'dosar';
  const headers = {
    'content-type': 'application/json',
    ...(DOSAR_MEILISEARCH_KEY && { authorization: `Bearer ${DOSAR_MEILISEARCH_KEY}` }),
  };
  const ask = async (path, body) => {
    const asked = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${origin}${path}`, asked);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).results;
  };
  const found = [];
  for (const { uid } of await ask(`/indexes?limit=${PAGE}`)) {
    if (!uid.startsWith(`${prefix}_`)) continue;
    for (let offset = 0, page; offset === 0 || page.length === PAGE; offset += PAGE) {
      page = await ask(`/indexes/${uid}/documents/fetch`, { limit: PAGE, offset });
      found.push(...page.map((document) => ({ index: uid, text: JSON.stringify(document) })));
    }
  }
  return found;
};
