/** @jest-environment ./testing/browser.cjs */
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { aFile, aFolder } from '../../../testing/drive';
import { show } from '../../../testing/screen';
import { entryOfFile, entryOfFolder } from './entries';
import { FileList } from './file-list';
import type { ListProps } from './use-row-handlers';
import { NOTHING } from './selection';

const entries = [
  entryOfFolder(aFolder('d', 'Facturi')),
  ...['aviz', 'bon', 'chitanță'].map((name) => entryOfFile(aFile(name, name))),
];

/** A list in which things are selected, and what it told beside that. */
const aList = async (changes: Partial<ListProps> = {}) => {
  const told: unknown[] = [];
  const List = () => {
    const [selection, select] = useState(NOTHING);
    return (
      <FileList
        label="Listă"
        of="dosar"
        entries={entries}
        selection={selection}
        onSelect={select}
        sorting={{ by: 'name', order: 'asc' }}
        onSort={({ by, order }) => told.push(['sort', by, order])}
        onAction={(action, entry) => told.push([action, entry?.id ?? null])}
        onMenu={({ x, y }, { ids }) => told.push(['menu', x, y, [...ids].join(' ')])}
        renaming={null}
        onRename={async (entry, name) => void told.push(['rename', entry.id, name])}
        onRenamed={() => told.push(['renamed'])}
        onDropEntries={(dropped, id, name) => told.push(['drop', dropped.map((each) => each.id).join(' '), id, name])}
        onDropFiles={(_, id) => told.push(['files', id])}
        {...changes}
      />
    );
  };
  const { person } = await show(<List />);
  return { told, person };
};

const grid = () => screen.getByRole('grid');
const row = (name: string) => within(grid()).getByTitle(name).closest<HTMLElement>('[role=row]')!;
const box = (name: string) => within(row(name)).getByRole<HTMLInputElement>('checkbox');
const selected = () => entries.map(({ name }) => name!).filter((name) => box(name).checked);
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Selectează tot' });
const click = (name: string, more: object = {}) => fireEvent.click(row(name), more);

describe('a pointer in the rows', () => {
  it('selects one, more by the box or with Ctrl, a range with Shift, and the keys go on there', async () => {
    await aList();
    const focus = jest.spyOn(grid(), 'focus');
    click('aviz');
    expect(selected()).toEqual(['aviz']);
    expect(document.activeElement).toBe(grid());
    // the rows stay where they are
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
    click('chitanță');
    expect(selected()).toEqual(['chitanță']);
    click('aviz', { ctrlKey: true });
    expect(selected()).toEqual(['aviz', 'chitanță']);
    click('aviz', { metaKey: true });
    expect(selected()).toEqual(['chitanță']);
    fireEvent.click(box('bon'));
    expect(selected()).toEqual(['bon', 'chitanță']);
    click('Facturi', { shiftKey: true });
    expect(selected()).toEqual(['Facturi', 'aviz', 'bon']);
    fireEvent.keyDown(grid(), { key: 'ArrowDown' });
    expect(selected()).toEqual(['aviz']);
  });

  it('selects all and none by the box above them', async () => {
    await aList();
    click('bon');
    expect([all().checked, all().indeterminate]).toEqual([false, true]);
    fireEvent.click(all());
    expect(selected()).toHaveLength(4);
    expect([all().checked, all().indeterminate]).toEqual([true, false]);
    fireEvent.click(all());
    expect(selected()).toEqual([]);
    expect([all().checked, all().indeterminate]).toEqual([false, false]);
  });

  it('opens by two clicks, and a folder by its name', async () => {
    const { told } = await aList();
    fireEvent.doubleClick(row('bon'));
    fireEvent.click(within(row('Facturi')).getByTitle('Facturi'));
    expect(told).toEqual([
      ['open', 'bon'],
      ['open', 'd'],
    ]);
  });

  it('asks for the menu of what is selected, or of the row alone', async () => {
    const { told } = await aList();
    click('aviz');
    click('bon', { ctrlKey: true });
    const asked = createEvent.contextMenu(row('bon'), { clientX: 3, clientY: 4 });
    fireEvent(row('bon'), asked);
    // the browser's own menu does not come
    expect(asked.defaultPrevented).toBe(true);
    fireEvent.contextMenu(row('chitanță'), { clientX: 5, clientY: 6 });
    expect(selected()).toEqual(['chitanță']);
    fireEvent.click(screen.getByRole('button', { name: 'Acțiuni pentru aviz' }), { clientX: 7, clientY: 8 });
    expect(told).toEqual([
      ['menu', 3, 4, 'aviz bon'],
      ['menu', 5, 6, 'chitanță'],
      ['menu', 7, 8, 'aviz'],
    ]);
  });

  it('drags what is selected, or the row alone, and drops it on folders', async () => {
    const { told } = await aList();
    const dataTransfer = { types: ['text/plain'], setData: () => {}, dropEffect: 'none' };
    click('aviz');
    click('bon', { ctrlKey: true });
    fireEvent.dragStart(row('bon'), { dataTransfer });
    fireEvent.drop(row('Facturi'), { dataTransfer });
    fireEvent.dragStart(row('chitanță'), { dataTransfer });
    fireEvent.drop(row('aviz'), { dataTransfer });
    fireEvent.drop(row('Facturi'), { dataTransfer });
    fireEvent.drop(row('Facturi'), { dataTransfer: { types: ['Files'] } });
    expect(told).toEqual([
      ['drop', 'aviz bon', 'd', 'Facturi'],
      ['drop', 'chitanță', 'd', 'Facturi'],
      ['files', 'd'],
    ]);
  });

  it('renames in the row, and tells when it is over', async () => {
    const { told, person } = await aList({ renaming: 'bon' });
    await person.type(screen.getByRole('textbox', { name: 'Numele nou' }), ' nou{Enter}');
    expect(told).toEqual([['rename', 'bon', 'bon nou'], ['renamed']]);
  });

  it('sorts by a heading, the other way round by the same', async () => {
    const { told, person } = await aList();
    await person.click(screen.getByRole('button', { name: 'Mărime' }));
    await person.click(screen.getByRole('button', { name: 'Nume' }));
    expect(told).toEqual([
      ['sort', 'size', 'asc'],
      ['sort', 'name', 'desc'],
    ]);
  });
});

describe('a finger on the rows', () => {
  beforeEach(() => jest.useRealTimers());
  afterEach(() => jest.useRealTimers());

  const touch = { pointerType: 'touch', clientX: 100, clientY: 100 };
  const down = (name: string, more: object = {}) => fireEvent.pointerDown(row(name).firstChild!, { ...touch, ...more });
  const move = (name: string, clientX: number, clientY: number) =>
    fireEvent.pointerMove(row(name), { ...touch, clientX, clientY });
  const up = (name: string) => fireEvent.pointerUp(row(name), touch);
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  const tap = (name: string) => {
    down(name);
    pass(50);
    up(name);
    click(name);
  };
  const press = (name: string) => {
    down(name);
    pass(450);
    up(name);
    click(name);
  };
  const aTouched = async (changes: Partial<ListProps> = {}) => {
    const list = await aList(changes);
    jest.useFakeTimers();
    return list;
  };

  it('opens by a tap, until something is selected: then it selects, and what is selected twice is so no more', async () => {
    const { told } = await aTouched();
    tap('bon');
    expect([selected(), told]).toEqual([[], [['open', 'bon']]]);
    press('bon');
    expect(selected()).toEqual(['bon']);
    tap('aviz');
    tap('Facturi');
    expect(selected()).toEqual(['Facturi', 'aviz', 'bon']);
    tap('aviz');
    expect(selected()).toEqual(['Facturi', 'bon']);
    expect(told).toHaveLength(1);
  });

  it('selects by a long press, in the moment in which it has lasted long enough', async () => {
    await aTouched();
    down('bon');
    pass(449);
    expect(selected()).toEqual([]);
    pass(1);
    expect(selected()).toEqual(['bon']);
  });

  it('scrolls when it moves, and presses when it only trembles', async () => {
    await aTouched();
    down('bon');
    move('bon', 106, 108);
    pass(450);
    expect(selected()).toEqual(['bon']);
    down('aviz');
    move('aviz', 107, 108);
    pass(1_000);
    expect(selected()).toEqual(['bon']);
    down('aviz');
    move('aviz', 100, 89);
    pass(1_000);
    expect(selected()).toEqual(['bon']);
    down('aviz');
    fireEvent.pointerCancel(row('aviz'), touch);
    pass(1_000);
    expect(selected()).toEqual(['bon']);
  });

  it('asks for no menu by a long press, and for one by the button of the row', async () => {
    const { told } = await aTouched();
    down('bon');
    pass(450);
    fireEvent.contextMenu(row('bon'));
    expect(told).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Acțiuni pentru bon' }));
    expect(told).toHaveLength(1);
  });

  it('that begins on a button or a box presses that, however long', async () => {
    await aTouched();
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Acțiuni pentru bon' }), touch);
    pass(1_000);
    fireEvent.pointerDown(box('bon'), touch);
    pass(1_000);
    fireEvent.pointerDown(grid(), touch);
    pass(1_000);
    expect(selected()).toEqual([]);
  });

  it('begins anew when it is put down again, and a mouse never presses long', async () => {
    await aTouched();
    down('bon');
    pass(300);
    down('aviz');
    pass(300);
    expect(selected()).toEqual([]);
    pass(150);
    expect(selected()).toEqual(['aviz']);
    fireEvent.pointerDown(row('bon'), { ...touch, pointerType: 'mouse' });
    pass(1_000);
    expect(selected()).toEqual(['aviz']);
    click('bon');
    expect(selected()).toEqual(['bon']);
  });

  it('opens no document in the trash, but folders', async () => {
    const { told } = await aTouched({ isTrash: true });
    tap('Facturi');
    expect([selected(), told]).toEqual([[], [['open', 'd']]]);
    tap('bon');
    expect([selected(), told.length]).toEqual([['bon'], 1]);
  });
});

describe('a long list that is scrolled', () => {
  const many = Array.from({ length: 100 }, (_, at) => entryOfFile(aFile(`f${at}`, `factura ${at}`)));
  const drawn = () => [...grid().querySelectorAll('[role=rowgroup] > [role=row]')];
  const order = () => drawn().map((each) => Number(each.getAttribute('aria-rowindex')));
  const inOrder = () => order().toSorted((a, b) => a - b);
  const scroll = (toRow: number) => fireEvent.scroll(grid(), { target: { scrollTop: toRow * 46 } });

  it('changes what its rows say and moves none of them, until it stands still: then they follow each other', async () => {
    await aList({ entries: many });
    scroll(20);
    await waitFor(() => expect([order()[0], order()]).toEqual([17, inOrder()]));
    const watch = new MutationObserver(() => undefined);
    watch.observe(grid(), { childList: true, subtree: true });
    for (const at of [23, 26, 30]) scroll(at);
    const moved = watch.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
    expect(moved.filter((node) => node.isConnected)).toEqual([]);
    expect([inOrder()[0], order()]).toEqual([27, expect.not.arrayContaining([17])]);
    expect(order()).not.toEqual(inOrder());
    await waitFor(() => expect(order()).toEqual(inOrder()));
  });

  it('moves no row that is pressed, which would then not be clicked', async () => {
    await aList({ entries: many });
    const press = jest.spyOn(grid(), 'matches').mockReturnValue(true);
    scroll(20);
    await waitFor(() => expect(press).toHaveBeenCalledWith(':active'));
    expect(order()).not.toEqual(inOrder());
    press.mockReturnValue(false);
    scroll(21);
    await waitFor(() => expect(order()).toEqual(inOrder()));
  });
});
