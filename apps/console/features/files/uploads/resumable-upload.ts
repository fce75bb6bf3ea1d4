import type { DetailedError, HttpRequest, Upload as TusUpload } from 'tus-js-client';
import { FILE_LIMITS, filesApi, foldersApi, uploadsApi } from '@dosar/contracts';
import { call, session } from '../../../platform/api';
import { answerIn, isPassing, problemOf, Unreachable } from '../../../platform/refusals';
import { headersOf, noteWritten, TIMEOUT_MS } from '../../../platform/send';
import { forgetAll, remembered } from '../../../platform/storage/remembered';
import type { Duplicate, Sent, Upload } from './upload';
import { CANCELLED } from './uploads';

/** A hiccup of the line costs no more than the chunk that was being sent. */
const RETRY_MS = [1_000, 2_000, 3_000];
const PLACES = 'dosar.upload.';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Where an upload is gone on with, by a mark of the file and its place that tells nobody its name. */
const placeOf = ({ clientId, folderId, name, file }: Upload): string => {
  const modified = file instanceof File ? file.lastModified : 0;
  const text = [session.personId, clientId, folderId, name, file.size, modified].join('\n');
  let mark = 0n;
  // not for secrecy, and pages over plain HTTP have no digest
  for (const byte of new TextEncoder().encode(text)) mark = ((mark ^ BigInt(byte)) * 0x100000001b3n) & (2n ** 64n - 1n);
  return `${PLACES}${session.personId}.${mark.toString(36)}`;
};

const knownAt = (place: string): string | null => {
  const [url = '', since = '0'] = remembered(place).get()?.split(' ') ?? [];
  return url && Number(since) > Date.now() - DAY_MS ? url : null;
};

/** Who has left leaves nothing to go on with. */
export const forgetPlaces = (personId: string): void => {
  forgetAll(`${PLACES}${personId}.`);
};

const failure = (error: Error | DetailedError): Error => {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return new Unreachable(error.message);
  return problemOf(response.getStatus(), answerIn(response.getBody()), (name) => response.getHeader(name) ?? null);
};

const metadataOf = ({ clientId, folderId, name }: Upload) => ({
  filename: name,
  client_id: clientId,
  ...(folderId !== null && { folder_id: folderId }),
});

/** Who sends it; what begins an upload begins it once. */
const putHeaders = async (request: HttpRequest, { id }: Upload): Promise<void> => {
  const token = await session.freshToken();
  const isBeginning = request.getMethod() === uploadsApi.create.method;
  for (const [name, value] of Object.entries(headersOf(token, isBeginning ? id : null))) request.setHeader(name, value);
};

const duplicateOf = async (id: string | undefined): Promise<Duplicate | null> => {
  if (!id) return null;
  try {
    const { file } = await call(filesApi.get, { params: { id } });
    if (file.folder_id === null) return { name: file.name ?? '', folder: '' };
    const { path } = await call(foldersApi.path, { params: { id: file.folder_id } });
    return { name: file.name ?? '', folder: path.at(-1)?.name ?? '' };
  } catch {
    // it was only worth a remark
    return null;
  }
};

/** Sends a large file in chunks; what was sent before, also before the page was loaded again, is not sent again. @throws Refused, Unreachable */
export const sendInChunks = async (
  upload: Upload,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<Sent> => {
  const { Upload: Tus } = await import('tus-js-client');
  const place = placeOf(upload);
  signal.throwIfAborted();
  const sent = await new Promise<{ fileId: string; other: string | undefined }>((resolve, reject) => {
    let stalled = setTimeout(() => {}, 0);
    const isAlive = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => stop(new Unreachable('nothing moves on the line')), TIMEOUT_MS);
    };
    const stop = (error: Error, isOver = false) => {
      clearTimeout(stalled);
      void tus.abort(isOver).catch(() => undefined);
      if (isOver) remembered(place).set(null);
      reject(error);
    };
    const tus: TusUpload = new Tus(upload.file, {
      endpoint: `/api${uploadsApi.create.path}`,
      uploadUrl: knownAt(place),
      chunkSize: FILE_LIMITS.chunk,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      metadata: metadataOf(upload),
      onBeforeRequest: (request) => putHeaders(request, upload),
      onAfterResponse: (_request, response) => noteWritten(response.getHeader('x-consistency-token') ?? null),
      onUploadUrlAvailable: () => {
        if (tus.url !== null) remembered(place).set(`${tus.url} ${Date.now()}`);
      },
      onProgress: (loaded, total) => {
        isAlive();
        onProgress(Math.round((loaded / total) * 100));
      },
      onError: (error) => {
        clearTimeout(stalled);
        const reason = failure(error);
        // what was refused is not kept there either
        if (!isPassing(reason)) remembered(place).set(null);
        reject(reason);
      },
      onSuccess: ({ lastResponse }) => {
        clearTimeout(stalled);
        remembered(place).set(null);
        const fileId = lastResponse.getHeader('x-file-id') ?? '';
        resolve({ fileId, other: lastResponse.getHeader('x-duplicate-of') });
      },
    });
    signal.addEventListener(
      'abort',
      () => stop(new Unreachable('the upload was stopped'), signal.reason === CANCELLED),
      { once: true },
    );
    isAlive();
    tus.start();
  });
  return { fileId: sent.fileId, duplicateOf: await duplicateOf(sent.other) };
};
