import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { changed, changesOf, isEmpty } from '../change';
import { FirmEvents, type FirmEvent } from './firm.events';

export type FirmDetails = DataOf<FirmEvent, 'FirmRegistered'>;
export type FirmCommand =
  | Message<'RegisterFirm', FirmDetails>
  | Message<'ChangeFirm', Partial<FirmDetails>>
  | Message<'DeleteFirm', Record<never, never>>;
export type FirmRefusal = 'firm/unknown' | 'firm/exists';

/** null: not registered, or deleted. */
export type FirmState = { readonly details: FirmDetails | null };

export const firm: Decider<FirmState, FirmCommand, FirmEvent, FirmRefusal> = {
  events: FirmEvents,
  initial: () => ({ details: null }),
  decide: {
    RegisterFirm: (details, state) =>
      state.details ? refuse('firm/exists') : [{ type: 'FirmRegistered', data: details }],
    ChangeFirm: (wanted, { details }) => {
      if (!details) return refuse('firm/unknown');
      const changes = changesOf(details, wanted);
      return isEmpty(changes) ? [] : [{ type: 'FirmDetailsChanged', data: changes }];
    },
    DeleteFirm: (_, { details }) =>
      details ? [{ type: 'FirmDeleted', data: { name: details.name, cui: details.cui } }] : refuse('firm/unknown'),
  },
  evolve: {
    FirmRegistered: (details) => ({ details }),
    FirmDetailsChanged: (changes, { details }) => ({ details: details && changed(details, changes) }),
    FirmDeleted: () => ({ details: null }),
  },
};
