import { z } from 'zod';
import { endpoint, Instant, oneOf } from '../endpoint';
import { Email, TypedPassword } from './identity.values';
import { User } from './identity.view';

export const FEATURES = [
  'chat',
  'file_manager',
  'notifications',
  'bulk_operations',
  'zip_extraction',
  'message_edit',
  'message_delete',
  'file_notes',
  'audit',
] as const;
export const Feature = z.enum(FEATURES);
export type Feature = z.infer<typeof Feature>;

export const SignedIn = z.object({ token: z.string(), expires_at: Instant, user: User });
export type SignedIn = z.infer<typeof SignedIn>;

/** What an access token says. The role is for show: what counts is what the user is now. */
export const TokenPayload = z.object({ user_id: z.string(), role: z.string(), exp: z.int(), sid: z.string() });

export const Me = User.extend({ features: z.array(Feature) });
export type Me = z.infer<typeof Me>;

export const authApi = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs in. An unknown e-mail and a wrong password have the same answer.',
    body: z.strictObject({ email: Email, password: TypedPassword }),
    status: 200,
    reply: SignedIn,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'A new access token for the refresh cookie, which is replaced.',
    status: 200,
    reply: SignedIn,
  }),
  logout: endpoint({ method: 'POST', path: '/auth/logout', summary: 'Ends this session.', status: 204 }),
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'Who is signed in.',
    status: 200,
    reply: oneOf('user', Me),
    view: 'users',
  }),
};
