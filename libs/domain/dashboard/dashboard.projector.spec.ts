import type { Recorded } from '@dosar/kernel';
import { projects, recorded, someone } from '@dosar/kernel/testing';
import { deleted, file, folder } from '../testing/drive';
import { clientRegistered, of } from '../testing/identity';
import { DriveEvents, type DriveEvent } from '../files/drive.events';
import { ClientEvents, type ClientEvent } from '../identity/client.events';
import type { Act } from './activity';
import { dashboard, type DashboardRow } from './dashboard.projector';
import { NO_FIGURES } from './figures';

type Event = DriveEvent | ClientEvent;
type About = Partial<Omit<Recorded, 'type' | 'data'>>;
type Told = Event & About;

const given = (...events: Told[]) => projects<Event>(dashboard, DriveEvents, ClientEvents)(...events);
const client = (id: string, firmId = 'f-1'): Told => ({ ...clientRegistered({ firmId }), ...of('client', id) });
const inDrive = (event: DriveEvent, more: About = {}, clientId = 'c-1'): Told => ({
  ...event,
  stream: `drive-${clientId}`,
  resource: DriveEvents.resource(clientId, event),
  ...more,
});
const apart = (correlationId: string) => ({ correlationId });

/** 12 o'clock of 1 January 2026, as a day and a quarter of an hour of UTC. */
const NOON = { 20454: { 48: 1 } };
const DAY_MS = 24 * 60 * 60 * 1000;

/** An expected row; of the newest acts type, thing and count. */
const row = (id: string, kind: DashboardRow['kind'], more: Partial<DashboardRow> = {}): DashboardRow => ({
  id,
  kind,
  firmId: kind === 'client' ? 'f-1' : null,
  ...NO_FIGURES,
  recent: [],
  ...more,
});
const everywhere = (more: Partial<DashboardRow>) => ({
  'c-1': row('c-1', 'client', more),
  'f-1': row('f-1', 'firm', more),
  installation: row('installation', 'installation', more),
});
/** The act of an event at that position. */
const act = (event: Told, at: number, more: Partial<Act> = {}): Act => {
  const { id, position, type, occurredAt, actor, resource, correlationId } = recorded(event, at);
  return {
    id,
    firstId: id,
    position: String(position),
    type,
    at: occurredAt,
    clientId: 'c-1',
    resource,
    correlationId,
    actor: { id: actor.id, role: actor.role },
    to: null,
    count: 1,
    before: null,
    ...more,
  };
};

const uploaded = inDrive(file('f', 'bon.pdf'));
const fileRow = { process: 'new', accounting: null, uploadedAt: someone.now, isDeleted: false } as const;
const one = { process: { ...NO_FIGURES.process, new: 1 }, accounting: { ...NO_FIGURES.accounting, none: 1 } };

describe('the figures', () => {
  it('are nothing before there is anything', () => given(client('c-1')).thenRows(everywhere({})));

  it('count a document in its client, its firm, and all', () =>
    given(client('c-1'), uploaded).thenRows({
      ...everywhere({ ...one, uploads: NOON, recent: [act(uploaded, 1)] }),
      'file:f': fileRow,
    }));

  it('count it by its states', async () => {
    const about = { fileId: 'f', folderId: null, name: 'bon.pdf' } as const;
    const processing = inDrive({
      type: 'FileProcessStateChanged',
      data: { year: 2026, ...about, from: 'new', to: 'processing' },
    });
    const inReview = inDrive({
      type: 'FileAccountingStatusChanged',
      data: { year: 2026, ...about, from: null, to: 'accounting_in_review' },
    });
    await given(client('c-1'), uploaded, processing, inReview).thenRows({
      ...everywhere({
        process: { ...NO_FIGURES.process, processing: 1 },
        accounting: { ...NO_FIGURES.accounting, accounting_in_review: 1 },
        uploads: NOON,
        recent: [
          act(inReview, 3, { to: 'accounting_in_review' }),
          act(processing, 2, { to: 'processing' }),
          act(uploaded, 1),
        ],
      }),
      'file:f': { ...fileRow, process: 'processing', accounting: 'accounting_in_review' },
    });
  });

  it('leave out what is deleted, until it is restored', async () => {
    const gone = inDrive(deleted(file('f', 'bon.pdf'), 'd'));
    const data = { fileId: 'f', year: 2026, folderId: null, from: 'bon.pdf', to: 'bon.pdf', deletion: 'd' };
    const back = inDrive({ type: 'FileRestored', data });
    await given(client('c-1'), uploaded, gone).thenRows({
      ...everywhere({ recent: [act(gone, 2), act(uploaded, 1)] }),
      'file:f': { ...fileRow, isDeleted: true },
    });
    await given(client('c-1'), uploaded, gone, back).thenRows({
      ...everywhere({ ...one, uploads: NOON, recent: [act(back, 3), act(gone, 2), act(uploaded, 1)] }),
      'file:f': fileRow,
    });
  });

  it('let days go that are not shown any more', async () => {
    const later = inDrive(file('g', 'azi.pdf'), {
      occurredAt: new Date(Date.parse(someone.now) + 33 * DAY_MS).toISOString(),
    });
    await given(client('c-1'), uploaded, later).thenRows({
      ...everywhere({
        process: { ...one.process, new: 2 },
        accounting: { ...one.accounting, none: 2 },
        uploads: { 20487: { 48: 1 } },
        recent: [act(later, 2, { count: 2, firstId: act(uploaded, 1).id })],
      }),
      'file:f': fileRow,
      'file:g': { ...fileRow, uploadedAt: later.occurredAt },
    });
  });

  it('of a client that is gone are in no sum, and what was done elsewhere is the newest', async () => {
    const other = inDrive(file('g', 'x.pdf'), apart('2'), 'c-2');
    const gone: Told = {
      type: 'ClientDeleted',
      data: { firmId: 'f-1', societate: 'Brutăria', cui: '1' },
      ...of('client', 'c-1'),
    };
    const sums = { ...one, uploads: NOON, recent: [act(other, 2, { clientId: 'c-2' })] };
    await given(client('c-1'), client('c-2'), other, uploaded, gone).thenRows({
      'c-2': row('c-2', 'client', sums),
      'f-1': row('f-1', 'firm', sums),
      installation: row('installation', 'installation', sums),
      'file:f': fileRow,
      'file:g': fileRow,
    });
  });
});

describe('what was done last', () => {
  const acts = (...events: readonly Told[]) => ({
    then: async (...expected: readonly Act[]) =>
      given(client('c-1'), ...events).thenRows(expect.objectContaining(everywhere({ recent: expected })) as never),
  });
  const by = (id: string) => ({ actor: { kind: 'user', id, role: 'accountant', sessionId: 's' } }) as const;
  const made = (id: string, more: About) => inDrive(folder(id, id), more);

  it('is one for all that an action did alike', async () => {
    const a = made('a', apart('1'));
    const b = made('b', { ...apart('2'), ...by('dan') });
    const c = made('c', apart('1'));
    await acts(a, b, c).then(act(c, 3, { count: 2, firstId: act(a, 1).id }), act(b, 2));
  });
  it('is one for all that somebody did alike in a row', async () => {
    const a = made('a', apart('1'));
    const b = made('b', apart('2'));
    const { id, position, at, resource, count } = act(a, 1);
    await acts(a, b).then(act(b, 2, { count: 2, firstId: id, before: { id, position, at, resource, count } }));
  });
  it('is the newest ten', async () => {
    const all = Array.from({ length: 12 }, (_, at) => made(`n${at}`, { ...apart(String(at)), ...by(`u${at}`) }));
    await acts(...all).then(
      ...all
        .slice(2)
        .map((event, at) => act(event, at + 3))
        .reverse(),
    );
  });
  it('of the system has nobody', async () => {
    const actor = { kind: 'system', id: 'gateway', role: null, sessionId: null } as const;
    const a = made('a', { actor });
    await acts(a).then(act(a, 1, { actor: null }));
  });
});
