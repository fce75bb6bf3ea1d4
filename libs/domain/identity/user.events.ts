import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Id, Language, Preferences, Role } from '@dosar/contracts';
import { change } from '../change';

const text = personal(z.string());

/** Whom a letter goes to, and in which language. */
const Reader = z.object({ name: text, email: text, language: Language });
/** A link goes out to somebody; its token is made of the request. */
const Link = Reader.extend({ requestId: Id });

/** The clients that an accountant was assigned to, and is no longer. */
const clientIds = z.array(Id);

export const UserEvents = events(
  'user',
  {
    UserRegistered: shape(z.object({ role: Role, firmId: Id.nullable(), name: text, email: text, phone: text })),
    UserInvited: shape(Link),
    UserProfileChanged: shape(z.object({ name: change(text).optional(), phone: change(text).optional() })),
    UserEmailChanged: shape(change(text)),
    UserRoleChanged: shape(z.object({ from: Role, to: Role, firmId: change(Id.nullable()), clientIds })),
    UserActivated: shape(z.object({})),
    UserDeactivated: shape(z.object({})),
    UserDeleted: shape(z.object({ role: Role, clientIds })),

    /** A credential counts only while the newest of these names it. */
    PasswordChanged: shape(
      z.object({
        credentialId: Id,
        by: z.enum(['self', 'administrator', 'reset', 'invitation']),
        /** Who is told, since it may not have been they; nobody is told of a first password. */
        told: Reader.optional(),
      }),
    ),
    PasswordResetRequested: shape(Link),
    PasswordResetCompleted: shape(z.object({ requestId: Id })),

    TwoStepEnabled: shape(z.object({ method: z.enum(['totp']) })),
    TwoStepDisabled: shape(z.object({ method: z.enum(['totp']) })),
    RecoveryCodesRenewed: shape(z.object({ count: z.int() })),
    RecoveryCodeUsed: shape(z.object({ left: z.int() })),
    PasskeyAdded: shape(z.object({ passkeyId: Id, name: text })),
    PasskeyRemoved: shape(z.object({ passkeyId: Id, name: text })),

    SignInLinkSent: shape(Link),
    /** So many since the last of these; at most one a minute. */
    SignInRefused: shape(z.object({ count: z.int() })),
    AllSessionsRevoked: shape(z.object({ exceptSessionId: Id.nullable() })),
    PreferencesChanged: shape(change(Preferences)),
    ClientsPinned: shape(change(z.array(Id))),
  },
  (id) => `user:${id}`,
);
export type UserEvent = EventOf<typeof UserEvents>;
