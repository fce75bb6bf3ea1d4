import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { movedPages, removed, shifted, split, turned, type ArrangedPage } from './arranged';
import type { CardHandlers } from './page-card';
import { useUnfinishedState } from '../../../ui/forms/unfinished';

type Keys = ReadonlySet<string>;
const NONE: Keys = new Set();

export type SheetCommand = 'left' | 'right' | 'earlier' | 'later' | 'split' | 'remove';

const RESULTS: Readonly<Record<SheetCommand, (sheets: readonly ArrangedPage[], keys: Keys) => ArrangedPage[]>> = {
  left: (sheets, keys) => turned(sheets, keys, 270),
  right: (sheets, keys) => turned(sheets, keys, 90),
  earlier: (sheets, keys) => shifted(sheets, keys, -1),
  later: (sheets, keys) => shifted(sheets, keys, 1),
  split,
  remove: removed,
};

/** The keys that do what the buttons do, with the pages that are chosen. */
const COMMANDS: Readonly<Record<string, SheetCommand>> = {
  Delete: 'remove',
  r: 'right',
  R: 'left',
  Enter: 'split',
  'Alt+ArrowLeft': 'earlier',
  'Alt+ArrowRight': 'later',
};
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const focusOn = (key: string | undefined): void => {
  if (key === undefined) return;
  // it is there once what was asked for is drawn
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus());
};

/** The pages, which of them are chosen, and what is done with these. */
export const useSheets = (first: readonly ArrangedPage[]) => {
  const [sheets, setSheets] = useUnfinishedState(
    `pages ${[...new Set(first.map(({ fileId }) => fileId))].join(' ')}`,
    first,
  );
  const [chosen, setChosen] = useState(NONE);
  const [reached, setReached] = useState(first[0]?.key);
  const [dragged, setDragged] = useState<Keys>(NONE);
  const [over, setOver] = useState<string | null>(null);
  const placeOf = (key: string | undefined) => sheets.findIndex((each) => each.key === key);

  const run = (command: SheetCommand, keys: Keys = chosen) => {
    const next = RESULTS[command](sheets, keys);
    setSheets(next);
    if (command !== 'remove') return;
    setChosen(NONE);
    const left = next[Math.min(placeOf(reached), next.length - 1)]?.key;
    setReached(left);
    focusOn(left);
  };
  const pick = (key: string, { shiftKey }: Pick<MouseEvent | KeyboardEvent, 'shiftKey'>) => {
    const [from, to] = [placeOf(reached), placeOf(key)].sort((a, b) => a - b) as [number, number];
    const row = shiftKey && from >= 0 ? sheets.slice(from, to + 1).map((each) => each.key) : null;
    const next = new Set(chosen);
    if (row) for (const each of row) next.add(each);
    else if (!next.delete(key)) next.add(key);
    setChosen(next);
    setReached(key);
  };
  const step = (key: string, by: number) => {
    const next = sheets[placeOf(key) + by]?.key;
    if (next === undefined) return;
    setReached(next);
    focusOn(next);
  };
  const onKey = (key: string, event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey } = event;
    const isAll = (ctrlKey || metaKey) && event.key.toLowerCase() === 'a';
    const command = COMMANDS[altKey ? `Alt+${event.key}` : event.key];
    const by = altKey ? undefined : STEPS[event.key];
    if (!isAll && !command && by === undefined && event.key !== ' ') return;
    event.preventDefault();
    if (isAll) setChosen(new Set(sheets.map((each) => each.key)));
    else if (event.key === ' ') pick(key, event);
    else if (by !== undefined) step(key, by);
    else if (command) run(command, chosen.has(key) ? chosen : new Set([key]));
    // it may stand in another document now
    if (command && command !== 'remove') focusOn(key);
  };
  const handlers: CardHandlers = {
    onPick: pick,
    onKey,
    onDrag: (key) => setDragged(chosen.has(key) ? chosen : new Set([key])),
    onOver: setOver,
    onDrop: (key) => {
      setSheets(movedPages(sheets, dragged, key));
      setOver(null);
      setDragged(NONE);
    },
  };
  return { sheets, chosen, reached, over, run, handlers, choose: setChosen };
};
