import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { askedOnce } from '@dosar/kernel';
import { hasSecondStep, user, type UserState } from '@dosar/domain/identity/user.decider';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Json } from '../platform/json';
import { Later } from '../platform/later';
import { Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Attempts } from './attempts';
import { Credentials } from './credentials';
import { Once } from './once';
import { Presented } from './presented';
import { Sessions, type Opened, type SignedInHow } from './sessions';

/** An answer to a sign-in: signed in, with what goes into the cookie, or on the way to it. */
export type SignInAnswer = { readonly body: Json; readonly opened: Opened | null };

/** How everybody comes in, whatever they came with. */
@Injectable()
export class Entry {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly sessions: Sessions,
    private readonly once: Once,
    private readonly rows: Rows,
    private readonly presented: Presented,
  ) {}

  /** In, or to the second factor, where there is or must be one. */
  async proceed(call: Call, userId: string, state: UserState, method: SignedInHow['method']): Promise<SignInAnswer> {
    const isRequired = this.isRequiredOf(userId);
    if (!hasSecondStep(state) && !isRequired) return this.open(call, userId, { method, secondFactor: null });
    const second_factor = {
      token: this.once.wait(userId, method, state.credentialId ?? ''),
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

  async open(call: Call, userId: string, how: SignedInHow, more: object = {}): Promise<SignInAnswer> {
    return this.answer(await this.sessions.open(call, userId, how), more);
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
    private readonly commands: Commands,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
    private readonly entry: Entry,
    private readonly later: Later,
  ) {}

  async execute({ email, password, call }: SignIn): Promise<SignInAnswer> {
    await this.attempts.admit(email, call.ip);
    const userId = await this.credentials.userIdOf(email);
    const state = await this.credentials.stateOf(userId ?? NOBODY);
    const matches = await this.credentials.matches(userId ?? NOBODY, state, password);
    if (userId === null || !matches) {
      await this.attempts.failed(email, call.ip);
      this.later.after(call, () => this.note(call, userId));
      throw new Problem('INVALID_CREDENTIALS');
    }
    if (state.status !== 'active' || !this.installation.access.user(userId)) throw new Problem('ACCOUNT_INACTIVE');
    await this.attempts.succeeded(email, call.ip);
    this.later.after(call, () => this.credentials.renew(userId, state, password));
    return this.entry.proceed(call, userId, state, 'password');
  }

  /** Refusals that no event has told yet, by user: an event a minute tells how many. */
  private readonly refusals = new Map<string, number>();

  private async note(call: Call, userId: string | null): Promise<void> {
    if (userId === null) return;
    const count = (this.refusals.get(userId) ?? 0) + 1;
    this.refusals.set(userId, count);
    const person = this.installation.access.user(userId);
    const tenant = this.commands.tenantOf(person ?? { firmId: null, clientId: null });
    const command = { type: 'RefuseSignIn', data: { count } } as const;
    const done = await this.commands.submit(user, userId, command, call, tenant, askedOnce());
    if (done.position !== null) this.refusals.delete(userId);
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
    private readonly entry: Entry,
  ) {}

  async execute({ cookie, call }: RefreshSession): Promise<SignInAnswer> {
    return this.entry.answer(await this.sessions.refresh(call, cookie));
  }
}
