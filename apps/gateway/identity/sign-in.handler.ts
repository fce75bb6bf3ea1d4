import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { once } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import { hasSecondStep, type UserState } from '@dosar/domain/identity/user-state';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Json } from '../platform/json';
import { AfterResponse } from '../platform/after-response';
import { Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Attempts } from './attempts';
import { Credentials } from './credentials';
import { OneTimeTokens } from './one-time-tokens';
import { UserPresenter } from './user-presenter';
import { Sessions, type Opened, type Proven } from './sessions';

/** An answer to a sign-in: signed in, with what goes into the cookie, or on the way to it. */
export type SignInAnswer = { readonly body: Json; readonly opened: Opened | null };

/** How everybody comes in, whatever they came with. */
@Injectable()
export class SignInFlow {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly sessions: Sessions,
    private readonly once: OneTimeTokens,
    private readonly rows: Rows,
    private readonly presented: UserPresenter,
  ) {}

  /** In, or to the second factor, where there is or must be one. */
  async proceed(call: Call, state: UserState, proven: Omit<Proven, 'secondFactor'>): Promise<SignInAnswer> {
    const { userId, method, credentialId } = proven;
    const isRequired = this.isRequiredOf(userId);
    if (!hasSecondStep(state) && !isRequired) return this.open(call, { ...proven, secondFactor: null });
    const second_factor = {
      token: this.once.wait(userId, method, credentialId),
      methods: [
        ...(state.totp ? ['totp'] : []),
        ...(state.passkeys.length > 0 ? ['passkey'] : []),
        ...(hasSecondStep(state) ? ['recovery'] : []),
      ],
      setup_required: !hasSecondStep(state),
    };
    return { body: new Json(JSON.stringify({ second_factor })), opened: null };
  }

  /** Whether the administrator asks everybody of that role for a second factor. */
  isRequiredOf(userId: string): boolean {
    const { access } = this.installation;
    const role = access.user(userId)?.role;
    return role !== undefined && access.settings().two_step_required.includes(role);
  }

  async open(call: Call, proven: Proven, more: object = {}): Promise<SignInAnswer> {
    return this.answer(await this.sessions.open(call, proven), more);
  }

  /** Token, its end, and who it is. */
  async answer(opened: Opened, more: object = {}): Promise<SignInAnswer> {
    const shown = this.presented.user((await this.rows.must(users, opened.userId)).json);
    const { token, expiresAt } = opened;
    const body = { token, expires_at: expiresAt.toISOString(), user: shown, ...more };
    return { body: new Json(JSON.stringify(body)), opened };
  }
}

export class SignIn extends Command<SignInAnswer> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly call: Call,
  ) {
    super();
  }
}

/** Nobody has this id: looking at them takes as long as looking at somebody. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
    private readonly entry: SignInFlow,
    private readonly later: AfterResponse,
  ) {}

  async execute({ email, password, call }: SignIn): Promise<SignInAnswer> {
    const counted = await this.attempts.begin(email, call.ip);
    const { userId, state, matches } = await this.look(email, password).catch(async (error: unknown) => {
      await counted.withdrawn();
      throw error;
    });
    if (userId === null || state.credentialId === null || !matches) {
      counted.failed();
      this.later.after(call, () => this.note(call, userId));
      throw new Problem('INVALID_CREDENTIALS');
    }
    if (state.status !== 'active' || !this.installation.access.user(userId)) {
      await counted.withdrawn();
      throw new Problem('ACCOUNT_INACTIVE');
    }
    await counted.succeeded();
    this.later.after(call, () => this.credentials.renew(userId, state, password));
    return this.entry.proceed(call, state, { userId, method: 'password', credentialId: state.credentialId });
  }

  private async look(email: string, password: string) {
    const userId = await this.credentials.userIdOf(email);
    const state = await this.credentials.stateOf(userId ?? NOBODY);
    return { userId, state, matches: await this.credentials.matches(userId ?? NOBODY, state, password) };
  }

  /** Refusals that no event has told yet, by user: an event at once, then one an hour tells how many. */
  private readonly refusals = new Map<string, number>();

  private async note(call: Call, userId: string | null): Promise<void> {
    if (userId === null) return;
    const count = (this.refusals.get(userId) ?? 0) + 1;
    this.refusals.set(userId, count);
    const command = { type: 'RefuseSignIn', data: { count } } as const;
    const { commandHandler } = this.installation;
    const outcome = await commandHandler.handle({
      ...{ decider: user, id: userId, command, context: once(), origin: call.origin() },
    });
    if ('types' in outcome && outcome.types.length > 0) this.refusals.delete(userId);
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
    private readonly entry: SignInFlow,
  ) {}

  async execute({ cookie, call }: RefreshSession): Promise<SignInAnswer> {
    return this.entry.answer(await this.sessions.refresh(call, cookie));
  }
}
