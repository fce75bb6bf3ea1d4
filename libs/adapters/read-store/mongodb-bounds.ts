import { UnwritableRow, type RowWrite, type ViewSpec } from '@dosar/kernel/runtime';

/** The room for a row in a document of at most 16 MiB. */
const ROW_BYTES = 15 * 1024 * 1024;
/** The part of a batch stored in one document and written by one call, small enough for a slow server to answer in time. */
const PART_BYTES = 4 * 1024 * 1024;
/** Approximate bytes of a row besides its texts. */
const OVERHEAD = 512;

const textBytes = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 16, 0);

const bytesOf = ({ id, json, columns, subjects, terms }: RowWrite): number => {
  const values = Object.values(columns).filter((value) => typeof value === 'string');
  return OVERHEAD + textBytes([id, json ?? '', ...values, ...subjects, ...terms]);
};

/** @throws UnwritableRow */
export const mustFit = ({ view }: ViewSpec, row: RowWrite): void => {
  // a character has three bytes at most, so most rows need not be measured
  if ((row.json?.length ?? 0) * 3 < ROW_BYTES / 2) return;
  const bytes = bytesOf(row);
  if (bytes > ROW_BYTES)
    throw new UnwritableRow(view, row, `it has ${Math.round(bytes / 1024 / 1024)} MiB, and MongoDB takes 16 at most`);
};

/** The writes in parts, each for one document and one call. */
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
