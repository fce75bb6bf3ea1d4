import { Injectable } from '@nestjs/common';
import type { TwoStep as Shown } from '@dosar/contracts';
import { newId } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import { hasSecondStep, type UserCommand, type UserState } from '@dosar/domain/identity/user-state';
import type { Call, Person } from '../platform/call';
import { Writes } from '../platform/writes';
import { Problem, wrongField } from '../platform/problem';
import { Credentials } from './credentials';
import { Passkeys } from './passkeys';
import { Reauthentication } from './passwords.handler';
import { RECOVERY_CODES, RecoveryCodes } from './recovery-codes';
import { SignInFlow } from './sign-in.handler';
import { Totp } from './totp';

/** Codes on paper, given with the first factor beside the password. */
type Codes = { readonly recovery_codes?: string[] };

/** What somebody has beside the password. Changing it takes the password again. */
@Injectable()
export class TwoStep {
  constructor(
    private readonly writes: Writes,
    private readonly credentials: Credentials,
    private readonly reauthentication: Reauthentication,
    private readonly entry: SignInFlow,
    private readonly totp: Totp,
    private readonly passkeys: Passkeys,
    private readonly recovery: RecoveryCodes,
  ) {}

  async shown(userId: string): Promise<Shown> {
    const { totp, passkeys } = await this.credentials.stateOf(userId);
    return {
      totp,
      passkeys: passkeys.map(({ id, name, at }) => ({ id, name, created_at: at })),
      recovery_codes_left: await this.recovery.left(userId),
      required: this.entry.isRequiredOf(userId),
    };
  }

  async offerTotp(call: Call, password: string): Promise<{ readonly secret: string; readonly uri: string }> {
    const { email } = await this.reauthentication.prove(call, password);
    return this.totp.offer(call.caller.id, email);
  }

  /** Turns the offered authenticator on with its first code. @throws Problem naming the code */
  async acceptTotp(call: Call, person: Person, code: string): Promise<Codes> {
    if (!(await this.totp.accept(person.id, code))) throw wrongField('code', 'totp_wrong');
    const codes = await this.firstCodes(person.id);
    await this.submit(call, person, { type: 'EnableTotp', data: { codes: RECOVERY_CODES } });
    return codes;
  }

  async endTotp(call: Call, password: string): Promise<void> {
    const state = await this.reauthentication.prove(call, password);
    if (!state.totp) return;
    this.mustNotBeTheLast(call, state);
    await this.submit(call, call.caller, { type: 'DisableTotp', data: {} });
    await this.totp.forget(call.caller.id);
    await this.forgetCodes(call.caller.id);
  }

  async renewCodes(call: Call, password: string): Promise<{ readonly recovery_codes: string[] }> {
    await this.reauthentication.prove(call, password);
    await this.submit(call, call.caller, { type: 'RenewRecoveryCodes', data: { codes: RECOVERY_CODES } });
    return { recovery_codes: await this.recovery.renew(call.caller.id) };
  }

  async offerPasskey(call: Call, password: string): Promise<Record<string, unknown>> {
    return this.passkeys.offer(call.caller.id, await this.reauthentication.prove(call, password));
  }

  /** @throws Problem SECOND_FACTOR_INVALID when it is not the answer to what was asked. */
  async addPasskey(call: Call, name: string, credential: object): Promise<Codes> {
    const { id } = call.caller;
    const passkeyId = newId();
    if (!(await this.passkeys.accept(id, passkeyId, credential))) throw wrongField('credential', 'passkey_wrong');
    const codes = await this.firstCodes(id);
    await this.submit(call, call.caller, { type: 'AddPasskey', data: { passkeyId, name, codes: RECOVERY_CODES } });
    return codes;
  }

  /** @throws Problem NOT_FOUND */
  async removePasskey(call: Call, passkeyId: string, password: string): Promise<void> {
    const state = await this.reauthentication.prove(call, password);
    this.mustNotBeTheLast(call, state);
    await this.submit(call, call.caller, { type: 'RemovePasskey', data: { passkeyId } });
    await this.passkeys.forget(call.caller.id, passkeyId);
    await this.forgetCodes(call.caller.id);
  }

  /** For somebody who had no second factor so far. */
  private async firstCodes(userId: string): Promise<Codes> {
    const isFirst = !hasSecondStep(await this.credentials.stateOf(userId));
    return isFirst ? { recovery_codes: await this.recovery.renew(userId) } : {};
  }

  /** With the last factor its codes go. */
  private async forgetCodes(userId: string): Promise<void> {
    if (!hasSecondStep(await this.credentials.stateOf(userId))) await this.recovery.forget(userId);
  }

  /** @throws Problem ACCESS_DENIED when the administrator asks for a second factor and this is the last. */
  private mustNotBeTheLast({ caller }: Call, { totp, passkeys }: UserState): void {
    if (Number(totp) + passkeys.length <= 1 && this.entry.isRequiredOf(caller.id)) throw new Problem('ACCESS_DENIED');
  }

  private async submit(call: Call, person: Person, command: UserCommand): Promise<void> {
    await this.writes.once(call).handle(user, person.id, command);
    await this.writes.visible(call);
  }
}
