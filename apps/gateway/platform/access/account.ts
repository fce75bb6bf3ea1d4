import type { OpenMandate } from '@dosar/domain/identity/access.projector';
import type { ClientId, FirmId, Role, UserId } from '@dosar/contracts';

/** A user with an account, as of now. */
export type Account = {
  readonly id: UserId;
  readonly role: Role;
  readonly firmId: FirmId | null;
  /** The companies of a client's user. */
  readonly clientIds: readonly ClientId[];
  /** An auditor's, while it lasts. */
  readonly mandate: OpenMandate | null;
};
/** Somebody who is signed in. */
export type Caller = Account & {
  readonly sessionId: string;
  /** The session is only in the vault, and only gives access to health. */
  readonly isForHealth?: true;
};
