import type { z } from 'zod';
import { AuditEvent } from './audit/audit.view';
import { Deed, DeedKind } from './audit/deeds.view';
import { Checkpoint } from './audit/heads.view';
import { Change, ChangeKind, PastMoment, SeenWhy } from './audit/past.view';
import { UndoPlan, UndoStand, UndoStep } from './audit/undo.api';
import { UndoConflict, UndoNever, UndoWill } from './audit/undo.values';
import {
  Attachment,
  Conversation,
  ConversationKind,
  Edit,
  MarkTimes,
  Message,
  Participant,
  Quote,
  Reaction,
} from './conversations/conversations.view';
import { Emoji } from './conversations/conversations.values';
import { Activity, Dashboard, WaitingClient } from './dashboard/dashboard.view';
import { StoodAt } from './endpoint';
import { Feature } from './features';
import { DocumentFields, TagCount } from './files/document-fields.values';
import { FoundDocument } from './files/documents.api';
import {
  AccountingStatus,
  OperationKind,
  OperationStatus,
  PreviewFault,
  PreviewKind,
  ProcessState,
  Thumbnail,
} from './files/files.values';
import {
  ArchiveEntry,
  ArchiveListing,
  FailedItem,
  File,
  FilePart,
  Folder,
  FolderTree,
  HistoryEvent,
  Note,
  Operation,
} from './files/files.view';
import { InvoiceKind, InvoiceSum, IssuerBy, MonthsInvoice, RepeatedFile } from './files/invoices.view';
import { SecondFactor, SignedIn } from './identity/auth.api';
import { Accountant } from './identity/clients.api';
import { Me } from './identity/me.api';
import {
  AccountantScope,
  CuiCheck,
  DateFormat,
  FactorMethod,
  Presence,
  Language,
  MemberRole,
  Preferences,
  Role,
  TaxType,
  Theme,
  TimeFormat,
  UserStatus,
} from './identity/identity.values';
import {
  Client,
  Firm,
  Named,
  Person,
  RegisteredCompany,
  Session,
  Settings,
  TwoStep,
  User,
} from './identity/identity.view';
import { Mandate, MandateReport, OpenedThing, Period } from './mandates/mandates.view';
import { MandateEnd } from './mandates/mandates.values';
import {
  LetterPause,
  NotificationKind,
  NotificationPreferences,
  QuietHours,
} from './notifications/notifications.values';
import { Notification } from './notifications/notifications.view';
import { Problem, ProblemCode } from './problems';
import { SearchContents, SearchKind, SearchSort, SearchType } from './search/search.values';
import { SavedSearch, SearchEntry, SearchResult } from './search/search.view';
import { Component, Health, HealthFigures } from './system.api';

/** What the schemas are called in the documentation, and so in the clients that are made from it. */
export const schemaNames: Readonly<Record<string, z.ZodType>> = {
  Problem,
  ProblemCode,
  Health,
  HealthFigures,
  Component,
  Named,
  User,
  Me,
  Person,
  Session,
  TwoStep,
  Settings,
  SignedIn,
  SecondFactor,
  RegisteredCompany,
  Firm,
  Client,
  Accountant,
  LinkedUser: Client.shape.users.element,
  Role,
  MemberRole,
  UserStatus,
  Language,
  Preferences,
  Theme,
  DateFormat,
  TimeFormat,
  CuiCheck,
  AccountantScope,
  TaxType,
  FactorMethod,
  Mandate,
  MandateReport,
  MandateEnd,
  OpenedThing,
  Period,
  Feature,
  Presence,
  File,
  FoundDocument,
  Folder,
  FolderTree,
  Operation,
  FailedItem,
  ProcessState,
  AccountingStatus,
  OperationKind,
  OperationStatus,
  DocumentFields,
  TagCount,
  Note,
  HistoryEvent,
  PreviewKind,
  PreviewFault,
  Thumbnail,
  FilePart,
  ArchiveListing,
  ArchiveEntry,
  Checkpoint,
  InvoiceKind,
  InvoiceSum,
  MonthsInvoice,
  IssuerBy,
  RepeatedFile,
  Conversation,
  ConversationKind,
  Participant,
  MarkTimes,
  Message,
  Attachment,
  Quote,
  Reaction,
  Emoji,
  Edit,
  AuditEvent,
  Deed,
  DeedKind,
  UndoPlan,
  UndoStep,
  UndoStand,
  UndoWill,
  UndoConflict,
  UndoNever,
  StoodAt,
  PastMoment,
  Change,
  ChangeKind,
  SeenWhy,
  Notification,
  NotificationKind,
  NotificationPreferences,
  LetterPause,
  QuietHours,
  Dashboard,
  Activity,
  WaitingClient,
  SearchResult,
  SearchEntry,
  SavedSearch,
  SearchType,
  SearchKind,
  SearchSort,
  SearchContents,
};
