import type { FileFault } from './file-checks';

/** Why an upload failed: it is not fit to be sent, or sending it failed. */
export type Reason = { readonly fault: FileFault } | { readonly error: unknown };

/** Another document with the same content, and the folder it is in; '' is the root. */
export type Duplicate = { readonly name: string; readonly folder: string };
export type Sent = { readonly fileId: string; readonly duplicateOf: Duplicate | null };
/** A document that was there already. */
export type Double = { readonly upload: Upload; readonly fileId: string; readonly of: Duplicate };

export type UploadRequest = {
  readonly file: Blob;
  readonly name: string;
  readonly clientId: string;
  readonly folderId: string | null;
};

export type Upload = UploadRequest & {
  /** Also its idempotency key: however often it is sent, it is one file. */
  readonly id: string;
  readonly status: 'pending' | 'uploading' | 'paused' | 'completed' | 'error';
  /** 0 to 100 */
  readonly progress: number;
  readonly reason: Reason | null;
};

export type State = {
  readonly entries: readonly Upload[];
  /** What could not be uploaded, until somebody has read it. */
  readonly failed: readonly Upload[];
  /** What was there already, until somebody has said whether it stays. */
  readonly doubles: readonly Double[];
  /** Of those that were wanted together: how many there are, and how many are over. */
  readonly tally: { readonly wanted: number; readonly over: number };
  /** The server is away; what is pending goes on when it is back. */
  readonly isWaiting: boolean;
  /** How the uploads ended that were wanted together; null until all of them have. */
  readonly ended: { readonly uploaded: number; readonly failed: number } | null;
};
