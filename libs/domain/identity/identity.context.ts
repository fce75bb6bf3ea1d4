import type { ProblemCode } from '@dosar/contracts';
import { access } from './access.projector';
import type { ClientRefusal } from './client.decider';
import { ClientEvents } from './client.events';
import { clients } from './clients.projector';
import type { FirmRefusal } from './firm.decider';
import { FirmEvents } from './firm.events';
import { firms } from './firms.projector';
import { letters } from './letters.reactor';
import { membership } from './membership.reactor';
import { rights } from './rights.projector';
import type { SessionRefusal } from './session.decider';
import { sessions } from './sessions.projector';
import { SessionEvents } from './session.events';
import { SettingsEvents } from './settings.events';
import { settings } from './settings.projector';
import { UserEvents } from './user.events';
import type { UserRefusal } from './user-state';
import { users } from './users.projector';

/** Users, firms and clients; sign-in and roles. */
export const identity = {
  catalogues: [UserEvents, SessionEvents, SettingsEvents, FirmEvents, ClientEvents],
  projectors: [access, rights, sessions, settings, users, firms, clients],
  reactorGroups: [
    { name: 'membership', reactors: [membership], isWaitedFor: true },
    // a group of its own: an unavailable mail server must not hold up the others
    { name: 'letters', reactors: [letters], isWaitedFor: false },
  ],
  refusals: {
    'user/unknown': 'NOT_FOUND',
    'user/password-over': 'CONFLICT',
    'user/link-over': 'RESET_LINK_INVALID',
    'user/accepted': 'CONFLICT',
    'user/administrator': 'LAST_ADMINISTRATOR',
    'user/no-second-step': 'CONFLICT',
    'user/last-second-step': 'ACCESS_DENIED',
    'user/passkeys': 'CONFLICT',
    'session/unknown': 'NOT_FOUND',
    'session/over': 'SESSION_EXPIRED',
    'firm/unknown': 'NOT_FOUND',
    'client/unknown': 'NOT_FOUND',
    'client/in-use': 'STILL_IN_USE',
  } satisfies Record<UserRefusal | SessionRefusal | FirmRefusal | ClientRefusal, ProblemCode>,
} as const;
