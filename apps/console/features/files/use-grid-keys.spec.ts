import type { KeyboardEvent } from 'react';
import type { Entry } from './entries';
import { NOTHING, type Selection } from './selection';
import { useGridKeys as keysOf } from './use-grid-keys';

const ORDER = ['a', 'b', 'c'];
const entries = ORDER.map((id) => ({ id })) as unknown as readonly Entry[];
const on = (cursor: string | null, ...ids: string[]): Selection => ({ ids: new Set(ids), anchor: cursor, cursor });

/** Presses a key over a selection. @returns what came of it */
const press = (selection: Selection, key: string, more: Partial<KeyboardEvent> = {}) => {
  const done: unknown[] = [];
  const onKey = keysOf({
    ...{ entries, order: ORDER, selection },
    onSelect: ({ ids, cursor }) => done.push(['select', [...ids].join(''), cursor]),
    onAction: (action, entry) => done.push([action, entry?.id ?? null]),
    onScroll: (index) => done.push(['scroll', index]),
    onMenu: () => done.push(['menu']),
  });
  const currentTarget = { setAttribute: (name: string) => done.push([name]) };
  const preventDefault = () => {};
  onKey({ key, currentTarget, preventDefault, ...more } as unknown as KeyboardEvent);
  // the first is that it is worked by keys
  expect(done.shift() ?? ['data-keys']).toEqual(['data-keys']);
  return done;
};

describe('keys in the rows', () => {
  it.each<[string, Selection, string, Partial<KeyboardEvent>, unknown[]]>([
    [
      'down',
      on('a', 'a'),
      'ArrowDown',
      {},
      [
        ['select', 'b', 'b'],
        ['scroll', 1],
      ],
    ],
    [
      'up',
      on('b', 'b'),
      'ArrowUp',
      {},
      [
        ['select', 'a', 'a'],
        ['scroll', 0],
      ],
    ],
    [
      'down with what is between',
      on('a', 'a'),
      'ArrowDown',
      { shiftKey: true },
      [
        ['select', 'ab', 'b'],
        ['scroll', 1],
      ],
    ],
    [
      'to the end',
      on('a', 'a'),
      'End',
      {},
      [
        ['select', 'c', 'c'],
        ['scroll', 2],
      ],
    ],
    [
      'to the beginning',
      on('c', 'c'),
      'Home',
      {},
      [
        ['select', 'a', 'a'],
        ['scroll', 0],
      ],
    ],
    [
      'a page down',
      on('a', 'a'),
      'PageDown',
      {},
      [
        ['select', 'c', 'c'],
        ['scroll', 2],
      ],
    ],
    [
      'a page up',
      on('c', 'c'),
      'PageUp',
      {},
      [
        ['select', 'a', 'a'],
        ['scroll', 0],
      ],
    ],
    ['nothing', on('a', 'a'), 'Escape', {}, [['select', '', null]]],
    ['all', on('a', 'a'), 'a', { ctrlKey: true }, [['select', 'abc', 'a']]],
    ['one more', on('b', 'a'), ' ', {}, [['select', 'ab', 'b']]],
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
