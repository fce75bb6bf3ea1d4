/** @jest-environment ./testing/browser.cjs */
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { FolderTree as Branch } from '@dosar/contracts';
import { aFolder } from '../../../testing/drive';
import { show } from '../../../testing/screen';
import { endDrag, startDrag } from '../folder/drag';
import { FolderTree } from './folder-tree';

const branch = (id: string, name: string, parent: string | null, ...children: readonly Branch[]): Branch => ({
  ...aFolder(id, name, parent),
  children,
});

/** Two folders, the first of which has two years in it, the second year a month. No test unfolds what another does. */
let made = 0;
const aTree = () => {
  const n = (made += 1);
  const id = (name: string) => `${name}${n}`;
  const month = branch(id('luna'), 'Mai', id('2026'));
  const years = [branch(id('2025'), '2025', id('f')), branch(id('2026'), '2026', id('f'), month)];
  return { id, tree: [branch(id('f'), 'Facturi', null, ...years), branch(id('c'), 'Contracte', null)] };
};

const aScreen = async (first: string | null = null) => {
  const { id, tree } = aTree();
  const told: unknown[] = [];
  const Screen = () => {
    const [folderId, setFolderId] = useState(first === null ? null : id(first));
    return (
      <>
        <button onClick={() => setFolderId(id('2025'))}>La 2025</button>
        <div
          draggable
          role="row"
          tabIndex={-1}
          onDragStart={(event) => startDrag(event, [{ id: 'x' }] as never, 'x')}
        />
        <FolderTree
          tree={tree}
          folderId={folderId}
          onOpen={(to) => {
            told.push(['open', to]);
            setFolderId(to);
          }}
          onMove={(entries, to, name) => told.push(['move', entries.length, to, name])}
          onFiles={(_, to) => told.push(['files', to])}
        />
      </>
    );
  };
  await show(<Screen />);
  return { told, id };
};

const items = () => screen.getAllByRole('treeitem');
/** What is seen: deeper folders further in, `+` before what can be unfolded, `-` before what can be folded. */
const seen = () =>
  items().map((item) => {
    const isOpen = item.getAttribute('aria-expanded');
    const mark = isOpen === null ? '' : isOpen === 'true' ? '-' : '+';
    return `${'.'.repeat(Number(item.getAttribute('aria-level')) - 1)}${mark}${item.title}`;
  });
const cursor = () =>
  items()
    .filter((item) => item.dataset['cursor'])
    .map(({ title }) => title);
const current = () =>
  items()
    .filter((item) => item.getAttribute('aria-selected') === 'true')
    .map(({ title }) => title);
/** Presses keys one after the other. @returns where the cursor then is, and whether the keys were used. */
const press = (...keys: readonly string[]) => {
  const isUsed = keys.map((key) => {
    const event = createEvent.keyDown(screen.getByRole('tree'), { key });
    fireEvent(screen.getByRole('tree'), event);
    return event.defaultPrevented;
  });
  return [...cursor(), isUsed.every(Boolean)];
};
const item = (title: string) => items().find((each) => each.title === title)!;

const ROOT = 'Documente';

describe('the tree of folders', () => {
  it('is gone through by keys, no further than its ends', async () => {
    const { told, id } = await aScreen();
    expect(seen()).toEqual([ROOT, '.+Facturi', '.Contracte']);
    expect(cursor()).toEqual([ROOT]);
    expect(press('ArrowUp')).toEqual([ROOT, true]);
    expect(press('ArrowDown')).toEqual(['Facturi', true]);
    expect(press('End')).toEqual(['Contracte', true]);
    expect(press('ArrowDown')).toEqual(['Contracte', true]);
    expect(press('ArrowUp', 'ArrowUp')).toEqual([ROOT, true]);
    expect(press('End', 'Home')).toEqual([ROOT, true]);
    expect(told).toEqual([]);
    press('ArrowDown', 'Enter');
    press('End', ' ');
    expect(told).toEqual([
      ['open', id('f')],
      ['open', id('c')],
    ]);
    expect(current()).toEqual(['Contracte']);
  });

  it('leaves the keys that mean nothing in it alone', async () => {
    await aScreen();
    expect(press('x')).toEqual([ROOT, false]);
    expect(press('Tab')).toEqual([ROOT, false]);
  });

  it('is unfolded to the right, and folded to the left, whence it goes to the folder around', async () => {
    await aScreen();
    press('ArrowDown');
    expect(press('ArrowRight')).toEqual(['Facturi', true]);
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
    // what is unfolded already is gone into, and so is what has nothing to unfold passed
    expect(press('ArrowRight')).toEqual(['2025', true]);
    expect(press('ArrowRight')).toEqual(['2026', true]);
    expect(press('ArrowRight', 'ArrowRight')).toEqual(['Mai', true]);
    expect(press('ArrowLeft')).toEqual(['2026', true]);
    expect(press('ArrowLeft')).toEqual(['2026', true]);
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
    expect(press('ArrowLeft')).toEqual(['Facturi', true]);
    expect(press('ArrowLeft', 'ArrowLeft')).toEqual([ROOT, true]);
    expect(seen()).toEqual([ROOT, '.+Facturi', '.Contracte']);
  });

  it('shows the way to the folder that is open, unless it was folded by hand', async () => {
    await aScreen('luna');
    const whole = [ROOT, '.-Facturi', '..2025', '..-2026', '...Mai', '.Contracte'];
    expect([seen(), cursor(), current()]).toEqual([whole, ['Mai'], ['Mai']]);
    press('ArrowLeft', 'ArrowLeft');
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
    press('ArrowLeft', 'ArrowLeft');
    expect(seen()).toEqual([ROOT, '.+Facturi', '.Contracte']);
    // where the person goes next is shown again
    fireEvent.click(screen.getByRole('button', { name: 'La 2025' }));
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
    expect([cursor(), current()]).toEqual([['2025'], ['2025']]);
  });

  it('does not unfold the folder that is open, only those around it', async () => {
    await aScreen('2026');
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
  });

  it('keeps what was unfolded when the person goes elsewhere', async () => {
    const { told } = await aScreen();
    fireEvent.click(item('Facturi').querySelector('.arrow')!);
    expect(told).toEqual([]);
    fireEvent.click(item('Contracte').querySelector('.arrow')!);
    expect(current()).toEqual(['Contracte']);
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
    fireEvent.click(item('Facturi').querySelector('.arrow')!);
    expect(seen()).toEqual([ROOT, '.+Facturi', '.Contracte']);
  });

  it('opens a folder by a click, from where the keys go on', async () => {
    const { told, id } = await aScreen();
    fireEvent.click(item('Contracte'));
    expect(told).toEqual([['open', id('c')]]);
    expect(press('ArrowUp')).toEqual(['Facturi', true]);
    fireEvent.click(item(ROOT));
    expect(told.at(-1)).toEqual(['open', null]);
  });
});

describe('what is dropped on the tree', () => {
  afterEach(() => {
    endDrag();
    jest.useRealTimers();
  });
  const desktop = { dataTransfer: { types: ['Files'], dropEffect: 'none' } };
  const rows = { dataTransfer: { types: ['text/plain'], dropEffect: 'none', setData: () => {} } };

  it('goes into the folder', async () => {
    const { told, id } = await aScreen();
    fireEvent.drop(item('Contracte'), desktop);
    fireEvent.drop(item(ROOT), desktop);
    fireEvent.dragStart(screen.getByRole('row'), rows);
    fireEvent.dragEnter(item('Facturi'), rows);
    expect(item('Facturi').dataset['over']).toBe('true');
    fireEvent.drop(item('Facturi'), rows);
    expect(item('Facturi').dataset['over']).toBeUndefined();
    expect(told).toEqual([
      ['files', id('c')],
      ['files', null],
      ['move', 1, id('f'), 'Facturi'],
    ]);
  });

  it('may have to wait over a folder, which then unfolds', async () => {
    await aScreen();
    jest.useFakeTimers();
    const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
    fireEvent.dragEnter(item('Facturi'), desktop);
    pass(600);
    fireEvent.dragLeave(item('Facturi'), desktop);
    pass(1_000);
    expect(seen()).toEqual([ROOT, '.+Facturi', '.Contracte']);
    fireEvent.dragEnter(item('Facturi'), desktop);
    pass(700);
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
    // what is open already, or has nothing to unfold, stays as it is
    for (const name of ['Facturi', 'Contracte']) fireEvent.dragEnter(item(name), desktop);
    pass(1_000);
    expect(seen()).toEqual([ROOT, '.-Facturi', '..2025', '..+2026', '.Contracte']);
  });
});
