import type { AsOf } from '@dosar/contracts';
import type { CommandHandler } from '@dosar/kernel/runtime';
import type { Account } from '../access/account';
import type { Call } from '../access/call';
import type { KnownRights } from '../access/known-rights';
import type { LogInstant } from './instants';

/** Injected by this name: how looks with the rights of others are noted; null where no context does. */
export const NOTES_OF_LOOKS = Symbol('NotesOfLooks');

/** What an auditor opens, as of a position of the log. */
export type OpenedThing = {
  readonly kind: 'file' | 'folder' | 'conversation' | 'message' | 'client' | 'mandate';
  readonly id: string;
  readonly clientId: string | null;
  readonly at: string;
};

/** How the context whose events they are notes that somebody looks at what another could see. */
export type NotesOfLooks = {
  readonly note: (commandHandler: CommandHandler, call: Call, personId: string) => Promise<void>;
  /** The same of what an auditor opens. */
  readonly opened: (commandHandler: CommandHandler, call: Call, thing: OpenedThing) => Promise<void>;
};

/** A look at the past: as of when, and with whose rights. */
export type Look = {
  readonly instant: LogInstant;
  /** Whose rights count, and which: those that the caller has now, or those that somebody had then. */
  readonly person: Account;
  readonly rights: KnownRights;
  /** An auditor's period: what had gone before it is not seen. */
  readonly since: string | null;
  /** The last instant before that period, if there is one. */
  readonly before: LogInstant | null;
  /** Whether it is somebody else who looks. */
  readonly isAs: boolean;
  /** Who could do and see what then. */
  readonly stood: () => Promise<KnownRights>;
};

/** What a call may say of the past. */
export type RequestedLook = { readonly at?: AsOf | undefined; readonly as?: string | undefined };
