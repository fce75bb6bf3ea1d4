import type { UndoNever } from '@dosar/contracts';
import type { InstallationEvent } from '@dosar/kernel';
import type { ConversationEvent } from '../conversations/conversation.events';
import type { MessageEvent } from '../conversations/message.events';
import type { ReaderEvent } from '../conversations/reader.events';
import type { BulkEvent } from '../files/bulk.events';
import type { DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import type { SessionEvent } from '../identity/session.events';
import type { SettingsEvent } from '../identity/settings.events';
import type { UserEvent } from '../identity/user.events';
import type { MandateEvent } from '../mandates/mandate.events';
import type { InboxEvent } from '../notifications/inbox.events';
import type { SearchEvent } from '../search/search.events';
import type { ReadsEvent } from './reads.events';

type EventType = (
  | InstallationEvent
  | ConversationEvent
  | MessageEvent
  | ReaderEvent
  | BulkEvent
  | DriveEvent
  | ClientEvent
  | FirmEvent
  | SessionEvent
  | SettingsEvent
  | MandateEvent
  | UserEvent
  | InboxEvent
  | SearchEvent
  | ReadsEvent
)['type'];

/** By which event something is undone, or why by none. */
export type UndoneBy = { readonly by: EventType } | { readonly why: UndoNever };

const by = (type: EventType): UndoneBy => ({ by: type });
const never = (why: UndoNever): UndoneBy => ({ why });

const access = never('access');
const read = never('read');
const letter = never('letter');
const refusal = never('refusal');
const mark = never('mark');
const follows = never('follows');
const bookkeeping = never('bookkeeping');
const installation = never('installation');
const erasure = never('erasure');
const elsewhere = never('elsewhere');

/** Of every event that there is: a dry run and the undoing itself ask nothing else. */
export const undoneBy: Readonly<Record<EventType, UndoneBy>> = {
  FolderCreated: by('FolderDeleted'),
  FolderRenamed: by('FolderRenamed'),
  FolderMoved: by('FolderMoved'),
  FolderDeleted: by('FolderRestored'),
  FolderRestored: by('FolderDeleted'),
  FileUploaded: by('FileDeleted'),
  FileRenamed: by('FileRenamed'),
  FileMoved: by('FileMoved'),
  FileDeleted: by('FileRestored'),
  FileRestored: by('FileDeleted'),
  FileProcessStateChanged: by('FileProcessStateChanged'),
  FileAccountingStatusChanged: by('FileAccountingStatusChanged'),
  FileFieldsChanged: by('FileFieldsChanged'),
  FileTagsChanged: by('FileTagsChanged'),
  FileNoteAdded: elsewhere,
  FileReadingRetried: bookkeeping,
  // they have made an erasure possible without loss
  FolderCarried: erasure,
  FileCarried: erasure,
  FileNoteCarried: erasure,

  BulkStarted: bookkeeping,
  BulkProgressed: bookkeeping,
  BulkCancelled: bookkeeping,
  BulkFinished: bookkeeping,

  MessageSent: by('MessageDeleted'),
  MessageEdited: by('MessageEdited'),
  MessageDeleted: by('MessageRestored'),
  MessageRestored: by('MessageDeleted'),
  ReactionAdded: by('ReactionRemoved'),
  ReactionRemoved: by('ReactionAdded'),
  ConversationOpened: follows,
  ParticipantAdded: follows,
  ParticipantRemoved: follows,
  ReadUpTo: mark,
  DeliveredUpTo: mark,

  NotificationRaised: follows,
  NotificationRead: mark,
  AllNotificationsRead: mark,
  NotificationDeleted: mark,
  DigestSent: letter,

  ClientRegistered: elsewhere,
  ClientDetailsChanged: elsewhere,
  ClientDeleted: elsewhere,
  // rights follow from what was changed of the user
  ClientUserLinked: follows,
  ClientUserUnlinked: follows,
  AccountantAssigned: elsewhere,
  AccountantUnassigned: elsewhere,
  FirmRegistered: elsewhere,
  FirmDetailsChanged: elsewhere,
  FirmDeleted: elsewhere,

  AuditorAppointed: elsewhere,
  MandateProlonged: elsewhere,
  MandateEnded: access,
  SettingsChanged: elsewhere,

  UserRegistered: elsewhere,
  UserInvited: letter,
  InvitationLinkShown: access,
  UserProfileChanged: elsewhere,
  UserEmailChanged: elsewhere,
  UserRoleChanged: elsewhere,
  UserMembershipChanged: elsewhere,
  UserActivated: elsewhere,
  UserDeactivated: elsewhere,
  UserDeleted: elsewhere,
  LetterSent: letter,
  PasswordChanged: access,
  PasswordResetRequested: access,
  PasswordResetCompleted: access,
  TwoStepEnabled: access,
  TwoStepDisabled: access,
  RecoveryCodesRenewed: access,
  RecoveryCodeUsed: access,
  PasskeyAdded: access,
  PasskeyRemoved: access,
  SignInLinkSent: letter,
  SignInRefused: refusal,
  AllSessionsRevoked: access,
  PreferencesChanged: elsewhere,
  NotificationPreferencesChanged: elsewhere,
  ClientsPinned: elsewhere,
  SignedIn: access,
  SessionSeen: access,
  SignedOut: access,
  SessionRevoked: access,

  SearchRecorded: read,
  SearchHistoryCleared: elsewhere,
  SearchSaved: elsewhere,
  SavedSearchDeleted: elsewhere,

  FileDownloaded: read,
  FilePreviewed: read,
  AuditViewed: read,
  AuditExported: read,
  ListExported: read,
  RecordsViewed: read,
  ViewedAs: read,
  AccessRefused: refusal,
  AlarmRaised: follows,

  InstallationFounded: installation,
  FormatsChanged: installation,
  SoftwareStarted: installation,
  OperatorActed: installation,
  LogAccepted: installation,
};

/** Of an event that this version does not know, nobody can say how it is undone. */
export const undoneByOf = (type: string): UndoneBy =>
  type in undoneBy ? undoneBy[type as EventType] : never('installation');
