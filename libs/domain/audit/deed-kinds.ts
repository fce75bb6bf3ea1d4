import type { DeedKind } from '@dosar/contracts';

/**
 * What an event says of the deed that it belongs to. `thing`: an act, and what it was done to holds others; `act`: somebody
 * did it; `course`: how an operation went; `effect`: what followed by itself; `bookkeeping`: nobody looks for it.
 */
export const WEIGHTS = ['thing', 'act', 'course', 'effect', 'bookkeeping'] as const;
export type Weight = (typeof WEIGHTS)[number];

type Types = Readonly<Partial<Record<Weight, string>>>;

/** Every type of event, by what it is about and how much it says. */
const TYPES: Readonly<Record<DeedKind, Types>> = {
  files: {
    thing: 'FolderCreated FolderRenamed FolderMoved FolderDeleted FolderRestored',
    act: `FileUploaded FileRenamed FileMoved FileDeleted FileRestored FileNoteAdded FileReadingRetried
      FileProcessStateChanged FileAccountingStatusChanged FileFieldsChanged FileTagsChanged`,
    course: 'BulkStarted BulkCancelled BulkFinished',
    effect: 'FolderCarried FileCarried FileNoteCarried',
    bookkeeping: 'BulkProgressed',
  },
  conversations: {
    act: 'MessageSent MessageEdited MessageDeleted MessageRestored ReactionAdded ReactionRemoved',
    effect: 'ConversationOpened ParticipantAdded ParticipantRemoved',
    bookkeeping: 'ReadUpTo DeliveredUpTo',
  },
  people: {
    thing: 'FirmRegistered FirmDetailsChanged FirmDeleted ClientRegistered ClientDetailsChanged ClientDeleted',
    act: `UserRegistered UserInvited UserProfileChanged UserEmailChanged UserRoleChanged UserMembershipChanged
      UserActivated UserDeactivated UserDeleted AccountantAssigned AccountantUnassigned
      AuditorAppointed MandateProlonged MandateEnded`,
    effect: 'ClientUserLinked ClientUserUnlinked',
  },
  access: {
    act: `SignedIn SignedOut SessionRevoked AllSessionsRevoked PasswordChanged PasswordResetRequested
      PasswordResetCompleted TwoStepEnabled TwoStepDisabled RecoveryCodesRenewed RecoveryCodeUsed PasskeyAdded
      PasskeyRemoved InvitationLinkShown SignInLinkSent SignInRefused AccessRefused`,
    effect: 'AlarmRaised',
    bookkeeping: 'SessionSeen',
  },
  reads: { act: 'FileDownloaded FilePreviewed AuditViewed AuditExported ListExported ViewedAs RecordsViewed' },
  searches: { act: 'SearchRecorded SearchHistoryCleared SearchSaved SavedSearchDeleted' },
  settings: { act: 'SettingsChanged PreferencesChanged NotificationPreferencesChanged ClientsPinned' },
  notifications: {
    effect: 'LetterSent DigestSent',
    bookkeeping: 'NotificationRaised NotificationRead AllNotificationsRead NotificationDeleted',
  },
  system: { act: 'InstallationFounded FormatsChanged SoftwareStarted OperatorActed LogAccepted' },
};

export type Place = { readonly kind: DeedKind; readonly weight: Weight };

export const DEED_PLACES: ReadonlyMap<string, Place> = new Map(
  (Object.entries(TYPES) as [DeedKind, Types][]).flatMap(([kind, byWeight]) =>
    (Object.entries(byWeight) as [Weight, string][]).flatMap(([weight, types]) =>
      types.split(/\s+/).map((type) => [type, { kind, weight }] as const),
    ),
  ),
);

/** Of a type that this version does not know, only that it is there. */
const UNKNOWN: Place = { kind: 'system', weight: 'effect' };

export const kindTerm = (kind: DeedKind): string => `kind_${kind}`;
export const placeOf = (type: string): Place => DEED_PLACES.get(type) ?? UNKNOWN;
export const weightOf = (type: string): number => WEIGHTS.indexOf(placeOf(type).weight);
/** Whether somebody looks for it by itself. */
export const isSaid = (type: string): boolean => placeOf(type).weight !== 'bookkeeping';
