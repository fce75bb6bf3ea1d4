import { FILE_LIMITS, filesApi, type File } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { answerIn, isOver, problemOf, Unreachable } from '../../../platform/refusals';
import { headersOf, noteWritten, TIMEOUT_MS } from '../../../platform/send';
import { sendInChunks } from './resumable-upload';
import type { Sent, Upload } from './upload';

type Progress = (percent: number) => void;

const formOf = ({ clientId, folderId, file, name }: Upload): FormData => {
  const form = new FormData();
  form.set('client_id', clientId);
  if (folderId !== null) form.set('folder_id', folderId);
  form.set('file', file, name);
  return form;
};

const sentOf = ({ id, duplicate_of: other }: File): Sent => ({
  fileId: id,
  duplicateOf: other && { name: other.name ?? '', folder: other.folder_path.split('/').at(-1) ?? '' },
});

/** @throws Refused, Unreachable */
const post = (upload: Upload, token: string | null, onProgress: Progress, signal: AbortSignal): Promise<Sent> =>
  new Promise((resolve, reject) => {
    // eslint-disable-next-line no-restricted-globals -- it says how far it has come
    const request = new XMLHttpRequest();
    request.open(filesApi.upload.method, `/api${filesApi.upload.path}`);
    for (const [name, value] of Object.entries(headersOf(token, upload.id))) request.setRequestHeader(name, value);
    const lost = () => reject(new Unreachable('the upload was interrupted'));
    // a large file takes its time; a line on which nothing moves is a lost one
    let stalled = setTimeout(() => request.abort(), TIMEOUT_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), TIMEOUT_MS);
      onProgress(Math.round((loaded / total) * 100));
    };
    request.onerror = lost;
    request.onabort = lost;
    request.onloadend = () => clearTimeout(stalled);
    request.onload = () => {
      noteWritten(request.getResponseHeader('x-consistency-token'));
      const uploaded = request.status < 300 ? filesApi.upload.reply.safeParse(answerIn(request.responseText)) : null;
      if (uploaded?.success) resolve(sentOf(uploaded.data.file));
      else reject(problemOf(request.status, answerIn(request.responseText), (name) => request.getResponseHeader(name)));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(formOf(upload));
  });

/** Sends a file as whoever is signed in, in chunks when it has more than one; a token that has run out is replaced on the way. */
export const sendUpload = async (upload: Upload, onProgress: Progress, signal: AbortSignal): Promise<Sent> => {
  const once = (token: string | null) => {
    // it may have been stopped while the token was asked for
    signal.throwIfAborted();
    return upload.file.size > FILE_LIMITS.chunk
      ? sendInChunks(upload, onProgress, signal)
      : post(upload, token, onProgress, signal);
  };
  const token = await session.freshToken();
  try {
    return await once(token);
  } catch (error) {
    if (!isOver(error) || token === null || !(await session.renewed(token))) throw error;
    return once(session.token);
  }
};
