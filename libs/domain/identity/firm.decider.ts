import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import type { FirmId } from '@dosar/contracts';
import { changed, changesOf, isEmpty } from '../change';
import { FirmEvents, type FirmEvent } from './firm.events';

export type FirmDetails = DataOf<FirmEvent, 'FirmRegistered'>;
export type FirmCommand =
  | Message<'RegisterFirm', FirmDetails>
  | Message<'ChangeFirm', Partial<FirmDetails>>
  | Message<'DeleteFirm', Record<never, never>>;
export type FirmRefusal = 'firm/unknown';

export type FirmState = {
  /** True also after a deletion: an id is used once. */
  readonly isRegistered: boolean;
  /** null: not registered, or deleted. */
  readonly details: FirmDetails | null;
};

export const firm: Decider<FirmState, FirmCommand, FirmEvent, FirmRefusal, FirmId> = {
  events: FirmEvents,
  initial: () => ({ isRegistered: false, details: null }),
  decide: {
    // repeating the request, however late, registers no second firm
    RegisterFirm: (details, { isRegistered }) => (isRegistered ? [] : [{ type: 'FirmRegistered', data: details }]),
    ChangeFirm: (wanted, { details }) => {
      if (!details) return refuse('firm/unknown');
      const changes = changesOf(details, wanted);
      return isEmpty(changes) ? [] : [{ type: 'FirmDetailsChanged', data: changes }];
    },
    DeleteFirm: (_, { details }) =>
      details ? [{ type: 'FirmDeleted', data: { name: details.name, cui: details.cui } }] : refuse('firm/unknown'),
  },
  evolve: {
    FirmRegistered: (details) => ({ isRegistered: true, details }),
    FirmDetailsChanged: (changes, state) => ({ ...state, details: state.details && changed(state.details, changes) }),
    FirmDeleted: (_, state) => ({ ...state, details: null }),
  },
  belongsTo: (firmId) => ({ firmId, clientIds: [] }),
};
