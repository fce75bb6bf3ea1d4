/** @jest-environment ./testing/browser.cjs */
import { renderHook } from '@testing-library/react';
import type { KeyboardEvent } from 'react';
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
    ...{ entries, selection },
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
