import { Inject, Injectable } from '@nestjs/common';
import type { TwoStep as Shown } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Credentials } from '../accounts/credentials';
import { FactorChanges } from './factor-changes';
import { RECOVERY_CODES, RecoveryCodes } from './recovery-codes';
import { isSecondStepRequired } from './second-step-rule';

/** The second factors of an account. */
@Injectable()
export class TwoStep {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly credentials: Credentials,
    private readonly changes: FactorChanges,
    private readonly recovery: RecoveryCodes,
  ) {}

  async shown(userId: string): Promise<Shown> {
    const { totp, passkeys } = await this.credentials.stateOf(userId);
    return {
      totp,
      passkeys: passkeys.map(({ id, name, at }) => ({ id, name, created_at: at })),
      recovery_codes_left: await this.recovery.left(userId),
      required: isSecondStepRequired(this.installation, userId),
    };
  }

  async renewCodes(call: Call, password: string): Promise<{ readonly recovery_codes: string[] }> {
    await this.changes.prove(call, password);
    await this.changes.handle(call, call.caller, { type: 'RenewRecoveryCodes', data: { codes: RECOVERY_CODES } });
    return { recovery_codes: await this.recovery.renew(call.caller.id) };
  }
}
