import { z } from 'zod';
import { endpoint, IdParam, oneOf } from '../endpoint';
import { aName, TotpCode, TypedPassword } from './identity.values';
import { TwoStep } from './identity.view';

/** What a browser's authenticator says; its library checks it. */
export const Credential = z.looseObject({ id: z.string().max(2048) });
export const Options = z.object({ options: z.record(z.string(), z.unknown()) });
/** Shown once, never again. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
/** Changing what protects an account takes its password again. */
const WithPassword = z.strictObject({ current_password: TypedPassword });

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
    reply: z.object({ secret: z.string(), uri: z.string() }),
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
    body: z.strictObject({ name: aName(100), credential: Credential }),
    status: 201,
    reply: oneOf('two_step', TwoStep).extend({ recovery_codes: z.array(z.string()).optional() }),
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
