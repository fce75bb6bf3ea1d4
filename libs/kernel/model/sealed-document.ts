import type { Envelope } from '../keys/envelope';

/** A document whose bytes are kept: where, how many they are, and the envelope with what opens them in the record that names them. */
export type SealedDocument = {
  /** Of the file: what is wrong with its bytes is said of that. */
  readonly id: string;
  readonly blobId: string;
  readonly size: number;
  readonly eventId: string;
  readonly sealed: Envelope | null;
};
