import type { BrokenRule, ProblemCode } from '@dosar/contracts';
import { refusals, type KnownRefusal } from '@dosar/domain/registry';
import { ERASED, KEY_REUSED, type Refusal } from '@dosar/kernel/runtime';

/** An existing thing, with its client, if any. */
export type Refused = {
  readonly clientId: string | null;
  readonly resource: { readonly type: string; readonly id: string };
};

/** A response that is an error: thrown anywhere below an endpoint, sent by the problem filter. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: ProblemCode,
    readonly fields: ReadonlyMap<string, BrokenRule> | null = null,
    readonly retryAfterSeconds: number | null = null,
    /** The existing thing that was refused, for the audit. */
    readonly refused: Refused | null = null,
  ) {
    super(code);
  }
}

/** A field that is invalid by a rule of the server. */
export const wrongField = (field: string, rule: string, values: BrokenRule['values'] = {}): Problem =>
  new Problem('VALIDATION_FAILED', new Map([[field, { rule, values }]]));

/** A value that belongs to somebody else. */
export const taken = (field: string): Problem =>
  new Problem('ALREADY_EXISTS', new Map([[field, { rule: 'taken', values: {} }]]));

export const notFound = (): Problem => new Problem('NOT_FOUND');

/** A thing the caller may not see: answered as missing, but noted as refused. */
export const foreign = (type: string, id: string, clientId: string | null): Problem =>
  new Problem('NOT_FOUND', null, null, { clientId, resource: { type, id } });

const CODES: Readonly<Record<KnownRefusal | typeof KEY_REUSED | typeof ERASED, ProblemCode>> = {
  ...refusals,
  [KEY_REUSED]: 'IDEMPOTENCY_KEY_REUSED',
  [ERASED]: 'NOT_FOUND',
};

/** The only place where a refusal of the domain becomes a code of the contract. */
export const codeOf = ({ refused }: Refusal): ProblemCode => {
  const code = (CODES as Readonly<Record<string, ProblemCode>>)[refused];
  if (!code) throw new Error(`no code of the contract stands for ${refused}`);
  return code;
};
