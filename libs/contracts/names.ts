import type { z } from 'zod';
import { AuditEvent } from './audit/audit.view';
import { Deed, DeedKind } from './audit/deeds.view';
import { UndoPlan, UndoStand, UndoStep } from './audit/undo.api';
import { UndoConflict, UndoNever, UndoWill } from './audit/undo.values';
import {
  Attachment,
  Conversation,
  ConversationKind,
  Edit,
  Message,
  Participant,
  Quote,
} from './conversations/conversations.view';
import { Activity, Dashboard, WaitingClient } from './dashboard/dashboard.view';
import { Feature } from './features';
import { AccountingStatus, OperationKind, OperationStatus, ProcessState } from './files/files.values';
import { FailedItem, File, Folder, FolderTree, Operation } from './files/files.view';
import { SecondFactor, SignedIn } from './identity/auth.api';
import { Accountant } from './identity/clients.api';
import { Me } from './identity/me.api';
import {
  AccountantScope,
  CuiCheck,
  FactorMethod,
  Presence,
  Language,
  Role,
  TaxType,
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
import { Problem, ProblemCode } from './problems';
import { SearchContents, SearchKind, SearchSort, SearchType } from './search/search.values';
import { SearchEntry, SearchResult } from './search/search.view';
import { Component, Health } from './system.api';

/** What the schemas are called in the documentation, and so in the clients that are made from it. */
export const schemaNames: Readonly<Record<string, z.ZodType>> = {
  Problem,
  ProblemCode,
  Health,
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
  UserStatus,
  Language,
  CuiCheck,
  AccountantScope,
  TaxType,
  FactorMethod,
  Feature,
  Presence,
  File,
  Folder,
  FolderTree,
  Operation,
  FailedItem,
  ProcessState,
  AccountingStatus,
  OperationKind,
  OperationStatus,
  Conversation,
  ConversationKind,
  Participant,
  Message,
  Attachment,
  Quote,
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
  Dashboard,
  Activity,
  WaitingClient,
  SearchResult,
  SearchEntry,
  SearchType,
  SearchKind,
  SearchSort,
  SearchContents,
};
