import type { Envelope } from '../keys/envelope';

/** A document whose bytes are stored: where, how many, and the encrypted key from the record that names them. */
export type SealedDocument = {
  /** The id of the file, for reports about its bytes. */
  readonly id: string;
  readonly blobId: string;
  readonly size: number;
  readonly eventId: string;
  readonly sealed: Envelope | null;
};
