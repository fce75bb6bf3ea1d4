import type { Message } from '@dosar/kernel';
import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  DEFAULT_PREFERENCES,
  type Language,
  type NotificationPreferences,
  type NotificationPreferencesChange,
  type Preferences,
  type Role,
  type UserStatus,
} from '@dosar/contracts';
import type { LetterKind, UserEvent } from './user.events';

/** A sent and unused link: its request, and when. */
type SentLink = { readonly requestId: string; readonly at: string };

export type UserState = {
  /** True also after a deletion: an id is used once. */
  readonly isRegistered: boolean;
  /** null: never registered, or deleted. */
  readonly role: Role | null;
  readonly status: UserStatus;
  readonly firmId: string | null;
  /** The companies of a client's user. */
  readonly clientIds: readonly string[];
  /** Null once they are erased. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Id of the password's hash in the vault. */
  readonly credentialId: string | null;
  readonly invitation: SentLink | null;
  readonly reset: SentLink | null;
  readonly signInLink: SentLink | null;
  readonly totp: boolean;
  readonly passkeys: readonly { readonly id: string; readonly name: string | null; readonly at: string }[];
  readonly preferences: Preferences;
  readonly notifications: NotificationPreferences;
  readonly pinned: readonly string[];
  readonly refusedAt: string | null;
  /** The events of the last days for which a letter was sent, and when. */
  readonly letters: Readonly<Record<string, string>>;
};

export const nobody: UserState = {
  isRegistered: false,
  role: null,
  status: 'inactive',
  firmId: null,
  clientIds: [],
  name: null,
  email: null,
  phone: null,
  credentialId: null,
  invitation: null,
  reset: null,
  signInLink: null,
  totp: false,
  passkeys: [],
  preferences: DEFAULT_PREFERENCES,
  notifications: DEFAULT_NOTIFICATION_PREFERENCES,
  pinned: [],
  refusedAt: null,
  letters: {},
};

/** The data of each command, by name. */
type Commands = {
  readonly RegisterUser: PersonalDetails & {
    readonly role: Role;
    readonly firmId: string | null;
    readonly clientIds: readonly string[];
    readonly credentialId: string | null;
    readonly language: Language;
  };
  readonly InviteUser: { readonly language: Language };
  readonly ShowInvitationLink: Record<never, never>;
  readonly AcceptInvitation: { readonly requestId: string; readonly credentialId: string };
  readonly ChangeUser: Partial<PersonalDetails> & {
    readonly role?: Role;
    readonly firmId?: string | null;
    readonly clientIds?: readonly string[];
    readonly status?: UserStatus;
    readonly credentialId?: string;
    readonly twoStepEnds?: boolean;
    /** The clients an accountant is assigned to: a change of role or firm ends that. */
    readonly assignments: readonly string[];
    readonly anotherStays: boolean;
  };
  readonly DeleteUser: { readonly assignments: readonly string[]; readonly anotherStays: boolean };
  readonly ChangeProfile: {
    readonly name?: string;
    readonly phone?: string | null;
    readonly preferences?: Partial<Preferences>;
    readonly pinned?: readonly string[];
  };
  readonly ChangeNotifications: NotificationPreferencesChange;
  readonly NoteLetter: { readonly cause: string; readonly kind: LetterKind };
  readonly ChangePassword: {
    readonly credentialId: string;
    readonly sessionId: string;
    /** The credential that was proven: it must still be the account's. */
    readonly shownId: string | null;
  };
  readonly RequestReset: { readonly language: Language };
  readonly CompleteReset: { readonly requestId: string; readonly credentialId: string };
  readonly SendSignInLink: { readonly language: Language };
  readonly RevokeAllSessions: Record<never, never>;
  readonly RefuseSignIn: { readonly count: number };
  readonly EnableTotp: { readonly codes: number };
  readonly DisableTotp: { readonly mustKeepOne: boolean };
  readonly AddPasskey: { readonly passkeyId: string; readonly name: string; readonly codes: number };
  readonly RemovePasskey: { readonly passkeyId: string; readonly mustKeepOne: boolean };
  readonly RenewRecoveryCodes: { readonly codes: number };
  readonly UseRecoveryCode: { readonly left: number };
};
type PersonalDetails = { readonly name: string; readonly email: string; readonly phone: string | null };

export type UserCommand = { [T in keyof Commands]: Message<T, Commands[T]> }[keyof Commands];
export type CommandOf<T extends keyof Commands> = Extract<UserCommand, { type: T }>;
export type EventOf<T extends UserEvent['type']> = Extract<UserEvent, { type: T }>;

export type UserRefusal =
  | 'user/unknown'
  | 'user/password-over'
  | 'user/link-over'
  | 'user/accepted'
  | 'user/administrator'
  | 'user/no-second-step'
  | 'user/last-second-step'
  | 'user/passkeys';

const MINUTE = 60_000;
/** How long links are valid. */
export const LINKS = { invitation: 7 * 24 * 60 * MINUTE, reset: 60 * MINUTE, sign_in: 15 * MINUTE } as const;

export const hasSecondStep = ({ totp, passkeys }: Pick<UserState, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys.length > 0;

/** Accountants have a firm, clients' users have companies. */
export const placeOf = (role: Role, { firmId, clientIds }: Pick<UserState, 'firmId' | 'clientIds'>) => ({
  firmId: role === 'accountant' ? firmId : null,
  clientIds: role === 'user' ? [...new Set(clientIds)].sort() : [],
});

/** Whether an account counts as an administrator: the last one cannot be removed. */
export const isAdministrator = ({ role, status }: { readonly role: Role | null; readonly status: string }): boolean =>
  role === 'admin' && status === 'active';

/** The newest unused link of a kind. */
export const linkOf = ({ invitation, reset, signInLink }: UserState, kind: keyof typeof LINKS): SentLink | null =>
  ({ invitation, reset, sign_in: signInLink })[kind];

/** Whether a link is the newest of its kind, unused, and not expired. */
export const isOpen = (sent: SentLink | null, requestId: string, within: number, now: string): boolean =>
  sent !== null && sent.requestId === requestId && Date.parse(now) - Date.parse(sent.at) < within;

export const readerOf = ({ name, email }: UserState, language: Language) => ({ name, email, language });
