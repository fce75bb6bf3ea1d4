import { Injectable } from '@nestjs/common';
import { PEOPLE_LIMITS } from '@dosar/contracts';
import { newId } from '@dosar/kernel/runtime';
import type { Call } from '../../platform/access/call';
import { wrongField } from '../../platform/http/problem';
import { FactorChanges } from './factor-changes';
import { FirstCodes, type Codes } from './first-codes';
import { Passkeys } from './passkeys';
import { RECOVERY_CODES } from './recovery-codes';

/** Passkeys as a second factor. */
@Injectable()
export class PasskeyStep {
  constructor(
    private readonly changes: FactorChanges,
    private readonly codes: FirstCodes,
    private readonly passkeys: Passkeys,
  ) {}

  /** @throws Problem when the account has as many as allowed. */
  async offer(call: Call, password: string): Promise<Record<string, unknown>> {
    const person = await this.changes.prove(call, password);
    const max = PEOPLE_LIMITS.passkeys;
    if (person.passkeys.length >= max) throw wrongField('current_password', 'passkeys', { max });
    return this.passkeys.offer(call.caller.id, person);
  }

  /** @throws Problem naming the credential when it does not answer the challenge. */
  async add(call: Call, name: string, credential: object): Promise<Codes> {
    const { id } = call.caller;
    const passkeyId = newId();
    if (!(await this.passkeys.accept(id, passkeyId, credential))) throw wrongField('credential', 'passkey_wrong');
    const data = { passkeyId, name, codes: RECOVERY_CODES };
    return this.codes.give(id, await this.changes.handle(call, call.caller, { type: 'AddPasskey', data }));
  }

  /** @throws Problem NOT_FOUND */
  async remove(call: Call, passkeyId: string, password: string): Promise<void> {
    await this.changes.prove(call, password);
    const data = { passkeyId, mustKeepOne: this.changes.mustKeepOne(call) };
    await this.changes.handle(call, call.caller, { type: 'RemovePasskey', data });
    await this.passkeys.forget(call.caller.id, passkeyId);
    await this.codes.forgetWithLast(call.caller.id);
  }
}
