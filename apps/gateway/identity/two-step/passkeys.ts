import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { UserState } from '@dosar/domain/identity/user-state';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { OneTimeTokens } from '../sign-in/one-time-tokens';
import { Secrets } from '../accounts/secrets';

type Kept = {
  /** The authenticator's own id, base64url. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: WebAuthnCredential['transports'];
};
type Options = Record<string, unknown>;

/** Loaded for the first passkey: the library is large, and many installations have none. */
const webauthn = () => import('@simplewebauthn/server');

/** Passkeys (WebAuthn) for the site of the public address; the authenticator must verify its user. */
@Injectable()
export class Passkeys {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly secrets: Secrets,
    private readonly tokens: OneTimeTokens,
  ) {}

  /** The options with which a browser creates one. */
  async offer(userId: string, { email, name, passkeys }: UserState): Promise<Options> {
    const kept = await this.keptOf(userId, passkeys);
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: 'Dosar',
      rpID: this.site.hostname,
      userName: email ?? userId,
      userDisplayName: name ?? '',
      userID: new TextEncoder().encode(userId),
      excludeCredentials: kept.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    await this.tokens.challenge(`passkey/${userId}`, options.challenge);
    return options as unknown as Options;
  }

  /** Stores a created passkey under this id. @returns false when it does not answer the challenge. */
  async accept(userId: string, passkeyId: string, credential: object): Promise<boolean> {
    const expectedChallenge = await this.tokens.challenged(`passkey/${userId}`);
    if (expectedChallenge === null) return false;
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verified(() =>
      verifyRegistrationResponse({
        response: credential as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.hostname,
        requireUserVerification: true,
      }),
    );
    if (!registrationInfo) return false;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    const kept: Kept = { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    await this.secrets.put(userId, nameOf(passkeyId), kept);
    return true;
  }

  /** The options with which a browser asks for one of them, for a waiting sign-in. */
  async ask(waitingId: string, userId: string, { passkeys }: UserState): Promise<Options> {
    const kept = await this.keptOf(userId, passkeys);
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: this.site.hostname,
      allowCredentials: kept.map(({ id, transports }) => ({ id, transports })),
      userVerification: 'required',
    });
    await this.tokens.challenge(`sign-in/${waitingId}`, options.challenge);
    return options as unknown as Options;
  }

  /** Whether it is a response of one of them to the challenge; a counter must increase. */
  async matches(waitingId: string, userId: string, { passkeys }: UserState, credential: object): Promise<boolean> {
    const expectedChallenge = await this.tokens.challenged(`sign-in/${waitingId}`);
    if (expectedChallenge === null) return false;
    const { verifyAuthenticationResponse } = await webauthn();
    const response = credential as AuthenticationResponseJSON;
    for (const { id } of passkeys) {
      const held = await this.secrets.get<Kept>(userId, nameOf(id));
      if (held?.value.id !== response.id) continue;
      const { publicKey, counter, transports } = held.value;
      const { authenticationInfo } = await verified(() =>
        verifyAuthenticationResponse({
          response,
          expectedChallenge,
          expectedOrigin: this.site.origin,
          expectedRPID: this.site.hostname,
          credential: { id: held.value.id, publicKey: Buffer.from(publicKey, 'base64url'), counter, transports },
          requireUserVerification: true,
        }),
      );
      if (!authenticationInfo) return false;
      const next: Kept = { ...held.value, counter: authenticationInfo.newCounter };
      return this.secrets.replace(userId, nameOf(id), held, next);
    }
    return false;
  }

  forget(userId: string, passkeyId: string): Promise<void> {
    return this.secrets.remove(userId, nameOf(passkeyId));
  }

  private get site(): URL {
    return new URL(this.installation.config.publicUrl);
  }

  private async keptOf(userId: string, passkeys: UserState['passkeys']): Promise<Kept[]> {
    const held = await Promise.all(passkeys.map(({ id }) => this.secrets.get<Kept>(userId, nameOf(id))));
    return held.flatMap((each) => (each ? [each.value] : []));
  }
}

const nameOf = (passkeyId: string) => `passkey/${passkeyId}`;

/** The library throws for malformed input and returns false for a mismatch: both are a refusal. */
const verified = async <T extends { readonly verified: boolean }>(verify: () => Promise<T>): Promise<Partial<T>> => {
  try {
    const result = await verify();
    return result.verified ? result : {};
  } catch {
    return {};
  }
};
