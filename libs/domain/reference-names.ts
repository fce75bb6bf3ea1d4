import { put, type NamedKey, type Rows, type Write } from '@dosar/kernel';

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

/** Rows of a view that nobody is shown. */
export type Beside = ReferenceName | SealedUnder;

/** Under which id a row is that says what somebody is called. */
export const nameRow = (id: string): string => `name:${id}`;

export const isBeside = (row: object): row is Beside => 'nameOf' in row || 'sealed' in row;
const isName = (row: object): row is ReferenceName => 'nameOf' in row;
const isSealed = (row: object): row is SealedUnder => 'sealed' in row;

const sealedRow = (id: string): string => `sealed:${id}`;
const left = (key: string): string => `left:${key}`;
const named = (all: readonly object[]): string[] => all.filter(isSealed).map(({ sealed }) => sealed);

/** Something is sealed under that key from now on, and no longer under the one that it is carried away from. */
export const sealedUnder = async <R extends object>(
  rows: Rows<R | Beside>,
  id: string,
  key: string,
  from: string | null = null,
): Promise<Write<R | Beside>> => {
  const before = await rows.get(sealedRow(id));
  const known = before && isSealed(before) ? before.left : [];
  return put<R | Beside>(sealedRow(id), { sealed: id, key, left: from === null ? known : [...known, from] });
};

/** What of a view is sealed under this key by its rows that say so. */
export const allUnder = async <R extends object>(rows: Rows<R | Beside>, key: string): Promise<string[]> =>
  named(await rows.bySubject(key));

/** Rows of a client that began in the year of this key, and were not carried away from it, and those that were carried there. */
export const begunUnder = async <R extends object & { readonly id: string }>(
  rows: Rows<R | Beside>,
  { id, name, generation }: NamedKey,
): Promise<R[]> => {
  const created = { from: String(generation), below: String(generation + 1) };
  const shown = (row: R | Beside | null): R[] => (row === null || isBeside(row) ? [] : [row]);
  const begun = (await rows.find({ where: { client_id: id, created } })).flatMap(shown);
  const away = new Set(named(await rows.bySubject(left(name))));
  const carried = await Promise.all((await allUnder(rows, name)).map((each) => rows.get(each)));
  return [...begun.filter((row) => !away.has(row.id)), ...carried.flatMap(shown)];
};

export const remember = (id: string, name: string | null, email: string | null = null): Write<ReferenceName> =>
  put(nameRow(id), { nameOf: id, name, email });

/** Who that is: without a name before they were registered, and after they were erased. */
export const lookUp = async <R extends object>(
  rows: Rows<R | Beside>,
  id: string,
): Promise<{ readonly id: string; readonly name: string | null; readonly email: string | null }> => {
  const row = await rows.get(nameRow(id));
  return row && isName(row) ? { id, name: row.name, email: row.email } : { id, name: null, email: null };
};

export const referenceTo = async <R extends object>(rows: Rows<R | Beside>, id: string) => {
  const { name } = await lookUp(rows, id);
  return { id, name };
};

/** Somebody's name or e-mail changes, and with it every row that shows them. */
export const renameReference = async <R extends object & { readonly id: string }>(
  rows: Rows<R | Beside>,
  id: string,
  change: { readonly name?: string | null | undefined; readonly email?: string | null | undefined },
  shown: (row: R, after: ReferenceName) => R,
): Promise<Write<R | Beside>[]> => {
  const before = await lookUp(rows, id);
  const after: ReferenceName = {
    nameOf: id,
    name: change.name === undefined ? before.name : change.name,
    email: change.email === undefined ? before.email : change.email,
  };
  const showing = (await rows.bySubject(id)).filter((row): row is R => !isBeside(row));
  return [remember(id, after.name, after.email), ...showing.map((row) => put<R | Beside>(row.id, shown(row, after)))];
};

/** Somebody's account is erased, or a company: nobody is shown what they were called. */
export const forgetReference = <R extends object & { readonly id: string }>(
  rows: Rows<R | Beside>,
  id: string,
  shown: (row: R, after: ReferenceName) => R,
): Promise<Write<R | Beside>[]> => renameReference(rows, id, { name: null, email: null }, shown);

/** For columns and audience: what it answers of a row that is shown, and `nothing` of one that is not. */
export const shownOnly =
  <R extends object, T, N>(what: (row: R) => T, nothing: N) =>
  (row: R | Beside): T | N =>
    isBeside(row) ? nothing : what(row);

/** Those whose names a row shows; of one that says so the key that something is sealed under. */
export const subjectsShown =
  <R extends object>(what: (row: R) => readonly string[]) =>
  (row: R | Beside): readonly string[] => {
    if (!isBeside(row)) return what(row);
    return isSealed(row) ? [row.key, ...row.left.map(left)] : [];
  };

/** Changes one row that is shown, if it is there. */
export const updateShown = async <R extends object>(
  rows: Rows<R | Beside>,
  id: string | null,
  change: (row: R) => R | Promise<R>,
): Promise<Write<R | Beside>[]> => {
  const row = id === null ? null : await rows.get(id);
  return row && !isBeside(row) ? [put<R | Beside>(id!, await change(row))] : [];
};
