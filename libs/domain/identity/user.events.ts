import { z } from 'zod';
import { events, internal, personal, shape, WHOLE, type EventOf } from '@dosar/kernel';
import { FirmId, Id, Language, NotificationPreferences, Preferences, Role } from '../event-values';
import { change } from '../change';

const name = personal('name', z.string());
const contact = personal('contact', z.string());

/** The recipient of a letter, and its language. */
const Reader = z.object({ name, email: contact, language: Language });
/** A mailed link; its token contains the request's id. */
const Link = Reader.extend({ requestId: internal(Id) });

const ids = z.array(Id);

export const LetterKind = z.enum(['invitation', 'reset', 'sign_in', 'changed']);
export type LetterKind = z.infer<typeof LetterKind>;

/** The account's data, which ends as a whole. */
export const userKey = (id: string): string => `user:${id}/${WHOLE}`;

export const UserEvents = events(
  'user',
  {
    UserRegistered: shape(
      z.object({ role: Role, firmId: FirmId.nullable(), clientIds: ids, name, email: contact, phone: contact }),
    ),
    UserInvited: shape(Link),
    /** Somebody was shown the link of the invitation, to hand it over themselves; the link is nowhere in the log. */
    InvitationLinkShown: shape(z.object({})),
    UserProfileChanged: shape(z.object({ name: change(name).optional(), phone: change(contact).optional() })),
    UserEmailChanged: shape(change(contact)),
    /** An accountant who changes role or firm loses their assignments. */
    UserRoleChanged: shape(
      z.object({ from: Role, to: Role, firmId: change(FirmId.nullable()), assignmentsEnded: ids }),
    ),
    /** The companies of a client's user: rights follow from this alone. */
    UserMembershipChanged: shape(z.object({ clientIds: change(ids) })),
    UserActivated: shape(z.object({})),
    UserDeactivated: shape(z.object({})),
    UserDeleted: shape(z.object({ role: Role, firmId: FirmId.nullable(), clientIds: ids, assignmentsEnded: ids })),
    /** The letter caused by the event `cause` was sent. */
    LetterSent: shape(z.object({ cause: Id, kind: LetterKind })),

    /** A credential is valid only while the newest of these names it. */
    PasswordChanged: shape(
      z.object({
        credentialId: internal(Id),
        by: z.enum(['self', 'administrator', 'reset', 'invitation']),
        /** The recipient of a notice, in case somebody else did it; none for a first password. */
        told: internal(Reader.optional()),
      }),
    ),
    PasswordResetRequested: shape(Link),
    PasswordResetCompleted: shape(z.object({ requestId: internal(Id) })),

    TwoStepEnabled: shape(z.object({ method: z.enum(['totp']) })),
    TwoStepDisabled: shape(z.object({ method: z.enum(['totp']) })),
    RecoveryCodesRenewed: shape(z.object({ count: z.int() })),
    RecoveryCodeUsed: shape(z.object({ left: z.int() })),
    PasskeyAdded: shape(z.object({ passkeyId: Id, name })),
    PasskeyRemoved: shape(z.object({ passkeyId: Id, name })),

    SignInLinkSent: shape(Link),
    /** `count`: the number since the last of these. The first is written at once, then at most one an hour. */
    SignInRefused: shape(z.object({ count: z.int() })),
    AllSessionsRevoked: shape(z.object({ exceptSessionId: Id.nullable() })),
    PreferencesChanged: shape(change(Preferences)),
    NotificationPreferencesChanged: shape(change(NotificationPreferences)),
    ClientsPinned: shape(change(ids)),
  },
  userKey,
);
export type UserEvent = EventOf<typeof UserEvents>;
