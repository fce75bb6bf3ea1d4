import { z } from 'zod';
import { endpoint, IdParam, Instant, listOf, oneOf } from '../endpoint';
import { ClientId } from '../ids';
import { Feature } from '../features';
import { rule } from '../rules';
import {
  Email,
  FactorMethod,
  Password,
  PASSWORD,
  PEOPLE_LIMITS,
  PersonName,
  PhoneOrNone,
  Preferences,
  TotpCode,
  TypedPassword,
} from './identity.values';
import { Named, OnlyHealth, Session, Settings, User } from './identity.view';
import { Credential, Options, RecoveryCodes, twoStepCalls } from './two-step.api';

export const SignedIn = z.object({ token: z.string(), expires_at: Instant, user: User, only: OnlyHealth });
export type SignedIn = z.infer<typeof SignedIn>;

/** The password was right; now a second proof is asked for, or must first be set up. */
export const SecondFactor = z.object({
  second_factor: z.object({
    token: z.string(),
    methods: z.array(FactorMethod),
    /** The administrator asks for a second step, and this account has none yet. */
    setup_required: z.boolean(),
  }),
});
export type SecondFactor = z.infer<typeof SecondFactor>;
export const SignInReply = z.union([SignedIn, SecondFactor]);

export const Me = User.extend({
  features: z.array(Feature),
  /** Clients that the caller keeps at hand, in their order. */
  pinned_clients: z.array(ClientId),
  settings: Settings,
  /** The accounting firm: an accountant's own, or that of a user's client. */
  firm: Named.nullable(),
  /** Whether a public register of companies can be asked. */
  company_lookup: z.boolean(),
});
export type Me = z.infer<typeof Me>;

const NewPassword = { password: Password, password_confirmation: z.string().max(PASSWORD.max) };
const same = (body: { password: string; password_confirmation: string }) =>
  body.password === body.password_confirmation;
const mustBeSame = { ...rule('passwords_differ'), path: ['password_confirmation'] };

/** What a link in an e-mail carries. */
const LinkToken = z.string().min(1).max(1024);
const TokenParam = z.object({ token: LinkToken });

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
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'The second proof of a sign-in: a code of the authenticator, a recovery code, or a passkey.',
    body: z.strictObject({
      token: LinkToken,
      method: FactorMethod,
      code: z.string().max(40).optional(),
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
    reply: z.object({ secret: z.string(), uri: z.string() }),
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
    body: z.strictObject({ current_password: TypedPassword, new_password: Password }),
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
    reply: z.object({ valid: z.literal(true) }),
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
    reply: z.object({ valid: z.literal(true), name: z.string().nullable(), email: z.string().nullable() }),
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
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'Who is signed in.',
    status: 200,
    reply: oneOf('user', Me),
    view: 'users',
  }),
  changeMe: endpoint({
    method: 'PATCH',
    path: '/users/me',
    summary: 'Changes the own name, phone and preferences; the e-mail is the administrator’s to change.',
    body: z
      .strictObject({
        name: PersonName,
        phone: PhoneOrNone,
        preferences: Preferences.partial(),
        pinned_clients: z.array(ClientId).max(PEOPLE_LIMITS.pinned),
      })
      .partial(),
    status: 200,
    reply: oneOf('user', Me),
  }),
};
