import { exportsApi, type RequestOf } from '@dosar/contracts';
import { call } from '../../platform/api';
import { saveAs } from '../../platform/downloads/save';
import { csvOf } from './csv';

type Taken = Omit<RequestOf<typeof exportsApi.note>['body'], 'count'>;

/** Saves a list as a file; nobody takes it away unseen. @throws Refused, Unreachable, and nothing is saved */
export const takeList = async (list: Taken, name: string, lines: readonly (readonly string[])[]): Promise<void> => {
  await call(exportsApi.note, { body: { ...list, count: lines.length - 1 } });
  saveAs(`${name}.csv`, new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' }));
};
