import type { StoredRecord } from '@dosar/kernel/runtime';

/** Limits of the newest records held in memory. */
const KEPT = { records: 4_000, bytes: 8 * 1024 * 1024 } as const;

/** The newest records, from the process that appended them: its followers need not read them back. */
export const recentRecords = () => {
  let records: StoredRecord[] = [];
  let bytes = 0;

  const letGo = () => {
    if (records.length <= KEPT.records && bytes <= KEPT.bytes) return;
    const left = records.slice(records.length / 2);
    bytes = left.reduce((sum, { text }) => sum + text.length, 0);
    records = left;
  };

  return {
    /** Adds the next record of the log; one that does not follow the last starts the list again. */
    add(record: StoredRecord) {
      const last = records.at(-1);
      if (last && record.position <= last.position) return; // a repeated append
      if (last && record.position !== last.position + 1n) [records, bytes] = [[], 0];
      records.push(record);
      bytes += record.text.length;
      letGo();
    },
    /** The records after a position, up to that many; null when some of them are not held. */
    after(position: bigint, most: number): readonly StoredRecord[] | null {
      const first = records[0];
      if (!first || position + 1n < first.position) return null;
      const from = Number(position - first.position) + 1;
      return records.slice(from, from + most);
    },
  };
};
