import { Injectable } from '@nestjs/common';
import type { FactorMethod } from '@dosar/contracts';
import { hasSecondStep } from '@dosar/domain/identity/user-state';
import type { Call } from '../../platform/access/call';
import { FactorProofs, type Proof } from './factor-proofs';
import { invalidFactor, SignInsUnderWay, type SignInUnderWay } from '../sign-in/sign-ins-under-way';
import { SignInFlow, type SignInAnswer } from '../sign-in/sign-in-flow';
import { TotpStep } from './totp-step';

/** Sign-ins between the first and the second factor. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly underWay: SignInsUnderWay,
    private readonly proofs: FactorProofs,
    private readonly totp: TotpStep,
    private readonly flow: SignInFlow,
  ) {}

  /** @throws Problem SECOND_FACTOR_INVALID, or 429 after too many tries. */
  async verify(call: Call, token: string, proof: Proof): Promise<SignInAnswer> {
    const signIn = await this.underWay.find(call, token);
    await this.underWay.take(signIn);
    if (!(await this.proofs.accept(call, signIn, proof))) throw invalidFactor();
    return this.pass(call, signIn, proof.method);
  }

  async passkeyOptions(call: Call, token: string): Promise<Record<string, unknown>> {
    return this.proofs.passkeyOptions(await this.underWay.find(call, token));
  }

  /** A new secret for somebody who must have a second factor and has none. */
  async setUp(call: Call, token: string): Promise<{ readonly secret: string; readonly uri: string }> {
    const { person, state } = await this.withoutStep(call, token);
    return this.totp.offerFirst(person, state);
  }

  /** Enables that secret with its first code, and signs in. */
  async confirm(call: Call, token: string, code: string): Promise<SignInAnswer> {
    const signIn = await this.withoutStep(call, token);
    await this.underWay.take(signIn);
    return this.pass(call, signIn, 'totp', await this.totp.accept(call, signIn.person, code));
  }

  private async withoutStep(call: Call, token: string): Promise<SignInUnderWay> {
    const signIn = await this.underWay.find(call, token);
    if (hasSecondStep(signIn.state)) throw invalidFactor();
    return signIn;
  }

  /** Completes a sign-in, once. */
  private async pass(
    call: Call,
    signIn: SignInUnderWay,
    secondFactor: FactorMethod,
    more: object = {},
  ): Promise<SignInAnswer> {
    await this.underWay.end(signIn);
    const { userId, method, credentialId } = signIn.waiting;
    return this.flow.open(call, { userId, method, credentialId, secondFactor }, more);
  }
}
