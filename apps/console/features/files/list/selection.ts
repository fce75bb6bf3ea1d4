/** Which rows are selected, where a range began, and where the keyboard is. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
  readonly cursor: string | null;
};

export const NOTHING: Selection = { ids: new Set(), anchor: null, cursor: null };

/** How the keys change what a click does. */
export type Keys = { readonly add?: boolean; readonly range?: boolean };

const between = (order: readonly string[], from: string, to: string): string[] => {
  const a = order.indexOf(from);
  const b = order.indexOf(to);
  return a < 0 || b < 0 ? [to] : order.slice(Math.min(a, b), Math.max(a, b) + 1);
};

/** One row alone; with `add` it is put to the others or taken out; with `range` all from the anchor to it. */
export const chosen = (selection: Selection, order: readonly string[], id: string, keys: Keys = {}): Selection => {
  const anchor = selection.anchor ?? id;
  if (keys.range) {
    const range = between(order, anchor, id);
    return { ids: new Set(keys.add ? [...selection.ids, ...range] : range), anchor, cursor: id };
  }
  if (!keys.add) return { ids: new Set([id]), anchor: id, cursor: id };
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, cursor: id };
};

/** So many rows up or down, with the range behind it when it is asked for. */
export const moved = (selection: Selection, order: readonly string[], by: number, range = false): Selection => {
  if (order.length === 0) return NOTHING;
  const at = selection.cursor === null ? -1 : order.indexOf(selection.cursor);
  const start = at < 0 ? (by > 0 ? -1 : order.length) : at;
  const next = order[Math.max(0, Math.min(order.length - 1, start + by))]!;
  return chosen(selection, order, next, { range });
};

export const everything = (selection: Selection, order: readonly string[]): Selection => ({
  ids: new Set(order),
  anchor: order[0] ?? null,
  cursor: selection.cursor ?? order[0] ?? null,
});

/** Without what is not there any more. */
export const present = (selection: Selection, order: readonly string[]): Selection => {
  const there = new Set(order);
  if ([...selection.ids, selection.anchor, selection.cursor].every((id) => id === null || there.has(id)))
    return selection;
  const kept = (id: string | null) => (id !== null && there.has(id) ? id : null);
  return {
    ids: new Set([...selection.ids].filter((id) => there.has(id))),
    anchor: kept(selection.anchor),
    cursor: kept(selection.cursor),
  };
};
