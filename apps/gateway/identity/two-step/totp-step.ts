import { Injectable } from '@nestjs/common';
import type { UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../../platform/access/call';
import { wrongField } from '../../platform/http/problem';
import { FactorChanges } from './factor-changes';
import { FirstCodes, type Codes } from './first-codes';
import { RECOVERY_CODES } from './recovery-codes';
import { Totp } from './totp';

type Offered = { readonly secret: string; readonly uri: string };

/** Codes of an authenticator app as a second factor. */
@Injectable()
export class TotpStep {
  constructor(
    private readonly changes: FactorChanges,
    private readonly codes: FirstCodes,
    private readonly totp: Totp,
  ) {}

  async offer(call: Call, password: string): Promise<Offered> {
    return this.offerFirst(call.caller, await this.changes.prove(call, password));
  }

  /** Offered to somebody who must have a second factor before they are signed in. */
  offerFirst(person: Account, { email }: UserState): Promise<Offered> {
    return this.totp.offer(person.id, email);
  }

  /** Enables the offered secret with its first code. @throws Problem naming the code */
  async accept(call: Call, person: Account, code: string): Promise<Codes> {
    if (!(await this.totp.accept(person.id, code))) throw wrongField('code', 'totp_wrong');
    const data = { codes: RECOVERY_CODES };
    return this.codes.give(person.id, await this.changes.handle(call, person, { type: 'EnableTotp', data }));
  }

  async end(call: Call, password: string): Promise<void> {
    const state = await this.changes.prove(call, password);
    if (!state.totp) return;
    const data = { mustKeepOne: this.changes.mustKeepOne(call) };
    await this.changes.handle(call, call.caller, { type: 'DisableTotp', data });
    await this.totp.forget(call.caller.id);
    await this.codes.forgetWithLast(call.caller.id);
  }
}
