import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { MANDATE_LIMITS, type FirmId, type MandateEnd, type UserId } from '@dosar/contracts';
import { MandateEvents, type MandateEvent } from './mandate.events';

export type MandateCommand =
  | Message<'AppointAuditor', DataOf<MandateEvent, 'AuditorAppointed'>>
  | Message<'ProlongMandate', { readonly until: string }>
  | Message<'EndMandate', { readonly why: MandateEnd }>;
export type MandateRefusal = 'mandate/unknown' | 'mandate/ended' | 'mandate/time';

type Scope = { readonly firmId: FirmId; readonly clientIds: readonly string[] | null };

export type MandateState = {
  /** null: there is none. */
  readonly userId: UserId | null;
  readonly scope: Scope | null;
  readonly begunAt: string;
  readonly until: string;
  readonly isEnded: boolean;
};

/** Whether a mandate may last until then: not for nothing, and not for more than a year. */
export const mayLastUntil = (until: string, begunAt: string, now: string): boolean =>
  Date.parse(until) > Date.parse(now) && Date.parse(until) - Date.parse(begunAt) <= MANDATE_LIMITS.longestMs;

export const mandate: Decider<MandateState, MandateCommand, MandateEvent, MandateRefusal> = {
  events: MandateEvents,
  initial: () => ({ userId: null, scope: null, begunAt: '', until: '', isEnded: false }),
  decide: {
    // repeating the request, however late, appoints nobody twice
    AppointAuditor: (data, { userId }, { now }) => {
      if (userId !== null) return [];
      return mayLastUntil(data.until, now, now) ? [{ type: 'AuditorAppointed', data }] : refuse('mandate/time');
    },
    ProlongMandate: ({ until }, { userId, isEnded, begunAt, until: from }, { now }) => {
      if (userId === null) return refuse('mandate/unknown');
      // its time may be over before that is written down
      if (isEnded || Date.parse(from) <= Date.parse(now)) return refuse('mandate/ended');
      if (!mayLastUntil(until, begunAt, now)) return refuse('mandate/time');
      return until === from ? [] : [{ type: 'MandateProlonged', data: { userId, until: { from, to: until } } }];
    },
    EndMandate: ({ why }, { userId, isEnded, until }, { now }) => {
      if (userId === null) return refuse('mandate/unknown');
      if (isEnded) return refuse('mandate/ended');
      // prolonged meanwhile
      if (why === 'time' && Date.parse(until) > Date.parse(now)) return [];
      return [{ type: 'MandateEnded', data: { userId, why } }];
    },
  },
  evolve: {
    AuditorAppointed: ({ userId, scope, until }, state, { now }) => ({ ...state, userId, scope, until, begunAt: now }),
    MandateProlonged: ({ until }, state) => ({ ...state, until: until.to }),
    MandateEnded: (_, state) => ({ ...state, isEnded: true }),
  },
  belongsTo: (_, __, { scope }) => ({ firmId: scope?.firmId ?? null, clientIds: scope?.clientIds ?? [] }),
};
