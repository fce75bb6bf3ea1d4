import { z } from 'zod';
import { endpoint, IdParam, Instant, listOf } from '../endpoint';
import { rule } from '../rules';
import { Email, FactorMethod, Password, PASSWORD, TotpCode, TypedPassword } from './identity.values';
import { OnlyHealth, Session, User } from './identity.view';
import { meCalls } from './me.api';
import { Credential, Options, RecoveryCodes, twoStepCalls } from './two-step.api';

/** A session that has begun. */
export const SignedIn = z.object({
  /** The access token: `Authorization: Bearer <token>` on every later call. */
  token: z.string(),
  /** When the token ends; `POST /auth/refresh` gives another. */
  expires_at: Instant,
  /** Who has signed in. */
  user: User,
  only: OnlyHealth,
});
export type SignedIn = z.infer<typeof SignedIn>;

/** The password was right; now a second proof is asked for, or must first be set up. */
export const SecondFactor = z.object({
  /** What is asked for before the session begins. */
  second_factor: z.object({
    /** What the second proof is sent with. */
    token: z.string(),
    /** How the account can prove who it is. */
    methods: z.array(FactorMethod),
    /** The administrator asks for a second step, and this account has none yet. */
    setup_required: z.boolean(),
  }),
});
export type SecondFactor = z.infer<typeof SecondFactor>;
export const SignInReply = z.union([SignedIn, SecondFactor]);

const NewPassword = {
  /** The password that is chosen. */
  password: Password,
  /** The same password once more. */
  password_confirmation: z.string().max(PASSWORD.max),
};
const same = (body: { password: string; password_confirmation: string }) =>
  body.password === body.password_confirmation;
const mustBeSame = { ...rule('passwords_differ'), path: ['password_confirmation'] };

/** What a link in an e-mail carries. */
const LinkToken = z.string().min(1).max(1024);
const TokenParam = z.object({ /** The token of the link, from the letter. */ token: LinkToken });

export const authApi = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs in. An unknown e-mail and a wrong password have the same answer.',
    body: z.strictObject({ email: Email, password: TypedPassword }),
    status: 200,
    reply: SignInReply,
    refuses: ['INVALID_CREDENTIALS', 'ACCOUNT_INACTIVE', 'TOO_MANY_REQUESTS'],
    cookie: 'given',
  }),
  secondFactor: endpoint({
    /** How it is proved this time. */
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'The second proof of a sign-in: a code of the authenticator, a recovery code, or a passkey.',
    body: z.strictObject({
      /** The token from the answer to the password. */
      token: LinkToken,
      method: FactorMethod,
      /** Of an authenticator or a recovery code: what the person typed. */
      code: z.string().max(40).optional(),
      /** Of a passkey: what the browser answered. */
      credential: Credential.optional(),
    }),
    status: 200,
    reply: SignedIn,
    refuses: ['SECOND_FACTOR_INVALID', 'TOO_MANY_REQUESTS'],
    cookie: 'given',
  }),
  secondFactorOptions: endpoint({
    method: 'POST',
    path: '/auth/second-factor/passkey-options',
    summary: 'What the browser needs to ask for a passkey.',
    body: z.strictObject({ token: LinkToken }),
    status: 200,
    reply: Options,
    refuses: ['SECOND_FACTOR_INVALID'],
  }),
  secondFactorSetup: endpoint({
    method: 'POST',
    path: '/auth/second-factor/setup',
    summary: 'A new secret for an account that must have a second step before it signs in.',
    body: z.strictObject({ token: LinkToken }),
    status: 200,
    reply: z.object({
      /** The secret of the authenticator, to be typed in. */
      secret: z.string(),
      /** The same secret as an address, which is shown as a QR code. */
      uri: z.string(),
    }),
    refuses: ['SECOND_FACTOR_INVALID'],
  }),
  secondFactorConfirm: endpoint({
    method: 'POST',
    path: '/auth/second-factor/confirm',
    summary: 'The first code of that secret: turns the second step on and signs in.',
    body: z.strictObject({ token: LinkToken, code: TotpCode }),
    status: 200,
    reply: SignedIn.extend(RecoveryCodes.shape),
    refuses: ['SECOND_FACTOR_INVALID', 'TOO_MANY_REQUESTS'],
    cookie: 'given',
  }),
  requestLink: endpoint({
    method: 'POST',
    path: '/auth/sign-in-link',
    summary: 'Mails a link that signs a client’s user in; the answer is the same for everybody.',
    body: z.strictObject({ email: Email }),
    status: 202,
  }),
  useLink: endpoint({
    method: 'POST',
    path: '/auth/sign-in-link/use',
    summary: 'Signs in with a link from an e-mail, once.',
    body: z.strictObject({ token: LinkToken }),
    status: 200,
    reply: SignInReply,
    refuses: ['RESET_LINK_INVALID'],
    cookie: 'given',
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'A new access token for the refresh cookie, which is replaced.',
    status: 200,
    reply: SignedIn,
    refuses: ['AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED', 'ACCOUNT_INACTIVE', 'ACCESS_DENIED'],
    cookie: 'replaced',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends this session.',
    status: 204,
    cookie: 'taken away',
  }),
  logoutAll: endpoint({
    method: 'POST',
    path: '/auth/logout-all',
    summary: 'Ends every session, this one included.',
    status: 204,
    cookie: 'taken away',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Changes the own password and ends all other sessions.',
    body: z.strictObject({
      /** The password that the account has now. */
      current_password: TypedPassword,
      /** The password that it is to have. */
      new_password: Password,
    }),
    status: 204,
    refuses: ['CONFLICT', 'TOO_MANY_REQUESTS'],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Mails a link to choose a new password; the answer is the same for everybody.',
    body: z.strictObject({ email: Email }),
    status: 202,
  }),
  checkReset: endpoint({
    method: 'GET',
    path: '/auth/reset-password/:token',
    summary: 'Whether a link can still be used.',
    params: TokenParam,
    status: 200,
    reply: z.object({
      /** The link can be used: one that cannot is 410. */
      valid: z.literal(true),
      /** The address that they sign in with. */
      email: z.string().nullable(),
    }),
    refuses: ['RESET_LINK_INVALID'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Chooses a new password with a link and ends all sessions.',
    body: z.strictObject({ token: LinkToken, ...NewPassword }).refine(same, mustBeSame),
    status: 204,
    refuses: ['RESET_LINK_INVALID'],
  }),
  checkInvitation: endpoint({
    method: 'GET',
    path: '/auth/invitation/:token',
    summary: 'Whom an invitation is for.',
    params: TokenParam,
    status: 200,
    reply: z.object({
      /** The invitation can be followed: one that cannot is 410. */
      valid: z.literal(true),
      /** Whom it is for. */
      name: z.string().nullable(),
      /** The address that they will sign in with. */
      email: z.string().nullable(),
    }),
    refuses: ['RESET_LINK_INVALID'],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation',
    summary: 'Chooses the first password of an account.',
    body: z.strictObject({ token: LinkToken, ...NewPassword }).refine(same, mustBeSame),
    status: 204,
    refuses: ['RESET_LINK_INVALID'],
  }),
  requestInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation/again',
    summary: 'Mails another invitation to whom one was sent that is over; the answer is the same for everybody.',
    body: z.strictObject({ token: LinkToken }),
    status: 202,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'The devices that are signed in.',
    status: 200,
    reply: listOf('sessions', Session),
    view: 'sessions',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'Signs one of the own devices out.',
    params: IdParam,
    status: 204,
  }),
  ...twoStepCalls,
  ...meCalls,
};
