import { refuse, type Decider, type Message } from '@dosar/kernel';
import { UniqueEvents, type Owner, type UniqueEvent } from './unique.events';

export type UniqueCommand = Message<'Claim', Owner> | Message<'Release', Owner>;
export type UniqueRefusal = 'unique/taken';
export type UniqueState = { readonly owner: Owner | null; /** ISO 8601 */ readonly since: string | null };

/** A claim whose owner was never made (its maker crashed in between) is void after this time. */
export const CLAIM_WITHOUT_OWNER_MS = 60_000;

export const unique: Decider<UniqueState, UniqueCommand, UniqueEvent, UniqueRefusal> = {
  events: UniqueEvents,
  initial: () => ({ owner: null, since: null }),

  decide: {
    Claim: (owner, state) => {
      if (state.owner === null) return [{ type: 'Claimed', data: owner }];
      return state.owner.id === owner.id ? [] : refuse('unique/taken', state.owner.id);
    },
    Release: (owner, state) => (state.owner?.id === owner.id ? [{ type: 'Released', data: owner }] : []),
  },

  evolve: {
    Claimed: (owner, _, { now }) => ({ owner, since: now }),
    Released: () => ({ owner: null, since: null }),
  },
};
