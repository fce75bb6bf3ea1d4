import { projects, someone } from '@dosar/kernel/testing';
import { DriveEvents } from '../files/drive.events';
import { UserEvents } from '../identity/user.events';
import { audit, positionKey } from './audit.projector';

const registered = {
  type: 'UserRegistered',
  data: { role: 'user', firmId: null, name: 'Ana Țăranu', email: 'ana@brutaria.ro', phone: null },
  resource: { type: 'user', id: someone.actor.id },
} as const;
const created = {
  type: 'FolderCreated',
  data: { folderId: 'a', parentId: null, path: '/', name: 'Plăți', categoryKey: null },
  resource: { type: 'folder', id: 'a' },
} as const;

describe('the audit', () => {
  it('has one row for every event, under the name that its doer had then', async () => {
    const row = (at: number, more: object) => ({
      stream: 'spec-1',
      revision: at,
      eventId: expect.any(String) as string,
      position: String(at + 1),
      userId: someone.actor.id,
      clientId: 'c-1',
      correlationId: '00000000-0000-4000-8000-000000000001',
      ip: '127.0.0.1',
      occurredAt: someone.now,
      ...more,
    });
    await projects(
      audit,
      UserEvents,
      DriveEvents,
    )(registered, created).thenRows({
      [`known:${someone.actor.id}`]: { known: someone.actor.id, name: 'Ana Țăranu', email: null },
      [positionKey(1n)]: row(0, {
        eventType: 'UserRegistered',
        userName: null,
        resourceType: 'user',
        resourceId: someone.actor.id,
        searched: 'userregistered  127.0.0.1 user ana taranu ana@brutaria.ro',
      }),
      [positionKey(2n)]: row(1, {
        eventType: 'FolderCreated',
        userName: 'Ana Țăranu',
        resourceType: 'folder',
        resourceId: 'a',
        searched: 'foldercreated ana taranu 127.0.0.1 a / plati',
      }),
    });
  });
  it('is in the order of the log', () =>
    expect([10n, 9n, 100n].map(positionKey).sort()).toEqual([9n, 10n, 100n].map(positionKey)));
});
