import { z } from 'zod';
import { catalogues } from './registry';
import { membersOf, type Member } from './testing/schemas';

// Words of records are final: they are hashed and stored for ever, in every log. Renaming one makes older logs unreadable,
// or gives new ids to what was done already. New words are added here; none is changed or removed. (words-of-names.spec.ts
// has those in names: of streams, resources, actors, derived ids.)

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
/** `hh:mm A` is one word. */
const spaced = (word: string): string => word.replace(/_A$/, ' A');

/**
 * The version of each event, and the members of its data; * a name, @ a contact and ~ a content, all personal; [] are the
 * items of a list.
 */
const EVENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  installation: {
    InstallationFounded: `1 installationId formats.record formats.canonical formats.leaf formats.id formats.envelope
      formats.key formats.page check`,
    FormatsChanged: `1 formats.record formats.canonical formats.leaf formats.id formats.envelope formats.key formats.page`,
    SoftwareStarted: `1 version commit level catalogue policy.calls[].call policy.calls[].allow policy.rules[].rule
      policy.rules[].number features[] timeZone`,
    OperatorActed: '1 what about count root actedAt',
    LogAccepted: '1 known.position known.size known.root found.position found.size found.root',
  },
  user: {
    UserRegistered: '1 role firmId clientIds[] name* email@ phone@',
    UserInvited: '1 name* email@ language requestId',
    InvitationLinkShown: '1',
    UserProfileChanged: '1 name.from* name.to* phone.from@ phone.to@',
    UserEmailChanged: '1 from@ to@',
    UserRoleChanged: '1 from to firmId.from firmId.to assignmentsEnded[]',
    UserMembershipChanged: '1 clientIds.from[] clientIds.to[]',
    UserActivated: '1',
    UserDeactivated: '1',
    UserDeleted: '1 role firmId clientIds[] assignmentsEnded[]',
    LetterSent: '1 cause kind',
    PasswordChanged: '1 credentialId by told.name* told.email@ told.language',
    PasswordResetRequested: '1 name* email@ language requestId',
    PasswordResetCompleted: '1 requestId',
    TwoStepEnabled: '1 method',
    TwoStepDisabled: '1 method',
    RecoveryCodesRenewed: '1 count',
    RecoveryCodeUsed: '1 left',
    PasskeyAdded: '1 passkeyId name*',
    PasskeyRemoved: '1 passkeyId name*',
    SignInLinkSent: '1 name* email@ language requestId',
    SignInRefused: '1 count',
    AllSessionsRevoked: '1 exceptSessionId',
    PreferencesChanged: `1 from.language from.theme from.date_format from.time_format
      to.language to.theme to.date_format to.time_format`,
    NotificationPreferencesChanged: `1 from.message_new.in_app from.message_new.email from.file_uploaded.in_app
      from.file_uploaded.email from.file_processed.in_app from.file_processed.email from.letters
      from.quiet_hours.from from.quiet_hours.to to.message_new.in_app to.message_new.email to.file_uploaded.in_app to.file_uploaded.email
      to.file_processed.in_app to.file_processed.email to.letters to.quiet_hours.from to.quiet_hours.to`,
    ClientsPinned: '1 from[] to[]',
  },
  session: {
    SignedIn: '1 userId method secondFactor credentialId',
    SessionSeen: '1 userId count',
    SignedOut: '1 userId',
    SessionRevoked: '1 userId reason',
  },
  settings: {
    SettingsChanged: '1 twoStepRequired.from[] twoStepRequired.to[] cuiCheck.from cuiCheck.to',
  },
  firm: {
    FirmRegistered: '1 cui~ accountantScope name* address@ phone@ email@',
    FirmDetailsChanged: `1 cui.from~ cui.to~ accountantScope.from accountantScope.to name.from* name.to*
      address.from@ address.to@ phone.from@ phone.to@ email.from@ email.to@`,
    FirmDeleted: '1 name* cui~',
  },
  client: {
    ClientRegistered: `1 firmId cui~ registrulComertului~ dataInregistrarii~ impozit platitorTva quota
      societate* reprezentant* phone@ email@ companyEmail@ address@`,
    ClientDetailsChanged: `1 cui.from~ cui.to~ registrulComertului.from~ registrulComertului.to~
      dataInregistrarii.from~ dataInregistrarii.to~ impozit.from impozit.to platitorTva.from platitorTva.to
      quota.from quota.to societate.from* societate.to* reprezentant.from* reprezentant.to* phone.from@ phone.to@
      email.from@ email.to@ companyEmail.from@ companyEmail.to@ address.from@ address.to@`,
    ClientDeleted: '1 firmId cui~ societate*',
    ClientUserLinked: '1 userId userRevision',
    ClientUserUnlinked: '1 userId userRevision',
    AccountantAssigned: '1 accountantId userRevision',
    AccountantUnassigned: '1 accountantId',
  },
  drive: {
    FolderCreated: '1 folderId year parentId name* categoryKey',
    FolderRenamed: '1 folderId year parentId from* to*',
    FolderMoved: '1 folderId year name* from.folderId to.folderId',
    FolderDeleted: '1 folderId year parentId name* deletion',
    FolderCarried: '1 folderId from year parentId name*',
    FileCarried: '2 fileId from year folderId name* sha256~ bytesKey~ fields~ tags~',
    FileFieldsChanged: '1 fileId year folderId name* source from~ to~',
    FileTagsChanged: '1 fileId year folderId name* from~ to~',
    FolderRestored: '1 folderId year parentId from* to* deletion',
    FileUploaded: `1 fileId year folderId name* originalName* blobId version size mimeType sha256~
      bytesKey~ source.kind source.id source.ids[]`,
    FileRenamed: '1 fileId year folderId from* to*',
    FileMoved: '1 fileId year name* from.folderId to.folderId',
    FileDeleted: '1 fileId year folderId name* deletion',
    FileRestored: '1 fileId year folderId from* to* deletion',
    FileNoteAdded: '1 fileId year folderId name* noteId text~',
    FileNoteCarried: '1 fileId year folderId from noteId text~',
    FileReadingRetried: '1 fileId year folderId name*',
    FileProcessStateChanged: '1 fileId year folderId name* from to',
    FileAccountingStatusChanged: '1 fileId year folderId name* from to',
  },
  conversation: {
    ConversationOpened: '1 year kind clientId firmId title* participantIds[]',
    ParticipantAdded: '1 userId clientRevision',
    ParticipantRemoved: '1 userId clientRevision',
  },
  message: {
    MessageSent: '1 conversationId year clientId firmId senderId text~ fileIds[] quoteId',
    MessageEdited: '1 conversationId year number from~ to~',
    MessageDeleted: '1 conversationId year text~',
    MessageRestored: '1 conversationId year clientId firmId senderId sentAt text~ fileIds[]',
    ReactionAdded: '1 conversationId year userId emoji',
    ReactionRemoved: '1 conversationId year userId emoji',
  },
  reader: {
    ReadUpTo: '1 conversationId clientId firmId userId messageId sentAt',
    DeliveredUpTo: '1 conversationId clientId firmId userId messageId sentAt',
  },
  mandate: {
    AuditorAppointed: '1 userId scope.firmId scope.clientIds[] period.from period.to purpose~ until',
    MandateProlonged: '1 userId until.from until.to',
    MandateEnded: '1 userId why',
  },
  inbox: {
    NotificationRaised: `1 notificationId kind actorId clientId conversationId subjectId windowId number inApp email`,
    NotificationRead: '1 notificationId kind actorId clientId conversationId',
    AllNotificationsRead: '1 upTo',
    NotificationDeleted: '1 notificationId kind actorId clientId conversationId',
    DigestSent: '1 notificationIds[]',
  },
  bulk: {
    BulkStarted: `1 clientId year kind items[].id items[].type items[].deletion targetId processState accountingStatus
      total folderName* undoes asOf isWhole documents[].name* documents[].pages[].item documents[].pages[].page
      documents[].pages[].rotate`,
    BulkCancelled: '1',
    BulkProgressed: '1 done',
    BulkFinished: `1 clientId status done failed[].id failed[].type failed[].code failed[].path* failed[].rule
      made[].id made[].type`,
  },
  reads: {
    FileDownloaded: `1 clientId fileId year folderId name* version size sha256~ range.start range.end
      part* archiveId`,
    FilePreviewed: '1 clientId fileId year folderId name* version size sha256~ range.start range.end part*',
    AuditViewed: `1 readerId eventId eventType~ userId~ resourceType~ resourceId~ clientId~ correlationId~ dateFrom~
      dateTo~ byText byAddress`,
    RecordsViewed: '1 kind id clientId at',
    ViewedAs: '1 readerId userId',
    AuditExported: `1 readerId eventType~ userId~ resourceType~ resourceId~ clientId~ correlationId~ dateFrom~ dateTo~
      byText byAddress kinds~ format`,
    ListExported: '1 readerId list clientId count',
    AccessRefused: '1 clientId count routes[] resources[].type resources[].id',
    AlarmRaised: '1 alarm userId files bytes folders since',
  },
  search: {
    SearchRecorded: '1 searchId query~ filters~',
    SearchHistoryCleared: '1 searchId',
    SearchSaved: '1 searchId name* query~ filters~',
    SavedSearchDeleted: '1 searchId',
  },
};

/** The possible values of enumerated members. */
const VALUES: readonly (readonly [members: string, values: string])[] = [
  ['UserRegistered.role UserRoleChanged.from UserRoleChanged.to UserDeleted.role', 'admin accountant user auditor'],
  ['MandateEnded.why', 'by_hand time scope account'],
  ['SettingsChanged.twoStepRequired.from[] SettingsChanged.twoStepRequired.to[]', 'admin accountant user'],
  ['UserInvited.language PasswordResetRequested.language SignInLinkSent.language', 'ro en'],
  ['PasswordChanged.told.language PreferencesChanged.from.language PreferencesChanged.to.language', 'ro en'],
  ['LetterSent.kind', 'invitation reset sign_in changed'],
  ['PasswordChanged.by', 'self administrator reset invitation'],
  ['TwoStepEnabled.method TwoStepDisabled.method', 'totp'],
  ['PreferencesChanged.from.theme PreferencesChanged.to.theme', 'light dark system'],
  ['PreferencesChanged.from.date_format PreferencesChanged.to.date_format', 'DD.MM.YYYY YYYY-MM-DD MM/DD/YYYY'],
  ['PreferencesChanged.from.time_format PreferencesChanged.to.time_format', 'HH:mm hh:mm_A'],
  ['SignedIn.method', 'password link'],
  ['SignedIn.secondFactor', 'totp passkey recovery'],
  ['SessionRevoked.reason', 'replaced reused revoked'],
  ['SettingsChanged.cuiCheck.from SettingsChanged.cuiCheck.to', 'off warn enforce'],
  ['FirmRegistered.accountantScope', 'firm assigned'],
  ['FirmDetailsChanged.accountantScope.from FirmDetailsChanged.accountantScope.to', 'firm assigned'],
  [
    'ClientRegistered.impozit ClientDetailsChanged.impozit.from ClientDetailsChanged.impozit.to',
    'micro profit pfa_real pfa_norma profesie_liberala ii if ong institutie_publica nerezident none',
  ],
  ['FileFieldsChanged.source', 'e_factura firm'],
  ['FileUploaded.source.kind', 'upload chat zip copy request mail pages'],
  ['FileProcessStateChanged.from FileProcessStateChanged.to BulkStarted.processState', 'new processing processed'],
  [
    'FileAccountingStatusChanged.from FileAccountingStatusChanged.to BulkStarted.accountingStatus',
    'accounting_pending accounting_in_review accounting_completed',
  ],
  ['ConversationOpened.kind', 'client direct'],
  ['ReactionAdded.emoji ReactionRemoved.emoji', '✅ 👍 ❤️ 🎉 ❓'],
  [
    'NotificationRaised.kind NotificationRead.kind NotificationDeleted.kind',
    'message_new file_uploaded file_processed',
  ],
  ['NotificationPreferencesChanged.from.letters NotificationPreferencesChanged.to.letters', 'soon hourly daily'],
  ['BulkStarted.kind', 'move delete restore status download extract_zip copy undo restore_past arrange_pages'],
  ['BulkStarted.items[].type BulkFinished.failed[].type BulkFinished.made[].type', 'file folder'],
  [
    'BulkFinished.failed[].rule',
    `name_blocked name_type name_no_extension content_empty content_differs content_program content_page
    content_damaged`,
  ],
  ['BulkFinished.status', 'completed failed partial cancelled'],
  [
    'BulkFinished.failed[].code',
    `MALFORMED_REQUEST AUTHENTICATION_REQUIRED INVALID_CREDENTIALS SESSION_EXPIRED INVALID_TOKEN ACCOUNT_INACTIVE
    SECOND_FACTOR_INVALID ACCESS_DENIED NOT_FOUND NAME_TAKEN FOLDER_CYCLE TOO_DEEP INVALID_TRANSITION ALREADY_EXISTS
    STILL_IN_USE LAST_ADMINISTRATOR IDEMPOTENCY_KEY_REUSED CONFLICT RESET_LINK_INVALID UPLOAD_VERSION_UNSUPPORTED FILE_TOO_LARGE
    PAYLOAD_TOO_LARGE INVALID_FILE_TYPE VALIDATION_FAILED BULK_EMPTY BULK_TOO_MANY BULK_INVALID_SELECTION
    ZIP_UNSAFE ZIP_CORRUPT ZIP_ENCRYPTED NOT_A_ZIP BULK_LOCKED_ITEMS TOO_MANY_REQUESTS CHECKSUM_MISMATCH INTERNAL_ERROR UNAVAILABLE
    QUOTA_EXCEEDED BULK_TIMEOUT ZIP_EMPTY TOO_MANY_SAVED ZIP_TOO_MANY ZIP_TOO_LARGE UNDO_CONFLICTS
    PAGE_MISSING PAGES_ENCRYPTED PAGES_DAMAGED PAGES_TOO_LARGE CONTENT_TYPE_UNSUPPORTED`,
  ],
  ['AlarmRaised.alarm', 'downloads deletions'],
  ['RecordsViewed.kind', 'file folder conversation message client mandate'],
  ['AuditExported.format', 'csv jsonl pdf'],
  ['ListExported.list', 'users firms clients invoices'],
  ['OperatorActed.what', 'rotation backup restore export destruction removal repair'],
];

const events = catalogues.flatMap(({ category, shapes }) =>
  Object.entries(shapes).map(([type, { schema, mask, version }]) => ({
    category,
    type,
    version,
    members: membersOf(schema, mask),
  })),
);
const MARKS: Readonly<Record<string, string>> = { name: '*', contact: '@', content: '~' };
const marked = ({ path, personal }: Member) => (personal === null ? path : `${path}${MARKS[personal]}`);

describe('words of the record are final:', () => {
  it('the kinds of streams, and the events of each', () =>
    expect(
      Object.fromEntries(catalogues.map(({ category, shapes }) => [category, Object.keys(shapes).sort()])),
    ).toEqual(
      Object.fromEntries(Object.entries(EVENTS).map(([category, types]) => [category, Object.keys(types).sort()])),
    ));

  it.each(events)('the members of $type, and which are personal', ({ category, type, version, members }) => {
    const [first, ...rest] = words(EVENTS[category]![type]!);
    expect(version).toBe(Number(first));
    expect(members.map(marked).sort()).toEqual(rest.sort());
  });

  it('what a member may say, of those that say one of a few words', () => {
    const found = events.flatMap(({ type, members }) =>
      members.flatMap(({ path, schema }) =>
        schema instanceof z.ZodEnum ? [[`${type}.${path}`, schema.options.map(String).sort()] as const] : [],
      ),
    );
    const held = VALUES.flatMap(([members, values]) =>
      words(members).map((member) => [member, words(values).map(spaced).sort()] as const),
    );
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(held));
  });
});
