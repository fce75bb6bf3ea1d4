import { isUtf8 } from 'node:buffer';
import { checked, TUS, UploadFields } from '@dosar/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem, wrongField } from '../../platform/http/problem';
import type { PartialUpload } from './partial-uploads';

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The parameters of an upload. */
export type UploadMetadata = z.infer<typeof UploadFields> & {
  readonly filename: string;
  readonly length: number;
  /** All fields as they were said. */
  readonly metadata: string;
};
export type Checksum = { readonly algorithm: string; readonly hash: Buffer };

/** Marks the answer with the protocol's version, refusals included. */
export const inTus = (reply: FastifyReply): FastifyReply => reply.header('tus-resumable', TUS.version);

/** Whoever speaks another version is told which is spoken. @throws Problem for another version of the protocol */
export const mustSpeakTus = ({ request, reply }: Exchange): void => {
  inTus(reply);
  if (request.headers['tus-resumable'] === TUS.version) return;
  void reply.header('tus-version', TUS.version);
  throw new Problem('UPLOAD_VERSION_UNSUPPORTED');
};

/** @throws Problem when the header is not a number of bytes */
export const bytesIn = (headers: Headers, name: string): number => {
  const value = headers[name];
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw wrongField(name, value === undefined ? 'required' : 'type');
  return Number(value);
};

/** `key base64, key base64`; unknown keys are ignored. @throws Problem */
export const uploadRequestIn = (headers: Headers): UploadMetadata => {
  const length = bytesIn(headers, 'upload-length');
  const metadata = String(headers['upload-metadata'] ?? '');
  const pairs = metadata
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64')] as const)
    .filter(([, bytes]) => bytes.length > 0);
  for (const [key, bytes] of pairs) if (!isUtf8(bytes)) throw wrongField(key, 'unicode');
  const given = new Map(pairs.map(([key, bytes]) => [key, bytes.toString()]));
  const filename = given.get('filename');
  if (!filename) throw wrongField('filename', 'required');
  const fields = Object.keys(UploadFields.shape).flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : []));
  const { data, broken } = checked(UploadFields, Object.fromEntries(fields));
  if (broken) throw new Problem('VALIDATION_FAILED', broken);
  return { ...data, filename, length, metadata };
};

/** @throws Problem for an unsupported hash */
export const checksumIn = (headers: Headers): Checksum | null => {
  const given = headers['upload-checksum'];
  if (given === undefined) return null;
  const [algorithm = '', hash = ''] = String(given).split(' ');
  if (!(TUS.algorithms as readonly string[]).includes(algorithm)) throw wrongField('upload-checksum', 'value');
  return { algorithm, hash: Buffer.from(hash, 'base64') };
};

/** The headers that describe an upload's state. */
export const stateOf = ({ length, offset, fileId, duplicateOf, expiresAt }: PartialUpload): Record<string, string> => ({
  'upload-offset': String(offset),
  'upload-length': String(length),
  'upload-expires': new Date(expiresAt).toUTCString(),
  ...(fileId !== null && { 'x-file-id': fileId }),
  ...(duplicateOf !== null && { 'x-duplicate-of': duplicateOf }),
});
