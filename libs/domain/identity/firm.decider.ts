import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import type { AccountantScope } from '@dosar/contracts';
import { FirmEvents, type FirmEvent } from './firm.events';

export type FirmCommand = Message<'RegisterFirm', DataOf<FirmEvent, 'FirmRegistered'>>;
export type FirmRefusal = 'firm/unknown' | 'firm/exists';
export type FirmState = { readonly cui: string | null; readonly accountantScope: AccountantScope };

export const firm: Decider<FirmState, FirmCommand, FirmEvent, FirmRefusal> = {
  events: FirmEvents,
  initial: () => ({ cui: null, accountantScope: 'firm' }),
  decide: {
    RegisterFirm: (details, { cui }) =>
      cui === null ? [{ type: 'FirmRegistered', data: details }] : refuse('firm/exists'),
  },
  evolve: {
    FirmRegistered: ({ cui, accountantScope }) => ({ cui, accountantScope }),
  },
};
