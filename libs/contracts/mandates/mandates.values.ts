import { z } from 'zod';
import { isAllSeen } from '../text';
import { notBlank, rule } from '../rules';

const DAY_MS = 24 * 60 * 60 * 1000;

export const MANDATE_LIMITS = {
  /** Named clients of one mandate. */
  clients: 100,
  /** How long it lasts where nothing else is said, and how long at most, from when it began. */
  usualMs: 7 * DAY_MS,
  longestMs: 366 * DAY_MS,
  /** In the report of what was opened. */
  opened: 200,
} as const;

/** What an auditor is to look into. */
export const Purpose = notBlank(z.string().trim().min(1).max(500).refine(isAllSeen, rule('name_characters')));

/** Why a mandate ended: by an administrator, when its time was over, or with its firm, clients or account. */
export const MandateEnd = z.enum(['by_hand', 'time', 'scope', 'account']);
export type MandateEnd = z.infer<typeof MandateEnd>;
