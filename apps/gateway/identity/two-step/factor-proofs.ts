import { Injectable } from '@nestjs/common';
import type { FactorMethod } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { hasSecondStep } from '@dosar/domain/identity/user-state';
import type { Call } from '../../platform/access/call';
import { Writes } from '../../platform/writes/writes';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';
import type { SignInUnderWay } from '../sign-in/sign-ins-under-way';
import { Totp } from './totp';

/** The proof of a second factor: a code, or an authenticator's response. */
export type Proof = {
  readonly method: FactorMethod;
  readonly code?: string | undefined;
  readonly credential?: object | undefined;
};

/** Verifies second factors. */
@Injectable()
export class FactorProofs {
  constructor(
    private readonly writes: Writes,
    private readonly totp: Totp,
    private readonly passkeys: Passkeys,
    private readonly recovery: RecoveryCodes,
  ) {}

  /** The options with which a browser asks for a passkey. */
  passkeyOptions({ waiting, person, state }: SignInUnderWay): Promise<Record<string, unknown>> {
    return this.passkeys.ask(waiting.id, person.id, state);
  }

  /** @returns false when the proof is wrong; a right one is used up. */
  async accept(
    call: Call,
    { waiting, person, state }: SignInUnderWay,
    { method, code, credential }: Proof,
  ): Promise<boolean> {
    if (method === 'passkey')
      return credential !== undefined && this.passkeys.matches(waiting.id, person.id, state, credential);
    if (code === undefined) return false;
    if (method === 'totp') return state.totp && this.totp.matches(person.id, code);
    if (!hasSecondStep(state)) return false;
    const left = await this.recovery.use(person.id, code);
    if (left === null) return false;
    await this.writes.once(call).handle(user, person.id, { type: 'UseRecoveryCode', data: { left } });
    return true;
  }
}
