import type { BrokenRule, ProblemCode } from '@dosar/contracts';
import { KEY_REUSED, type Refusal } from '@dosar/kernel';

/** An answer that is an error: thrown anywhere below an endpoint, told by the problem filter. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: ProblemCode,
    readonly fields: ReadonlyMap<string, BrokenRule> | null = null,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(code);
  }
}

/** A field that is wrong by a rule which only the server knows. */
export const wrongField = (field: string, rule: string): Problem =>
  new Problem('VALIDATION_FAILED', new Map([[field, { rule, values: {} }]]));

/** A value that is somebody else's already. */
export const taken = (field: string): Problem =>
  new Problem('ALREADY_EXISTS', new Map([[field, { rule: 'taken', values: {} }]]));

export const notFound = (): Problem => new Problem('NOT_FOUND');

const CODES: Readonly<Record<string, ProblemCode>> = {
  [KEY_REUSED]: 'IDEMPOTENCY_KEY_REUSED',
  'drive/name-taken': 'NAME_TAKEN',
  'drive/cycle': 'FOLDER_CYCLE',
  'drive/locked': 'BULK_LOCKED_ITEMS',
  'drive/transition': 'INVALID_TRANSITION',
  'drive/quota': 'QUOTA_EXCEEDED',
  'drive/invalid-selection': 'BULK_INVALID_SELECTION',
  'unique/taken': 'ALREADY_EXISTS',
  'user/exists': 'ALREADY_EXISTS',
  'firm/exists': 'ALREADY_EXISTS',
  'client/exists': 'ALREADY_EXISTS',
  'session/over': 'SESSION_EXPIRED',
  'client/in-use': 'STILL_IN_USE',
  'user/link-over': 'RESET_LINK_INVALID',
  'user/accepted': 'CONFLICT',
  'user/administrator': 'CONFLICT',
  'user/no-second-step': 'CONFLICT',
};

/** The one place where a refusal of the domain becomes a code of the contract. */
export const codeOf = ({ refused }: Refusal): ProblemCode => {
  if (refused.endsWith('/unknown')) return 'NOT_FOUND';
  const code = CODES[refused];
  if (!code) throw new Error(`no code of the contract stands for ${refused}`);
  return code;
};
