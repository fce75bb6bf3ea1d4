import { endpoint, IdParam } from '../endpoint';
import { partOf } from '../features';

/** What every upload is refused with, whichever way it comes. */
export const UPLOAD_REFUSALS = [
  ...(['ACCESS_DENIED', 'NOT_FOUND', 'NAME_TAKEN', 'FILE_TOO_LARGE', 'INVALID_FILE_TYPE', 'QUOTA_EXCEEDED'] as const),
  'VALIDATION_FAILED',
] as const;

/** Resumable uploads as tus 1.0 has them: creation, termination, expiration, checksum. */
export const TUS = {
  version: '1.0.0',
  extensions: 'creation,termination,expiration,checksum',
  algorithms: ['sha1', 'sha256'],
} as const;

const version = { 'tus-resumable': 'required' } as const;
const answered = { 'tus-resumable': 'always' } as const;
const ended = { 'x-file-id': 'sometimes', 'x-duplicate-of': 'sometimes' } as const;

export const uploadsApi = partOf(['file_manager'], {
  options: endpoint({
    method: 'OPTIONS',
    path: '/uploads',
    summary: 'What of the tus protocol is spoken.',
    status: 204,
    tells: {
      ...answered,
      'tus-version': 'always',
      'tus-extension': 'always',
      'tus-max-size': 'always',
      'tus-checksum-algorithm': 'always',
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/uploads',
    summary: 'Begins an upload that can be gone on with after it broke off.',
    status: 201,
    asks: { ...version, 'upload-length': 'required', 'upload-metadata': 'required' },
    tells: { ...answered, location: 'always', 'upload-expires': 'always', ...ended },
    refuses: [...UPLOAD_REFUSALS, 'UPLOAD_VERSION_UNSUPPORTED'],
  }),
  state: endpoint({
    method: 'HEAD',
    path: '/uploads/:id',
    summary: 'How much of an upload is kept; for a day also the file that it has become.',
    params: IdParam,
    status: 200,
    asks: version,
    tells: {
      ...answered,
      'upload-offset': 'always',
      'upload-length': 'always',
      'upload-metadata': 'always',
      'upload-expires': 'always',
      ...ended,
    },
    refuses: ['UPLOAD_VERSION_UNSUPPORTED'],
  }),
  append: endpoint({
    method: 'PATCH',
    path: '/uploads/:id',
    summary: 'Brings the next bytes of an upload; what is acknowledged is kept. With the last of them it is a file.',
    params: IdParam,
    consumes: 'bytes',
    status: 204,
    asks: { ...version, 'upload-offset': 'required', 'upload-checksum': 'optional' },
    tells: { ...answered, 'upload-offset': 'always', 'upload-expires': 'always', ...ended },
    refuses: [...UPLOAD_REFUSALS, 'UPLOAD_VERSION_UNSUPPORTED', 'CHECKSUM_MISMATCH', 'CONTENT_TYPE_UNSUPPORTED'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/uploads/:id',
    summary: 'Ends an upload and forgets what was kept of it.',
    params: IdParam,
    status: 204,
    asks: version,
    tells: answered,
    refuses: ['UPLOAD_VERSION_UNSUPPORTED'],
  }),
});
