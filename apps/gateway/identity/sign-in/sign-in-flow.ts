import { Inject, Injectable } from '@nestjs/common';
import { hasSecondStep, type UserState } from '@dosar/domain/identity/user-state';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Json } from '../../platform/http/json';
import { OneTimeTokens } from './one-time-tokens';
import { isSecondStepRequired } from '../two-step/second-step-rule';
import { Sessions, type Opened, type Proven } from './sessions';
import { UserPresenter } from '../accounts/user-presenter';

/** The answer to a sign-in: signed in, with the cookie's content, or waiting for the second factor. */
export type SignInAnswer = { readonly body: Json; readonly opened: Opened | null };

/** The steps after the first factor, whichever it was. */
@Injectable()
export class SignInFlow {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly sessions: Sessions,
    private readonly tokens: OneTimeTokens,
    private readonly presented: UserPresenter,
  ) {}

  /** Opens a session, or asks for the second factor where there is or must be one. */
  async proceed(call: Call, state: UserState, proven: Omit<Proven, 'secondFactor'>): Promise<SignInAnswer> {
    const { userId, method, credentialId } = proven;
    if (!hasSecondStep(state) && !isSecondStepRequired(this.installation, userId))
      return this.open(call, { ...proven, secondFactor: null });
    const second_factor = {
      token: this.tokens.wait(userId, method, credentialId),
      methods: [
        ...(state.totp ? ['totp'] : []),
        ...(state.passkeys.length > 0 ? ['passkey'] : []),
        ...(hasSecondStep(state) ? ['recovery'] : []),
      ],
      setup_required: !hasSecondStep(state),
    };
    return { body: new Json(JSON.stringify({ second_factor })), opened: null };
  }

  async open(call: Call, proven: Proven, more: object = {}): Promise<SignInAnswer> {
    return this.answer(await this.sessions.open(call, proven), more);
  }

  /** The token, its expiry, and the user. */
  async answer(opened: Opened, more: object = {}): Promise<SignInAnswer> {
    const { token, expiresAt, userId, only } = opened;
    const shown = await this.presented.ofId(userId);
    const body = { token, expires_at: expiresAt.toISOString(), user: shown, ...(only && { only }), ...more };
    return { body: new Json(JSON.stringify(body)), opened };
  }
}
