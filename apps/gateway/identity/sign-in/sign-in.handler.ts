import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserState } from '@dosar/domain/identity/user-state';
import { AfterResponse } from '../../platform/http/after-response';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { networkOf } from '../../platform/connections/network';
import { Problem } from '../../platform/http/problem';
import { Attempts, type Try } from './attempts';
import { Credentials } from '../accounts/credentials';
import { RefusedSignIns } from './refused-sign-ins';
import { Sessions } from './sessions';
import { SignInFlow, type SignInAnswer } from './sign-in-flow';

export class SignIn extends Command<SignInAnswer> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** An account whose password was right. */
type Found = { readonly userId: string; readonly credentialId: string; readonly state: UserState };

/** Nobody has this id: looking at them takes as long as looking at somebody. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whether e-mail and password are of an account that may come in. */
@Injectable()
export class PasswordCheck {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
    private readonly refused: RefusedSignIns,
  ) {}

  /** @throws Problem when they are not, or that was tried too often */
  async pass(request: SignIn): Promise<Found> {
    const { email, call } = request;
    const counted = await this.attempts.begin(email, call.ip);
    const { userId, state, matches } = await this.look(request, counted);
    const { credentialId } = state;
    if (userId === null || credentialId === null || !matches) {
      counted.failed();
      this.refused.note(call, userId);
      throw new Problem('INVALID_CREDENTIALS');
    }
    if (state.status !== 'active' || !this.installation.access.user(userId)) {
      await counted.withdrawn();
      throw new Problem('ACCOUNT_INACTIVE');
    }
    await counted.succeeded();
    return { userId, credentialId, state };
  }

  /** Strangers take turns by their addresses. */
  private async look({ email, password, call }: SignIn, counted: Try) {
    try {
      const userId = await this.credentials.userIdOf(email);
      const state = await this.credentials.stateOf(userId ?? NOBODY);
      const matches = await this.credentials.matches(userId ?? NOBODY, state, password, networkOf(call.ip));
      return { userId, state, matches };
    } catch (error) {
      await counted.withdrawn();
      throw error;
    }
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly check: PasswordCheck,
    private readonly credentials: Credentials,
    private readonly flow: SignInFlow,
    private readonly afterResponse: AfterResponse,
  ) {}

  async execute(request: SignIn): Promise<SignInAnswer> {
    const { userId, credentialId, state } = await this.check.pass(request);
    const { call, password } = request;
    this.afterResponse.after(call, () => this.credentials.renew(userId, state, password));
    return this.flow.proceed(call, state, { userId, method: 'password', credentialId });
  }
}

export class RefreshSession extends Command<SignInAnswer> {
  constructor(
    readonly cookie: string | undefined,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    private readonly sessions: Sessions,
    private readonly flow: SignInFlow,
  ) {}

  async execute({ cookie, call }: RefreshSession): Promise<SignInAnswer> {
    return this.flow.answer(await this.sessions.refresh(call, cookie));
  }
}
