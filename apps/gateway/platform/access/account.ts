import type { ClientId, FirmId, Role, UserId } from '@dosar/contracts';

/** Somebody with an account, as they are now. */
export type Account = {
  readonly id: UserId;
  readonly role: Role;
  readonly firmId: FirmId | null;
  /** The companies of a client's user. */
  readonly clientIds: readonly ClientId[];
};
/** Somebody who is signed in. */
export type Caller = Account & {
  readonly sessionId: string;
  /** The session is kept in the vault alone, and shows the health alone. */
  readonly isForHealth?: true;
};
