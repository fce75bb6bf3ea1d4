import { Inject, Injectable } from '@nestjs/common';
import type { FactorMethod } from '@dosar/contracts';
import { askedOnce } from '@dosar/kernel';
import { hasSecondStep, LINKS, user, type UserState } from '@dosar/domain/identity/user.decider';
import type { Call, Person } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Problem } from '../platform/problem';
import { Attempts } from './attempts';
import { Credentials } from './credentials';
import { Links } from './links';
import { Once, type Waiting } from './once';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';
import { Entry, type SignInAnswer } from './sign-in.handler';
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

const invalid = () => new Problem('SECOND_FACTOR_INVALID');

/** Sign-ins on their way: from the first factor, or a link, to the second. */
@Injectable()
export class SecondFactor {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
    private readonly once: Once,
    private readonly links: Links,
    private readonly entry: Entry,
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
    return this.entry.proceed(call, person.id, link.state, 'link');
  }

  /** @throws Problem SECOND_FACTOR_INVALID, or 429 after too many tries. */
  async verify(call: Call, token: string, proof: Proof): Promise<SignInAnswer> {
    const halfway = await this.halfway(call, token);
    await this.take(halfway);
    const left = await this.matches(halfway, proof);
    if (left === null) throw invalid();
    if (proof.method === 'recovery') {
      const tenant = this.commands.tenantOf(halfway.person);
      const used = { type: 'UseRecoveryCode', data: { left } } as const;
      await this.commands.submit(user, halfway.person.id, used, call, tenant, askedOnce());
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
    if (!person || state.status !== 'active' || (state.credentialId ?? '') !== waiting.credentialId) throw invalid();
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
    return this.entry.open(call, waiting.userId, { method: waiting.method, secondFactor }, more);
  }
}
