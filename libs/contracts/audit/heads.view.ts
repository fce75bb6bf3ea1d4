import { z } from 'zod';
import { Instant } from '../endpoint';

/** A signed head: how long the log was, and what was in it. */
export const Checkpoint = z.object({
  /** Its number among the heads of this log. */
  number: z.int(),
  /** How many records it is over. */
  tree_size: z.int(),
  /** The root of the tree over them (RFC 6962), in base64. */
  root_hash: z.string(),
  /** When it was signed. */
  signed_at: Instant,
  /** The head as a signed note (C2SP tlog-checkpoint). */
  note: z.string(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;
