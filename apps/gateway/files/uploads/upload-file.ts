import { checked, FILE_LIMITS, filesApi, UploadFields } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { incomingForm, type IncomingForm } from '../../platform/http/incoming-form';
import { named, type Json } from '../../platform/http/json';
import { Problem, wrongField } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';
import { mayBeStored, Uploads, type Destination, type Received } from './uploads';
import { UploadsUnderWay } from './uploads-under-way';

const FORM_LIMITS = { files: 1, fields: 10, fieldSize: 1_000, fieldNameSize: 100, headerPairs: 100 } as const;

export const uploadFile = useCase(filesApi.upload, (_, { call, exchange, use }) => {
  const form = incomingForm(exchange.request);
  const end = beginFor(use(UploadsUnderWay), form, call);
  return receive(use(Uploads), form, call).finally(end);
});

const beginFor = (underWay: UploadsUnderWay, form: IncomingForm, { caller }: Call): (() => void) => {
  try {
    return underWay.begin(caller.sessionId, form.length);
  } catch (error) {
    form.abandon();
    throw error;
  }
};

const receive = async (uploads: Uploads, form: IncomingForm, call: Call): Promise<Json> => {
  const fields = new Map<string, string>();
  let received: Received | null = null;
  // resolve the client before the body: a user moved meanwhile must not upload into the new client
  const [own] = call.caller.clientIds;
  try {
    for await (const part of form.parts({ ...FORM_LIMITS, fileSize: FILE_LIMITS.zip + 1 })) {
      if ('value' in part) fields.set(part.name, part.value);
      else if (part.name !== 'file' || received) throw wrongField(part.name, 'unknown');
      else received = await uploads.receive(part.filename, part.file, form.length);
    }
    if (!received) throw wrongField('file', 'required');
    const kept = () => void (received = null);
    return named('file', await uploads.keep(call, received, { client_id: own, ...destinationOf(fields) }, kept));
  } catch (error) {
    form.abandon();
    if (received && !mayBeStored(error)) await uploads.discard(received);
    throw ofForm(error);
  }
};

const destinationOf = (fields: ReadonlyMap<string, string>): Destination => {
  const given = Object.fromEntries([...fields].filter(([, value]) => value !== ''));
  const { data, broken } = checked(UploadFields, given);
  if (broken) throw new Problem('VALIDATION_FAILED', broken);
  return data;
};

const FORM_ERRORS = ['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT', 'FST_PROTO_VIOLATION'];

/** Translates errors of the form parser. */
const ofForm = (error: unknown): unknown => {
  if (error instanceof Problem) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Problem('FILE_TOO_LARGE');
  const isBroken =
    FORM_ERRORS.includes(code) || /Unexpected end|Malformed|Multipart|boundary|Premature|aborted/i.test(message);
  return isBroken ? new Problem('MALFORMED_REQUEST') : error;
};
