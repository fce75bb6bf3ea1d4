/** @jest-environment ./testing/browser.cjs */
import { act, createEvent, fireEvent, render, renderHook } from '@testing-library/react';
import { createElement, useState, type KeyboardEvent } from 'react';
import type { Entry } from './entries';
import { NOTHING, type Selection } from './selection';
import { useGridKeys, type RowAction } from './use-grid-keys';

const ORDER = ['a', 'b', 'c'];
const NAMES = ['Unu', 'Doi', 'Trei'];
const entries = ORDER.map((id, at) => ({ id, name: NAMES[at] })) as unknown as readonly Entry[];
const on = (cursor: string | null, ...ids: string[]): Selection => ({ ids: new Set(ids), anchor: cursor, cursor });

/** Presses a key over a selection. @returns what came of it */
const press = (selection: Selection, key: string, more: Partial<KeyboardEvent> = {}) => {
  const done: unknown[] = [];
  const grid = {
    entries,
    selection,
    onSelect: ({ ids, cursor }: Selection) => done.push(['select', [...ids].join(''), cursor]),
    onAction: (action: RowAction, entry: Entry | null) => done.push([action, entry?.id ?? null]),
    onMenu: () => done.push(['menu']),
  };
  const { result } = renderHook(() => useGridKeys(grid));
  const marks: string[] = [];
  const currentTarget = { setAttribute: (name: string) => marks.push(name) };
  const preventDefault = () => {};
  const event = { key, currentTarget, target: currentTarget, preventDefault, timeStamp: 0, ...more };
  result.current(event as unknown as KeyboardEvent);
  // whatever keys do, that they are used shows
  if (done.length > 0) expect(marks).toEqual(['data-keys']);
  return done;
};

describe('keys in the rows', () => {
  it.each<[string, Selection, string, Partial<KeyboardEvent>, unknown[]]>([
    ['down', on('a', 'a'), 'ArrowDown', {}, [['select', 'b', 'b']]],
    ['up', on('b', 'b'), 'ArrowUp', {}, [['select', 'a', 'a']]],
    ['down with what is between', on('a', 'a'), 'ArrowDown', { shiftKey: true }, [['select', 'ab', 'b']]],
    ['to the end', on('a', 'a'), 'End', {}, [['select', 'c', 'c']]],
    ['to the beginning', on('c', 'c'), 'Home', {}, [['select', 'a', 'a']]],
    ['a page down', on('a', 'a'), 'PageDown', {}, [['select', 'c', 'c']]],
    ['a page up', on('c', 'c'), 'PageUp', {}, [['select', 'a', 'a']]],
    ['nothing', on('a', 'a'), 'Escape', {}, [['select', '', null]]],
    ['all', on('a', 'a'), 'a', { ctrlKey: true }, [['select', 'abc', 'a']]],
    ['all, also with caps lock', on('a', 'a'), 'A', { ctrlKey: true }, [['select', 'abc', 'a']]],
    ['one more', on('b', 'a'), ' ', {}, [['select', 'ab', 'b']]],
    ['the one whose name begins so', on('a', 'a'), 't', {}, [['select', 'c', 'c']]],
  ])('select %s', (_, selection, key, more, then) => expect(press(selection, key, more)).toEqual(then));

  it('do something with the row, or with what is selected', () => {
    expect(press(on('b', 'b'), 'Enter')).toEqual([['open', 'b']]);
    expect(press(on('b', 'b'), 'F2')).toEqual([['rename', 'b']]);
    expect(press(on('b', 'b'), 'Delete')).toEqual([['delete', null]]);
    expect(press(on('b', 'b'), 'Backspace')).toEqual([['up', null]]);
    expect(press(on('b', 'b'), 'ContextMenu')).toEqual([['menu']]);
    expect(press(on('b', 'b'), 'F10', { shiftKey: true })).toEqual([['menu']]);
  });

  it('do nothing without a row, without a selection, or when they mean nothing here', () => {
    for (const key of ['Enter', 'F2', 'Delete', ' ']) expect(press(NOTHING, key)).toEqual([]);
    for (const key of ['a', 'F10', 'x']) expect(press(on('a', 'a'), key)).toEqual([]);
  });
});

describe('a name that is typed in the rows', () => {
  const aGrid = (...names: readonly string[]) => {
    const rows = names.map((name) => ({ id: name, name })) as unknown as readonly Entry[];
    const Grid = () => {
      const [selection, onSelect] = useState(NOTHING);
      const onKeyDown = useGridKeys({ entries: rows, selection, onSelect, onAction: () => {}, onMenu: () => {} });
      const heading = createElement('button', {}, 'Nume');
      return createElement('div', { role: 'grid', tabIndex: 0, onKeyDown }, heading, selection.cursor);
    };
    const { getByRole } = render(createElement(Grid));
    const grid = getByRole('grid');
    const heading = getByRole('button');
    let now = 50_000;
    /** @returns where the cursor then is, and whether the key was used. */
    const press = (key: string, after = 0, { at = grid, ...more }: { at?: Element; ctrlKey?: boolean } = {}) => {
      now += after;
      const event = createEvent.keyDown(at, { key, ...more });
      Object.defineProperty(event, 'timeStamp', { value: now });
      act(() => void fireEvent(at, event));
      return [grid.textContent.slice('Nume'.length), event.defaultPrevented];
    };
    return { press, heading };
  };

  it('leads to the row that begins so, as long as it is typed without a pause', () => {
    const { press } = aGrid('Alfa', 'Tabel', 'Tren', 'Raport');
    expect(press('t')).toEqual(['Tabel', true]);
    expect(press('r', 899)).toEqual(['Tren', true]);
    expect(press('r', 900)).toEqual(['Raport', true]);
    expect(press('t', 5_000)).toEqual(['Tabel', true]);
    expect(press('r', 5_000)).toEqual(['Raport', true]);
    // what no name begins with changes nothing
    expect(press('x', 5_000)).toEqual(['Raport', true]);
  });

  it('may begin like the name where the cursor stands, and have blanks in it', () => {
    const { press } = aGrid('Alfa', 'Tabel', 'T bis', 'Tren');
    for (const key of ['t', ' ']) press(key);
    expect(press('b')).toEqual(['T bis', true]);
    expect(press('t', 2_000)).toEqual(['Tren', true]);
    expect(press('r')).toEqual(['Tren', true]);
  });

  it('is one letter again and again to go from one such row to the next, and to the first again', () => {
    const { press } = aGrid('Alfa', 'Tabel', 'Bon', 'Tren');
    const gone = [press('t'), press('t', 100), press('t', 100), press('t', 2_000)].map(([name]) => name);
    expect(gone).toEqual(['Tabel', 'Tren', 'Tabel', 'Tren']);
  });

  it('does not begin with a key that means something else', () => {
    const { press } = aGrid('Shift', '/opt', '?', ' ');
    for (const key of ['Shift', '/', '?']) expect(press(key)).toEqual(['', false]);
    // a blank selects: the list does not scroll by it
    expect(press(' ')).toEqual(['', true]);
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(press('s', 0, { [held]: true })).toEqual(['', false]);
    expect(press('s')).toEqual(['Shift', true]);
  });

  it('is not typed into a heading, which has keys of its own', () => {
    const { press, heading } = aGrid('Alfa', 'Bon');
    expect(press('ArrowDown', 0, { at: heading })).toEqual(['Alfa', true]);
    for (const key of ['Enter', ' ']) expect(press(key, 0, { at: heading })).toEqual(['Alfa', false]);
    expect(press('Enter')).toEqual(['Alfa', true]);
    expect(press(' ')).toEqual(['Alfa', true]);
  });
});
