/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, so equal values have equal bytes.
 * Members that are `undefined` are left out, as in JSON.
 * @throws on what JSON cannot say: bigint, NaN, infinities, functions.
 */
export const canonical = (value: unknown): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no canonical JSON`);
  const members = value as Record<string, unknown>;
  let text = '';
  for (const key of Object.keys(members).sort()) {
    if (members[key] === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(members[key])}`;
  }
  return `{${text}}`;
};
