import { Inject, Injectable } from '@nestjs/common';
import type { FactorMethod } from '@dosar/contracts';
import { user } from '@dosar/domain/identity/user.decider';
import { hasSecondStep, LINKS, type UserState } from '@dosar/domain/identity/user-state';
import type { Call, Person } from '../platform/call';
import { Writes } from '../platform/writes';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Problem } from '../platform/problem';
import { Attempts } from './attempts';
import { Credentials } from './credentials';
import { Links } from './links';
import { OneTimeTokens, type Waiting } from './one-time-tokens';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';
import { SignInFlow, type SignInAnswer } from './sign-in.handler';
import { Totp } from './totp';
import { TwoStep } from './two-step';

/** A sign-in that waits for its second factor, and whose it is. */
type Halfway = { readonly waiting: Waiting; readonly person: Person; readonly state: UserState };

/** What is given as a second factor: a code, or what a browser's authenticator says. */
type Proof = {
  readonly method: FactorMethod;
  readonly code?: string | undefined;
  readonly credential?: object | undefined;
};

/** A password that was changed meanwhile, or a link that is not the newest any more, has proven nothing. */
const isStillProven = (state: UserState, { method, credentialId }: Waiting): boolean =>
  credentialId === (method === 'link' ? state.signInLink?.requestId : state.credentialId);

const invalid = () => new Problem('SECOND_FACTOR_INVALID');

/** Sign-ins on their way: from the first factor, or a link, to the second. */
@Injectable()
export class SecondFactor {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
    private readonly once: OneTimeTokens,
    private readonly links: Links,
    private readonly entry: SignInFlow,
    private readonly twoStep: TwoStep,
    private readonly totp: Totp,
    private readonly passkeys: Passkeys,
    private readonly recovery: RecoveryCodes,
  ) {}

  /** Signs in with the link of a letter, once. @throws Problem RESET_LINK_INVALID */
  async useLink(call: Call, token: string): Promise<SignInAnswer> {
    const link = await this.links.open('sign_in', token);
    const person = this.links.identify(call, link);
    const isFirst = await this.once.spend(link.requestId, LINKS.sign_in);
    if (person.role !== 'user' || !isFirst) throw new Problem('RESET_LINK_INVALID');
    return this.entry.proceed(call, link.state, { userId: person.id, method: 'link', credentialId: link.requestId });
  }

  /** @throws Problem SECOND_FACTOR_INVALID, or 429 after too many tries. */
  async verify(call: Call, token: string, proof: Proof): Promise<SignInAnswer> {
    const halfway = await this.halfway(call, token);
    await this.take(halfway);
    const left = await this.matches(halfway, proof);
    if (left === null) throw invalid();
    if (proof.method === 'recovery') {
      const used = { type: 'UseRecoveryCode', data: { left } } as const;
      await this.writes.once(call).handle(user, halfway.person.id, used);
    }
    return this.pass(call, halfway, proof.method);
  }

  async passkeyOptions(call: Call, token: string): Promise<Record<string, unknown>> {
    const { waiting, person, state } = await this.halfway(call, token);
    return this.passkeys.ask(waiting.id, person.id, state);
  }

  /** A new secret for somebody who must have a second factor and has none. */
  async setUp(call: Call, token: string): Promise<{ readonly secret: string; readonly uri: string }> {
    const { person, state } = await this.halfway(call, token);
    if (hasSecondStep(state)) throw invalid();
    return this.totp.offer(person.id, state.email);
  }

  /** The first code of that secret turns it on, and signs in. */
  async confirm(call: Call, token: string, code: string): Promise<SignInAnswer> {
    const halfway = await this.halfway(call, token);
    if (hasSecondStep(halfway.state)) throw invalid();
    await this.take(halfway);
    return this.pass(call, halfway, 'totp', await this.twoStep.acceptTotp(call, halfway.person, code));
  }

  /** @throws Problem SECOND_FACTOR_INVALID when it is over, or its password was changed meanwhile. */
  private async halfway(call: Call, token: string): Promise<Halfway> {
    const waiting = this.once.waiting(token);
    // a second proof is not used up on a sign-in that is over
    if (await this.once.isSpent(waiting.id)) throw invalid();
    const state = await this.credentials.stateOf(waiting.userId);
    const person = this.installation.access.user(waiting.userId);
    if (!person || state.status !== 'active' || !isStillProven(state, waiting)) throw invalid();
    call.person = person;
    return { waiting, person, state };
  }

  /** Counts a try, whatever comes of it. @throws Problem 429 */
  private async take({ waiting }: Halfway): Promise<void> {
    await this.attempts.take('waitingSignIn', waiting.id);
    await this.attempts.take('secondFactor', waiting.userId);
  }

  /** @returns how many recovery codes are left, where one was used; null when the proof is wrong. */
  private async matches(
    { waiting, person, state }: Halfway,
    { method, code, credential }: Proof,
  ): Promise<number | null> {
    const isRight = async (): Promise<boolean> => {
      if (method === 'passkey')
        return credential !== undefined && this.passkeys.matches(waiting.id, person.id, state, credential);
      return state.totp && code !== undefined && this.totp.matches(person.id, code);
    };
    if (method !== 'recovery') return (await isRight()) ? 0 : null;
    return code === undefined || !hasSecondStep(state) ? null : this.recovery.use(person.id, code);
  }

  /** Lets a sign-in through: once. */
  private async pass(
    call: Call,
    { waiting }: Halfway,
    secondFactor: FactorMethod,
    more: object = {},
  ): Promise<SignInAnswer> {
    if (!(await this.once.spend(waiting.id))) throw invalid();
    await this.attempts.forget(['secondFactor', waiting.userId]);
    const { userId, method, credentialId } = waiting;
    return this.entry.open(call, { userId, method, credentialId, secondFactor }, more);
  }
}
