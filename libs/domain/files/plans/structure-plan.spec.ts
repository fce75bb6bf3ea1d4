import { file, folder, given } from '../../testing/drive';
import type { DriveEvent } from '../drive.events';

describe('the accounting structure', () => {
  const create = { type: 'CreateStructure', data: { parentId: null, year: 2026 } } as const;
  const complete = (...past: DriveEvent[]) => {
    const made: DriveEvent[] = [];
    for (;;) {
      const decision = given(...past, ...made).when(create, { idFor: (name) => `${made.length} ${name}` })
        .decision as DriveEvent[];
      if (decision.length === 0) return made;
      expect(decision.length).toBeLessThanOrEqual(100);
      made.push(...decision);
    }
  };
  const names = (events: DriveEvent[]) => events.map(({ data }) => ('name' in data ? data.name : null));

  it('is made whole, and the second time nothing is', () => {
    const made = complete();
    expect(made).toHaveLength(1 + 11 + 1 + 12 * (1 + 15 + 4) + 1 + 6);
    expect(names(made)).toEqual(
      expect.arrayContaining([
        '00 Dosar permanent',
        '2026',
        '2026-09 Septembrie',
        '03 Bonuri fiscale și chitanțe',
        '2026 Anual',
      ]),
    );
    expect(complete(...made)).toEqual([]);
  });
  it('keeps what was renamed', () => {
    const made = complete();
    const year = made.find(({ data }) => 'name' in data && data.name === '2026')!;
    const folderId = (year.data as { folderId: string }).folderId;
    expect(
      complete(...made, {
        type: 'FolderRenamed',
        data: { year: 2026, folderId, parentId: null, from: '2026', to: 'Anul 2026' },
      }),
    ).toEqual([]);
  });
  it('restores what was deleted', () => {
    const made = complete();
    const month = made.find(({ data }) => 'name' in data && data.name === '2026-03 Martie')!;
    const { folderId, parentId } = month.data as { folderId: string; parentId: string };
    const again = complete(...made, {
      type: 'FolderDeleted',
      data: { year: 2026, folderId, parentId, name: '2026-03 Martie', deletion: 'd' },
    });
    expect(again).toEqual([
      {
        type: 'FolderRestored',
        data: {
          year: 2026,
          folderId,
          parentId,
          from: '2026-03 Martie',
          to: '2026-03 Martie',
          deletion: 'd',
        },
      },
    ]);
  });
  it('takes a folder of the same name that somebody made by hand for its own', () => {
    const made = complete(folder('mine', '2026'));
    expect(made.some(({ data }) => 'name' in data && data.name === '2026')).toBe(false);
    expect(made.filter(({ data }) => 'parentId' in data && data.parentId === 'mine')).toHaveLength(13);
  });
  it('goes round a file that has the name of a folder', () =>
    expect(names(complete(file('f', '2026')))).toContain('2026 (1)'));
});
