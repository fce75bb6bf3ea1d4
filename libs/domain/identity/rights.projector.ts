import { rowKind, view } from '@dosar/kernel';
import type { ConversationEvent } from '../conversations/conversation.events';
import { access, type AccessOf, type ById } from './access.projector';
import type { MandateEvent } from '../mandates/mandate.events';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { UserEvent } from './user.events';

type Events = UserEvent | FirmEvent | ClientEvent | ConversationEvent | MandateEvent;

const { on } = access;

/**
 * Who could do and see what at any instant: the rows of `access` without what changes with each sign-in, since former rows
 * are stored. Reading the past needs neither sessions nor credentials.
 */
export const rights = view<Events, ById, { readonly conversation: AccessOf<'conversation'> }>()({
  view: 'rights',
  version: 2,
  columns: {},
  indexes: [],
  beside: { conversation: rowKind<AccessOf<'conversation'>>() },
  columnsOf: () => ({}),
  personal: 'unread',
  keepsFormer: true,
  isWaitedFor: false,

  on: {
    UserRegistered: on.UserRegistered,
    UserRoleChanged: on.UserRoleChanged,
    UserMembershipChanged: on.UserMembershipChanged,
    UserActivated: on.UserActivated,
    UserDeactivated: on.UserDeactivated,
    UserDeleted: on.UserDeleted,
    FirmRegistered: on.FirmRegistered,
    FirmDetailsChanged: on.FirmDetailsChanged,
    FirmDeleted: on.FirmDeleted,
    ClientRegistered: on.ClientRegistered,
    ClientDeleted: on.ClientDeleted,
    AccountantAssigned: on.AccountantAssigned,
    AccountantUnassigned: on.AccountantUnassigned,
    AuditorAppointed: on.AuditorAppointed,
    MandateProlonged: on.MandateProlonged,
    MandateEnded: on.MandateEnded,
    ConversationOpened: on.ConversationOpened,
    ParticipantAdded: on.ParticipantAdded,
    ParticipantRemoved: on.ParticipantRemoved,
  },
});
