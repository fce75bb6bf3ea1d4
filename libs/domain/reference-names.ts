import { put, putBeside, rowKind, type NamedKey, type Rows, type Write } from '@dosar/kernel';

/**
 * The name (and e-mail) of somebody whom rows of a view mention. It is a row of that view, too: an event has only ids, and
 * a projector reads no view but its own.
 */
export type ReferenceName = { readonly nameOf: string; readonly name: string | null; readonly email: string | null };

/**
 * Under which key the texts about something are sealed: a row of that view, too, where what is shown does not say it. With a
 * destroyed key go the texts of all that such rows name.
 */
export type SealedUnder = {
  readonly sealed: string;
  readonly key: string;
  /** Keys that it was carried away from. */
  readonly left: readonly string[];
};

/** What a view keeps for itself that shows names; and what one keeps whose texts are sealed under keys that rows do not say. */
export type Names = { readonly name: ReferenceName };
export type NamesAndKeys = Names & { readonly sealed: SealedUnder };
type Keys = Pick<NamesAndKeys, 'sealed'>;

const left = (key: string): string => `left:${key}`;
export const names = { name: rowKind<ReferenceName>() };
export const namesAndKeys = {
  name: names.name,
  sealed: rowKind(({ key, left: all }: SealedUnder) => [key, ...all.map(left)]),
};

/** Something is sealed under that key from now on, and no longer under the one that it is carried away from. */
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

/** What of a view is sealed under this key by its rows that say so. */
export const allUnder = async <R>(rows: Rows<R, Keys>, key: string): Promise<string[]> =>
  (await rows.beside('sealed').bySubject(key)).map(({ sealed }) => sealed);

/** What was carried away from this key: what it was before was sealed under it. */
export const leftUnder = <R>(rows: Rows<R, Keys>, { name }: NamedKey): Promise<string[]> => allUnder(rows, left(name));

/** Rows that were carried away from this key say the same still, but not of what they were before. */
export const carriedAway = async <R extends { readonly id: string }>(
  rows: Rows<R, Keys>,
  key: NamedKey,
): Promise<Write<R, Keys>[]> => {
  const away = await Promise.all((await leftUnder(rows, key)).map((each) => rows.get(each)));
  return away.flatMap((row) => (row === null ? [] : put(row.id, row)));
};

/** Rows of a client that began in the year of this key, and were not carried away from it, and those that were carried there. */
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

/** Who that is: without a name before they were registered, and after they were erased. */
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

/** Somebody's name or e-mail changes, and with it every row that shows them. */
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

/** Somebody's account is erased, or a company: nobody is shown what they were called. */
export const forgetReference = <R extends { readonly id: string }>(
  rows: Rows<R, Names>,
  id: string,
  shown: (row: R, after: ReferenceName) => R,
): Promise<Write<R, Names>[]> => renameReference(rows, id, { name: null, email: null }, shown);

/** Changes one row, if it is there. */
export const updateShown = async <R, B>(
  rows: Rows<R, B>,
  id: string | null,
  change: (row: R) => R | Promise<R>,
): Promise<Write<R>[]> => {
  const row = id === null ? null : await rows.get(id);
  return row === null ? [] : [put(id!, await change(row))];
};
