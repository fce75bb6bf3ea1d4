import { Injectable } from '@nestjs/common';
import type { Done } from '@dosar/kernel/runtime';
import { hasSecondStep } from '@dosar/domain/identity/user-state';
import { Credentials } from '../accounts/credentials';
import { RecoveryCodes } from './recovery-codes';

/** Recovery codes, given with the first second factor. */
export type Codes = { readonly recovery_codes?: string[] };

/** Recovery codes come with a user's first second factor and go with the last. */
@Injectable()
export class FirstCodes {
  constructor(
    private readonly credentials: Credentials,
    private readonly recovery: RecoveryCodes,
  ) {}

  /** For the first factor only: of two added at the same time, one is the first. */
  async give(userId: string, { types }: Pick<Done, 'types'>): Promise<Codes> {
    return types.includes('RecoveryCodesRenewed') ? { recovery_codes: await this.recovery.renew(userId) } : {};
  }

  async forgetWithLast(userId: string): Promise<void> {
    if (!hasSecondStep(await this.credentials.stateOf(userId))) await this.recovery.forget(userId);
  }
}
