import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { users } from '@dosar/domain/identity/users.projector';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Json } from '../platform/json';
import { Problem } from '../platform/problem';
import { Rows } from '../platform/rows';
import { Attempts } from './attempts';
import { Credentials } from './credentials';
import { Presence } from './presence';
import { Sessions, type Opened } from './sessions';

export type SignedInReply = { readonly body: Json; readonly opened: Opened };

/** The answer to everything that signs in: token, its end, and who it is. */
@Injectable()
export class SignedIn {
  constructor(
    private readonly rows: Rows,
    private readonly presence: Presence,
  ) {}

  async of(opened: Opened): Promise<SignedInReply> {
    const user = this.presence.shown((await this.rows.must(users, opened.userId)).json);
    const { token, expiresAt } = opened;
    const body = `{"token":${JSON.stringify(token)},"expires_at":${JSON.stringify(expiresAt.toISOString())},"user":${user}}`;
    return { body: new Json(body), opened };
  }
}

export class SignIn extends Command<SignedInReply> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly credentials: Credentials,
    private readonly attempts: Attempts,
    private readonly sessions: Sessions,
    private readonly reply: SignedIn,
  ) {}

  async execute({ email, password, call }: SignIn): Promise<SignedInReply> {
    await this.attempts.admit(email, call.ip);
    const userId = await this.credentials.userIdOf(email);
    const state = userId === null ? null : await this.credentials.stateOf(userId);
    const matches = await this.credentials.matches(userId, state, password);
    if (userId === null || !matches) {
      await this.attempts.failed(email, call.ip);
      throw new Problem('INVALID_CREDENTIALS');
    }
    if (state?.status !== 'active' || !this.installation.access.user(userId)) throw new Problem('ACCOUNT_INACTIVE');
    await this.attempts.succeeded(email, call.ip);
    return this.reply.of(await this.sessions.open(call, userId, 'password'));
  }
}

export class RefreshSession extends Command<SignedInReply> {
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
    private readonly reply: SignedIn,
  ) {}

  async execute({ cookie, call }: RefreshSession): Promise<SignedInReply> {
    return this.reply.of(await this.sessions.refresh(call, cookie));
  }
}
