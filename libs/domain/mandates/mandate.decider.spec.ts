import { decides, someone } from '@dosar/kernel/testing';
import { mandate } from './mandate.decider';
import type { MandateEvent } from './mandate.events';

const given = decides(mandate);
const after = (days: number) => new Date(Date.parse(someone.now) + days * 24 * 60 * 60_000).toISOString();
const data = (until: string) => ({
  userId: 'u',
  scope: { firmId: 'f', clientIds: ['c'] },
  period: { from: '2026-01-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
  purpose: 'TVA',
  until,
});
const appointed = (until = after(7)): MandateEvent => ({ type: 'AuditorAppointed', data: data(until) });
const ended: MandateEvent = { type: 'MandateEnded', data: { userId: 'u', why: 'by_hand' } };
const prolong = (until: string) => ({ type: 'ProlongMandate', data: { until } }) as const;
const end = (why: 'by_hand' | 'time') => ({ type: 'EndMandate', data: { why } }) as const;

describe('a mandate', () => {
  it('is made once, for a time that is not over and at most a year', () => {
    given()
      .when({ type: 'AppointAuditor', data: data(after(7)) })
      .then(appointed());
    given(appointed())
      .when({ type: 'AppointAuditor', data: data(after(7)) })
      .then();
    for (const until of [after(0), after(-1), after(367)])
      given()
        .when({ type: 'AppointAuditor', data: data(until) })
        .thenRefused('mandate/time');
  });
  it('is prolonged while it lasts, and not after it has ended or its time is over', () => {
    given(appointed())
      .when(prolong(after(30)))
      .then({ type: 'MandateProlonged', data: { userId: 'u', until: { from: after(7), to: after(30) } } });
    given(appointed())
      .when(prolong(after(7)))
      .then();
    given(appointed())
      .when(prolong(after(400)))
      .thenRefused('mandate/time');
    given(appointed(), ended)
      .when(prolong(after(30)))
      .thenRefused('mandate/ended');
    given(appointed(after(-1)))
      .when(prolong(after(30)))
      .thenRefused('mandate/ended');
    given()
      .when(prolong(after(30)))
      .thenRefused('mandate/unknown');
  });
  it('ends once, and by its time not before that is over', () => {
    given(appointed()).when(end('by_hand')).then(ended);
    given(appointed(), ended).when(end('by_hand')).thenRefused('mandate/ended');
    given(appointed()).when(end('time')).then();
    given(appointed(after(-1)))
      .when(end('time'))
      .then({ type: 'MandateEnded', data: { userId: 'u', why: 'time' } });
  });
});
