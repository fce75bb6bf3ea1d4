import type { HostileDocument } from '../hostile-documents';
import { excelCells } from './hostile-cells';
import { excelSheets } from './hostile-excel';
import { libreSheets } from './hostile-libre';
import { oldSheets } from './hostile-old';

/** Sheets that were made to break their readers. */
export const hostileSheets: readonly HostileDocument[] = [...excelSheets, ...excelCells, ...libreSheets, ...oldSheets];
