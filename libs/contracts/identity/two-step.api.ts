import { z } from 'zod';
import { endpoint, IdParam, oneOf } from '../endpoint';
import { aName, TotpCode, TypedPassword } from './identity.values';
import { TwoStep } from './identity.view';

/** What a browser's authenticator says; its library checks it. */
export const Credential = z.looseObject({ /** The id of the passkey. */ id: z.string().max(2048) });
/** What the browser's own call for passkeys is given. */
export const Options = z.object({
  /** What the browser's own call for passkeys is given, as WebAuthn has it. */
  options: z.record(z.string(), z.unknown()),
});
/** Shown once, never again. */
export const RecoveryCodes = z.object({
  /** Ten codes, each good once, for whoever has lost the device. */
  recovery_codes: z.array(z.string()),
});
/** Changing what protects an account takes its password again. */
const WithPassword = z.strictObject({ /** The password of the own account. */ current_password: TypedPassword });

/** What the own account has beside its password. */
export const twoStepCalls = {
  twoStep: endpoint({
    method: 'GET',
    path: '/auth/two-step',
    summary: 'What the own account has beside its password.',
    isTagged: true,
    status: 200,
    reply: oneOf('two_step', TwoStep),
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/auth/two-step/totp',
    summary: 'A new secret for an authenticator; nothing changes until its first code.',
    body: WithPassword,
    status: 200,
    reply: z.object({
      /** The secret of the authenticator, to be typed in. */
      secret: z.string(),
      /** The same secret as an address, which is shown as a QR code. */
      uri: z.string(),
    }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/auth/two-step/totp/confirm',
    summary: 'The first code: turns the authenticator on, and gives recovery codes with the first factor.',
    body: z.strictObject({ code: TotpCode }),
    status: 200,
    reply: RecoveryCodes.partial(),
  }),
  endTotp: endpoint({
    method: 'POST',
    path: '/auth/two-step/totp/disable',
    summary: 'Turns the authenticator off.',
    body: WithPassword,
    status: 204,
    refuses: ['ACCESS_DENIED'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/two-step/recovery-codes',
    summary: 'New recovery codes; those before no longer work.',
    body: WithPassword,
    status: 200,
    reply: RecoveryCodes,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/auth/two-step/passkeys/options',
    summary: 'What the browser needs to make a passkey.',
    body: WithPassword,
    status: 200,
    reply: Options,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/auth/two-step/passkeys',
    summary: 'Keeps a passkey that the browser has made.',
    body: z.strictObject({
      /** What the person calls the passkey. */
      name: aName(100),
      /** What the browser answered. */
      credential: Credential,
    }),
    status: 201,
    reply: oneOf('two_step', TwoStep).extend({
      /** With the first factor of an account: ten codes, each good once. */
      recovery_codes: z.array(z.string()).optional(),
    }),
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/auth/two-step/passkeys/:id/remove',
    summary: 'Forgets a passkey.',
    params: IdParam,
    body: WithPassword,
    status: 204,
    refuses: ['ACCESS_DENIED'],
  }),
};
