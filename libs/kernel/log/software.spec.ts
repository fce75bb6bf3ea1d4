import { FORMAT_PAGE, FORMATS } from '../model/installation.events';
import { memoryEventStore } from '../memory/event-store';
import { recordOf } from './installation-stream';
import { parseRecord } from './record';
import { noteSoftware, noteSoftwareSoon, watchSoftware, type Software } from './software';
import { all } from '../testing/account';

const software: Software = {
  version: '1.0.0',
  commit: null,
  level: 3,
  catalogue: 'c',
  features: ['search'],
  timeZone: 'Europe/Bucharest',
  policy: { calls: [{ call: 'GET /audit/events', allow: 'admin' }], rules: [{ rule: 'locks', number: 1 }] },
};

describe('which software decides', () => {
  const aLog = async () => {
    const events = memoryEventStore();
    const data = { installationId: 'i', formats: {} as never, check: 'c' };
    await events.append('installation', -1, [
      recordOf({ type: 'InstallationFounded', data }, 0, 'i', '2030-01-01T00:00:00.000Z'),
    ]);
    return events;
  };
  const said = async (events: Awaited<ReturnType<typeof aLog>>) =>
    (await all(events.read('installation'))).map(parseRecord).slice(1);

  it('is said once, and again when its rules are others', async () => {
    const events = await aLog();
    await noteSoftware(events, software);
    await noteSoftware(events, { ...software, version: '1.0.1', commit: 'abc' });
    expect(await said(events)).toMatchObject([{ type: 'SoftwareStarted', data: software, resource: { id: 'i' } }]);
    await noteSoftware(events, { ...software, features: [] });
    expect((await said(events)).map(({ data }) => (data as Software).features)).toEqual([['search'], []]);
    // never earlier than the newest record, even with a clock that is behind
    expect((await said(events)).every(({ occurredAt }) => occurredAt === '2030-01-01T00:00:00.000Z')).toBe(true);
  });

  it('is said once by several that start together', async () => {
    const events = await aLog();
    await Promise.all([1, 2, 3].map(() => noteSoftware(events, software)));
    expect(await said(events)).toHaveLength(1);
  });

  it('and by which page the log is to be read, when that is another one than it was founded with', async () => {
    const events = await aLog();
    const signal = new AbortController().signal;
    const fail = (error: Error) => {
      throw error;
    };
    for (const version of ['1.0.0', '1.0.1']) await noteSoftwareSoon(events, { ...software, version }, signal, fail);
    expect((await said(events)).map(({ type, data }) => [type, (data as { formats?: object }).formats])).toEqual([
      ['SoftwareStarted', undefined],
      ['FormatsChanged', { ...FORMATS, page: FORMAT_PAGE }],
    ]);
  });

  it('is not one of a lower level than has written already', async () => {
    const events = await aLog();
    await noteSoftware(events, software);
    await expect(noteSoftware(events, { ...software, level: 2, version: '0.9.0' })).rejects.toThrow(
      'this log was written by a newer Dosar (1.0.0, level 3) than this one (0.9.0, level 2): start the newer one',
    );
    expect(await said(events)).toHaveLength(1);
  });

  it('is heard of while it runs, and a damaged record that says so is passed over', async () => {
    const events = await aLog();
    await noteSoftware(events, { ...software, level: 4, version: '2.0.0' });
    const records = (await all(events.read('installation'))).slice(1);
    const told: string[] = [];
    const watching = watchSoftware(events, software, { outgrown: null }, (sentence) => void told.push(sentence));
    const what = 'the record is damaged';
    watching.onRead(records.map((record) => ({ ...record, damage: { id: 'x', type: 'SoftwareStarted', what } })));
    expect(told).toEqual([]);
    watching.onRead(records);
    expect(told).toEqual([expect.stringContaining('a newer Dosar (2.0.0, level 4) writes to this log')]);
  });
});
