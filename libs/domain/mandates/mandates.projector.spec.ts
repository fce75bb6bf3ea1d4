import { projects, someone } from '@dosar/kernel/testing';
import type { Mandate } from '@dosar/contracts';
import { clientRegistered, contab, elena, firmRegistered, of, userRegistered } from '../testing/identity';
import { ClientEvents, type ClientEvent } from '../identity/client.events';
import { FirmEvents, type FirmEvent } from '../identity/firm.events';
import { UserEvents, type UserEvent } from '../identity/user.events';
import { MandateEvents, type MandateEvent } from './mandate.events';
import { mandates } from './mandates.projector';

type Any = MandateEvent | UserEvent | FirmEvent | ClientEvent;

const given = projects<Any>(mandates, MandateEvents, UserEvents, FirmEvents, ClientEvents);
const person = { ...userRegistered(elena), ...of('user', 'u-9') };
const firm = { ...firmRegistered(), ...of('firm', 'f-1') };
const client = { ...clientRegistered(), ...of('client', 'c-1') };
const until = '2026-05-01T00:00:00.000Z';
const period = { from: '2026-01-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' };
const appointed = {
  type: 'AuditorAppointed' as const,
  data: { userId: 'u-9', scope: { firmId: 'f-1', clientIds: ['c-1'] }, period, purpose: 'TVA', until },
  ...of('mandate', 'm-1'),
};
const named = (nameOf: string, name: string | null, email: string | null = null) => ({
  [`name:${nameOf}`]: { nameOf, name, email },
});
const row = (more: Partial<Mandate> = {}, firmName: string | null = contab.name) => ({
  ...named('u-9', elena.name, elena.email),
  ...named('f-1', firmName),
  ...named('c-1', client.data.societate),
  'm-1': {
    id: 'm-1',
    auditor: { id: 'u-9', name: elena.name, email: elena.email },
    scope: { firm: { id: 'f-1', name: contab.name }, clients: [{ id: 'c-1', name: client.data.societate }] },
    period,
    purpose: 'TVA',
    until,
    appointed_at: someone.now,
    appointed_by: { id: someone.actor.id, name: null },
    ended_at: null,
    ended_why: null,
    ...more,
  },
});

describe('the view of mandates', () => {
  it('shows who was appointed, for what, and until when', () => given(person, firm, client, appointed).thenRows(row()));
  it('shows names as they are now', () =>
    given(person, firm, client, appointed, {
      type: 'FirmDetailsChanged',
      data: { name: { from: contab.name, to: 'Expert' } },
      ...of('firm', 'f-1'),
    }).thenRows(row({ scope: { ...row()['m-1'].scope, firm: { id: 'f-1', name: 'Expert' } } }, 'Expert')));
  it('shows how long it lasts, and that it has ended', async () => {
    const longer = '2026-06-01T00:00:00.000Z';
    const prolonged = {
      type: 'MandateProlonged',
      data: { userId: 'u-9', until: { from: until, to: longer } },
      ...of('mandate', 'm-1'),
    } as const;
    const ended = { type: 'MandateEnded', data: { userId: 'u-9', why: 'by_hand' }, ...of('mandate', 'm-1') } as const;
    await given(person, firm, client, appointed, prolonged).thenRows(row({ until: longer }));
    await given(person, firm, client, appointed, ended).thenRows(row({ ended_at: someone.now, ended_why: 'by_hand' }));
  });
});
