import { Inject, Injectable } from '@nestjs/common';
import type { UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { Attempts } from './attempts';
import { Credentials } from '../accounts/credentials';
import { OneTimeTokens, type Waiting } from './one-time-tokens';

/** A sign-in that waits for its second factor, with its user. */
export type SignInUnderWay = { readonly waiting: Waiting; readonly person: Account; readonly state: UserState };

export const invalidFactor = () => new Problem('SECOND_FACTOR_INVALID');

/** After a change of the password, or with a newer link, the first factor is not proven any more. */
const isStillProven = (state: UserState, { method, credentialId }: Waiting): boolean =>
  credentialId === (method === 'link' ? state.signInLink?.requestId : state.credentialId);

/** Sign-ins whose first factor was right. */
@Injectable()
export class SignInsUnderWay {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly tokens: OneTimeTokens,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
  ) {}

  /** @throws Problem SECOND_FACTOR_INVALID when it has ended, or its password has changed. */
  async find(call: Call, token: string): Promise<SignInUnderWay> {
    const waiting = this.tokens.waiting(token);
    // checked first, so that a second factor is not used up for an ended sign-in
    if (await this.tokens.isSpent(waiting.id)) throw invalidFactor();
    const state = await this.credentials.stateOf(waiting.userId);
    const person = this.installation.access.user(waiting.userId);
    if (!person || state.status !== 'active' || !isStillProven(state, waiting)) throw invalidFactor();
    call.person = person;
    return { waiting, person, state };
  }

  /** Counts an attempt, whatever its outcome. @throws Problem 429 */
  async take({ waiting }: SignInUnderWay): Promise<void> {
    await this.attempts.take('waitingSignIn', waiting.id);
    await this.attempts.take('secondFactor', waiting.userId);
  }

  /** @throws Problem SECOND_FACTOR_INVALID when it has ended already. */
  async end({ waiting }: SignInUnderWay): Promise<void> {
    if (!(await this.tokens.spend(waiting.id))) throw invalidFactor();
    await this.attempts.forget(['secondFactor', waiting.userId]);
  }
}
