import { z } from 'zod';
import { endpoint, Instant, wholeNumber } from '../endpoint';
import { partOf } from '../features';
import { Id } from '../ids';
import { Checkpoint } from './heads.view';

/** Heads that are answered at most. */
export const HEADS_PAGE = { default: 50, max: 200 } as const;

const Hash = z.string();
/** Lists of hashes have no more than the levels of the largest tree, some of them twice. */
export const MOST_HASHES = 128;

export const headsApi = partOf(['audit'], {
  list: endpoint({
    method: 'GET',
    path: '/audit/checkpoints',
    summary: 'Signed heads of the log, newest first. Of those older than a day the last one of each hour stays.',
    query: z.object({
      /** Heads with a lower number than this one; without it, the newest. */ before: wholeNumber(1).optional(),
      /** How many heads are answered at most. */ limit: wholeNumber(1, HEADS_PAGE.max).default(HEADS_PAGE.default),
    }),
    status: 200,
    reply: z.object({
      /** The heads, newest first. */ checkpoints: z.array(Checkpoint),
      /** Given as `before`, it leads to the next page; null on the last. */ next_before: z.int().nullable(),
    }),
    isTagged: false,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/audit/checkpoints/latest',
    summary: 'The newest signed head of the log.',
    status: 200,
    reply: z.object({
      /** The head. */ checkpoint: Checkpoint,
      /** When an operator accepted a log that had been cut or rewritten, newest first: whoever checks is told so first. */
      accepted: z.array(
        z.object({
          /** When it was accepted. */ at: Instant,
          /** How many records were known before. */ known_size: z.int().nullable(),
          /** How many there were. */ found_size: z.int(),
        }),
      ),
    }),
    refuses: ['UNAVAILABLE'],
    isTagged: false,
  }),
  publicKey: endpoint({
    method: 'GET',
    path: '/audit/public-key',
    summary: 'The key that signs heads now, and those before it.',
    status: 200,
    reply: z.object({
      /** How heads are signed. */ algorithm: z.literal('Ed25519'),
      /** How signatures name the key, in hexadecimal. */ key_id: z.string(),
      /** The key, as PEM. */ public_key: z.string(),
      /** The key in one line, as programs for signed notes take it. */ verifier_key: z.string(),
      /** Former keys and this one, oldest first; each later one is signed by the one before it. */
      keys: z.array(
        z.object({
          /** The key in one line. */ verifier_key: z.string(),
          /** Since when it signs. */ since: Instant,
          /** The note by which the former key hands over to it; null for the first. */ note: z.string().nullable(),
        }),
      ),
    }),
    refuses: ['UNAVAILABLE'],
    isTagged: false,
  }),
  inclusion: endpoint({
    method: 'GET',
    path: '/audit/proofs/inclusion',
    summary:
      'What proves that an event is in the log, against the newest head. An event of the last seconds has none yet: 503.',
    query: z.object({ /** The id of the event. */ event_id: Id }),
    status: 200,
    reply: z.object({
      /** The stored text of the event, to the byte: what is personal in it is encrypted. */ record: z.string(),
      /** Its place in the tree, from 0. */ leaf_index: z.int(),
      /** Its hash, in base64. */ leaf_hash: Hash,
      /** How many records the head is over. */ tree_size: z.int(),
      /** The root of the tree, in base64. */ root_hash: Hash,
      /** The hashes beside its way to the root, in base64, from below. */ proof: z.array(Hash),
      /** The head, as a signed note. */ note: z.string(),
    }),
    refuses: ['NOT_FOUND', 'UNAVAILABLE'],
    isTagged: false,
  }),
  consistency: endpoint({
    method: 'GET',
    path: '/audit/proofs/consistency',
    summary: 'What proves that the log over the second size begins with the one over the first.',
    query: z.object({
      /** The smaller size, from 1. */ first: wholeNumber(1),
      /** The larger size, at most that of the newest head. */ second: wholeNumber(1),
    }),
    status: 200,
    reply: z.object({
      /** The root over the first size, in base64. */ first_root: Hash,
      /** The root over the second size, in base64. */ second_root: Hash,
      /** The hashes that prove it, in base64. */ proof: z.array(Hash),
    }),
    refuses: ['UNAVAILABLE'],
    isTagged: false,
  }),
});
