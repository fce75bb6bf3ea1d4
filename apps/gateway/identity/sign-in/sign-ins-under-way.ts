import { Inject, Injectable } from '@nestjs/common';
import type { UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { Attempts } from './attempts';
import { Credentials } from '../accounts/credentials';
import { OneTimeTokens, type Waiting } from './one-time-tokens';

/** A sign-in that waits for its second factor, and whose it is. */
export type SignInUnderWay = { readonly waiting: Waiting; readonly person: Account; readonly state: UserState };

export const invalidFactor = () => new Problem('SECOND_FACTOR_INVALID');

/** A password that was changed meanwhile, or a link that is not the newest any more, has proven nothing. */
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

  /** @throws Problem SECOND_FACTOR_INVALID when it is over, or its password was changed meanwhile. */
  async find(call: Call, token: string): Promise<SignInUnderWay> {
    const waiting = this.tokens.waiting(token);
    // a second proof is not used up on a sign-in that is over
    if (await this.tokens.isSpent(waiting.id)) throw invalidFactor();
    const state = await this.credentials.stateOf(waiting.userId);
    const person = this.installation.access.user(waiting.userId);
    if (!person || state.status !== 'active' || !isStillProven(state, waiting)) throw invalidFactor();
    call.person = person;
    return { waiting, person, state };
  }

  /** Counts a try, whatever comes of it. @throws Problem 429 */
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
