import { Injectable } from '@nestjs/common';
import type { Done } from '@dosar/kernel/runtime';
import { hasSecondStep } from '@dosar/domain/identity/user-state';
import { Credentials } from '../accounts/credentials';
import { RecoveryCodes } from './recovery-codes';

/** Codes on paper, given with the first factor beside the password. */
export type Codes = { readonly recovery_codes?: string[] };

/** Codes on paper come with somebody's first second factor and go with the last. */
@Injectable()
export class FirstCodes {
  constructor(
    private readonly credentials: Credentials,
    private readonly recovery: RecoveryCodes,
  ) {}

  /** With the factor that was the first: of two that come at once, one is. */
  async give(userId: string, { types }: Pick<Done, 'types'>): Promise<Codes> {
    return types.includes('RecoveryCodesRenewed') ? { recovery_codes: await this.recovery.renew(userId) } : {};
  }

  async forgetWithLast(userId: string): Promise<void> {
    if (!hasSecondStep(await this.credentials.stateOf(userId))) await this.recovery.forget(userId);
  }
}
