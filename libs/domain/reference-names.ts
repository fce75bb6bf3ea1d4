import { put, putBeside, rowKind, type NamedKey, type Rows, type Write } from '@dosar/kernel';

/**
 * The name (and e-mail) of somebody mentioned by rows of a view. It is an internal row of that view: an event has only ids,
 * and a projector reads no other view.
 */
export type ReferenceName = { readonly nameOf: string; readonly name: string | null; readonly email: string | null };

/**
 * The key that encrypts the texts of a thing, as an internal row, where the shown row does not say it. When a key is
 * destroyed, the texts of all things in such rows are removed.
 */
export type SealedUnder = {
  readonly sealed: string;
  readonly key: string;
  /** Former keys, from which it was carried over. */
  readonly left: readonly string[];
};

/**
 * The internal rows of a view that shows names; and of a view whose texts are encrypted with keys that its rows do not name.
 */
export type Names = { readonly name: ReferenceName };
export type NamesAndKeys = Names & { readonly sealed: SealedUnder };
type Keys = Pick<NamesAndKeys, 'sealed'>;

const left = (key: string): string => `left:${key}`;
export const names = { name: rowKind<ReferenceName>() };
export const namesAndKeys = {
  name: names.name,
  sealed: rowKind(({ key, left: all }: SealedUnder) => [key, ...all.map(left)]),
};

/** Notes that something is encrypted with that key from now on, and no longer with the one it was carried over from. */
export const sealedUnder = async <R>(
  rows: Rows<R, Keys>,
  id: string,
  key: string,
  from: string | null = null,
): Promise<Write<never, Keys>> => {
  const known = (await rows.beside('sealed').get(id))?.left ?? [];
  return putBeside('sealed', id, {
    sealed: id,
    key,
    left: from === null || known.includes(from) ? known : [...known, from],
  });
};

/** The things encrypted with this key, by the internal rows. */
export const allUnder = async <R>(rows: Rows<R, Keys>, key: string): Promise<string[]> =>
  (await rows.beside('sealed').bySubject(key)).map(({ sealed }) => sealed);

/** The things carried over from this key: their former rows were encrypted with it. */
export const leftUnder = <R>(rows: Rows<R, Keys>, { name }: NamedKey): Promise<string[]> => allUnder(rows, left(name));

/** Rows carried over from this key keep their texts; their former rows lose them. */
export const carriedAway = async <R extends { readonly id: string }>(
  rows: Rows<R, Keys>,
  key: NamedKey,
): Promise<Write<R, Keys>[]> => {
  const away = await Promise.all((await leftUnder(rows, key)).map((each) => rows.get(each)));
  return away.flatMap((row) => (row === null ? [] : put(row.id, row)));
};

/** A client's rows that began in the year of this key and were not carried over, and those carried over to it. */
export const begunUnder = async <R extends { readonly id: string }>(
  rows: Rows<R, Keys, 'client_id' | 'created'>,
  key: NamedKey,
): Promise<R[]> => {
  const { id, name, generation } = key;
  const created = { from: String(generation), below: String(generation + 1) };
  const begun = await rows.find({ where: { client_id: id, created } });
  const away = new Set(await leftUnder(rows, key));
  const carried = await Promise.all((await allUnder(rows, name)).map((each) => rows.get(each)));
  return [...begun.filter((row) => !away.has(row.id)), ...carried.filter((row) => row !== null)];
};

export const remember = (id: string, name: string | null, email: string | null = null): Write<never, Names> =>
  putBeside('name', id, { nameOf: id, name, email });

/** The name of somebody: null before they were registered, and after they were erased. */
export const lookUp = async <R>(
  rows: Rows<R, Names>,
  id: string,
): Promise<{ readonly id: string; readonly name: string | null; readonly email: string | null }> => {
  const row = await rows.beside('name').get(id);
  return { id, name: row?.name ?? null, email: row?.email ?? null };
};

export const referenceTo = async <R>(rows: Rows<R, Names>, id: string) => {
  const { name } = await lookUp(rows, id);
  return { id, name };
};

/** Changes a name or e-mail, in every row that shows it. */
export const renameReference = async <R extends { readonly id: string }>(
  rows: Rows<R, Names>,
  id: string,
  change: { readonly name?: string | null | undefined; readonly email?: string | null | undefined },
  shown: (row: R, after: ReferenceName) => R,
): Promise<Write<R, Names>[]> => {
  const before = await lookUp(rows, id);
  const after: ReferenceName = {
    nameOf: id,
    name: change.name === undefined ? before.name : change.name,
    email: change.email === undefined ? before.email : change.email,
  };
  const showing = await rows.bySubject(id);
  return [remember(id, after.name, after.email), ...showing.map((row) => put(row.id, shown(row, after)))];
};

/** Removes the name of an erased user or company from all rows. */
export const forgetReference = <R extends { readonly id: string }>(
  rows: Rows<R, Names>,
  id: string,
  shown: (row: R, after: ReferenceName) => R,
): Promise<Write<R, Names>[]> => renameReference(rows, id, { name: null, email: null }, shown);

/** Changes one row, if it exists. */
export const updateShown = async <R, B>(
  rows: Rows<R, B>,
  id: string | null,
  change: (row: R) => R | Promise<R>,
): Promise<Write<R>[]> => {
  const row = id === null ? null : await rows.get(id);
  return row === null ? [] : [put(id!, await change(row))];
};
