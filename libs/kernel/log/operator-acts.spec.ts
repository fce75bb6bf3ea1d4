import { recordOf } from './installation-stream';
import { memoryEventStore } from '../memory/event-store';
import { memoryVault } from '../memory/vault';
import { ACTS, leaveAct, takeActs } from './operator-acts';
import { Unavailable, type EventStore } from '../ports';
import { parseRecord } from './record';
import { all } from '../testing/account';

const THEN = '2030-01-01T00:00:00.000Z';

describe('what an operator does beside the server', () => {
  const aLog = async () => {
    const events = memoryEventStore();
    const data = { installationId: 'i', formats: {} as never, check: 'c' };
    await events.append('installation', -1, [recordOf({ type: 'InstallationFounded', data }, 0, 'i', THEN)]);
    return { events, vault: memoryVault() };
  };
  const said = async ({ events }: { readonly events: EventStore }) =>
    (await all(events.read('installation'))).map(parseRecord).slice(1);

  it('stands in the log in its order, with the moment at which it was done', async () => {
    const ports = await aLog();
    await takeActs(ports);
    await leaveAct(ports.vault, 'backup', { count: 9, root: 'r' }, new Date('2029-12-31T23:00:00.000Z'));
    await leaveAct(ports.vault, 'destruction', { about: 'files:c/2026' });
    await takeActs(ports);
    expect(await said(ports)).toMatchObject([
      {
        type: 'OperatorActed',
        occurredAt: THEN,
        resource: { type: 'installation', id: 'i' },
        data: { what: 'backup', about: null, count: 9, root: 'r', actedAt: '2029-12-31T23:00:00.000Z' },
      },
      { data: { what: 'destruction', about: 'files:c/2026' } },
    ]);
    expect(await ports.vault.get(ACTS)).toBe('[]');
  });

  it('stands there once, also when the server ended before it had taken it out of the vault, or two servers found it', async () => {
    const ports = await aLog();
    await leaveAct(ports.vault, 'rotation', { count: 7 });
    const left = (await ports.vault.get(ACTS))!;
    await takeActs(ports);
    await ports.vault.replaceIf(ACTS, '[]', left);
    await leaveAct(ports.vault, 'backup', {});
    await Promise.all([takeActs(ports), takeActs(ports), takeActs(ports)]);
    expect((await said(ports)).map(({ data }) => (data as { what: string }).what)).toEqual(['rotation', 'backup']);
    expect(await ports.vault.get(ACTS)).toBe('[]');
  });

  it('stays in the vault while nothing can be written, and is said then', async () => {
    const ports = await aLog();
    await leaveAct(ports.vault, 'restore', {});
    const refused = { ...ports.events, append: () => Promise.reject(new Unavailable('not accepted')) };
    await expect(takeActs({ ...ports, events: refused })).rejects.toThrow('not accepted');
    await takeActs(ports);
    expect(await said(ports)).toHaveLength(1);
  });
});
