import { commandKeys, libraryOf, type AnyProjector, type ReactorGroup } from '@dosar/kernel';
import { audit } from './audit/audit.projector';
import { ReadingEvents } from './audit/reading.events';
import { BulkEvents } from './files/bulk.events';
import { contents } from './files/contents.projector';
import { DriveEvents } from './files/drive.events';
import { files } from './files/files.projector';
import { folders } from './files/folders.projector';
import { operations } from './files/operations.projector';
import { access } from './identity/access.projector';
import { ClientEvents } from './identity/client.events';
import { clients } from './identity/clients.projector';
import { FirmEvents } from './identity/firm.events';
import { firms } from './identity/firms.projector';
import { letters } from './identity/letters.reactor';
import { membership } from './identity/membership.reactor';
import { sessions } from './identity/sessions.projector';
import { settings } from './identity/settings.projector';
import { SettingsEvents } from './identity/settings.events';
import { SessionEvents } from './identity/session.events';
import { UniqueEvents } from './identity/unique.events';
import { UserEvents } from './identity/user.events';
import { users } from './identity/users.projector';

/** All events there are, all views computed from them, and all that happens because of them. */
export const library = libraryOf(
  UserEvents,
  SessionEvents,
  SettingsEvents,
  FirmEvents,
  ClientEvents,
  UniqueEvents,
  DriveEvents,
  BulkEvents,
  ReadingEvents,
);

export const projectors: readonly AnyProjector[] = [
  access,
  sessions,
  settings,
  users,
  firms,
  clients,
  folders,
  files,
  contents,
  operations,
  audit,
  commandKeys,
];

export const reactorGroups: readonly ReactorGroup[] = [
  { name: 'reactors', reactors: [membership], isWaitedFor: true },
  // by itself: a mail server that is down holds nothing else up
  { name: 'letters', reactors: [letters], isWaitedFor: false },
];
