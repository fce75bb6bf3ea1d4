import { Injectable } from '@nestjs/common';
import { hasSecondStep } from '@dosar/domain/identity/user-state';
import { Credentials } from './credentials';
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

  /** For somebody who had no second factor so far. */
  async give(userId: string): Promise<Codes> {
    const isFirst = !hasSecondStep(await this.credentials.stateOf(userId));
    return isFirst ? { recovery_codes: await this.recovery.renew(userId) } : {};
  }

  async forgetWithLast(userId: string): Promise<void> {
    if (!hasSecondStep(await this.credentials.stateOf(userId))) await this.recovery.forget(userId);
  }
}
