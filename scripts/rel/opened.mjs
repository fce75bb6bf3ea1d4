// Personal data of records and the bytes of documents, opened as libs/kernel/FORMAT.md says and without any of Dosar's code.
import { createDecipheriv, createHmac } from 'node:crypto';

const mac = (key, ...parts) => createHmac('sha256', key).update(parts.join('\0')).digest();
export const checkOf = (key) => mac(key, 'check').subarray(0, 16).toString('base64url');

const decrypt = (key, place, { n, c }) => {
  const sealed = Buffer.from(c, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(n, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
};

const CHUNK = 65_536;
const TAG = 16;

/** How many bytes are kept of a document of that size. */
export const keptSizeOf = (size) => size + TAG * Math.max(1, Math.ceil(size / CHUNK));

/** The bytes of a document. @throws when they are not those that were kept under that key */
export const documentOf = (kept, { size, bytesKey }) => {
  if (kept.length !== keptSizeOf(size)) throw new Error('they have another size');
  const last = Math.max(1, Math.ceil(size / CHUNK)) - 1;
  const plain = [];
  for (let number = 0; number <= last; number += 1) {
    const chunk = kept.subarray(number * (CHUNK + TAG), (number + 1) * (CHUNK + TAG));
    const nonce = Buffer.alloc(12);
    nonce.writeUInt8(number === last ? 1 : 0, 7);
    nonce.writeUInt32BE(number, 8);
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(bytesKey, 'base64url'), nonce);
    decipher.setAuthTag(chunk.subarray(-TAG));
    plain.push(decipher.update(chunk.subarray(0, -TAG)), decipher.final());
  }
  return Buffer.concat(plain);
};

const over = (data, personal) => {
  if (personal === null || personal === undefined) return data;
  if (Array.isArray(personal)) return personal.map((item, at) => over(data[at], item));
  if (typeof personal !== 'object' || typeof data !== 'object' || data === null) return personal;
  const joined = { ...data };
  for (const [name, inner] of Object.entries(personal)) joined[name] = over(joined[name], inner);
  return joined;
};

const CLASSES = ['name', 'contact', 'content'];

/** @returns what is sealed in a record, by what it is: a class of personal members, or `origin` */
export const envelopesOf = ({ personal, origin }) =>
  new Map([
    ...CLASSES.filter((name) => personal?.[name]).map((name) => [name, personal[name]]),
    ...(origin ? [['origin', origin]] : []),
  ]);

/**
 * @param {ReadonlyMap<string, string>} secrets what the vault keeps, by name
 * @param {readonly string[]} masterKeys hexadecimal
 * @returns a record with its personal data where it belongs, and `from`: address and agent; null for what was destroyed.
 * Its `recordKey` gives the key of one envelope of one record.
 */
export const opener = (secrets, masterKeys) => {
  const masters = new Map(masterKeys.map((hex) => Buffer.from(hex, 'hex')).map((key) => [checkOf(key), key]));
  const keyOf = (place) => {
    const value = secrets.get(place);
    if (value === 'destroyed') return null;
    if (!value) throw new Error(`${place} is not in the vault`);
    const wrapped = JSON.parse(value);
    return Buffer.from(decrypt(mac(masters.get(wrapped.m), 'wrap'), place, wrapped), 'base64url');
  };
  const recordKey = (record, name) => {
    const [owner, generation, wanted] = envelopesOf(record).get(name).k.split('/');
    const key = keyOf(`key/${owner}/${generation}`);
    if (key === null) return null;
    const own = mac(key, 'record', record.id, name);
    if (checkOf(own) !== wanted) throw new Error(`${record.id}: ${name} was sealed with another key`);
    return own;
  };
  const member = (record, name) => {
    const envelope = envelopesOf(record).get(name);
    const key = envelope ? recordKey(record, name) : null;
    return key && JSON.parse(decrypt(key, `${record.id}|${name}`, envelope));
  };
  const open = (record) => ({
    ...record,
    data: CLASSES.reduce((data, name) => over(data, member(record, name)), record.data),
    from: member(record, 'origin'),
  });
  return Object.assign(open, { recordKey });
};
