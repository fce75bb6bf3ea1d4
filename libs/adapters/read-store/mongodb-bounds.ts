import { UnwritableRow, type RowWrite, type ViewSpec } from '@dosar/kernel/runtime';

/** A document may have 16 MiB: this is what of it is left for a row. */
const ROW_BYTES = 15 * 1024 * 1024;
/** So much of a batch is kept in one document, and written by one call: a slow server must answer it in time. */
const PART_BYTES = 4 * 1024 * 1024;
/** What a row takes beside its texts, about. */
const OVERHEAD = 512;

const textBytes = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 16, 0);

const bytesOf = ({ id, json, columns, subjects, terms }: RowWrite): number => {
  const values = Object.values(columns).filter((value) => typeof value === 'string');
  return OVERHEAD + textBytes([id, json ?? '', ...values, ...subjects, ...terms]);
};

/** @throws UnwritableRow */
export const mustFit = ({ view }: ViewSpec, row: RowWrite): void => {
  // a character has three bytes at most: most rows need not be measured
  if ((row.json?.length ?? 0) * 3 < ROW_BYTES / 2) return;
  const bytes = bytesOf(row);
  if (bytes > ROW_BYTES)
    throw new UnwritableRow(view, row, `it has ${Math.round(bytes / 1024 / 1024)} MiB, and MongoDB takes 16 at most`);
};

/** Writes in parts, each for one document and one call. */
export const partsOf = (writes: readonly RowWrite[]): RowWrite[][] => {
  const parts: RowWrite[][] = [];
  let left = 0;
  for (const write of writes) {
    const bytes = bytesOf(write);
    if (parts.length === 0 || bytes > left) {
      parts.push([]);
      left = PART_BYTES;
    }
    left -= bytes;
    parts.at(-1)!.push(write);
  }
  return parts;
};
