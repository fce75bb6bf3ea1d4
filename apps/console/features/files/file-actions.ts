import { useTranslation } from 'react-i18next';
import {
  bulkApi,
  FILE_LIMITS,
  filesApi,
  foldersApi,
  type AccountingStatus,
  type Operation,
  type ProcessState,
} from '@dosar/contracts';
import { call } from '../../platform/api';
import { useComplaint } from '../../platform/faults';
import { toasts } from '../../platform/toasts';
import { selectionOf, type Entry } from './entries';
import { refreshFolders } from './files.queries';

export type StatusChange = {
  readonly process_state?: ProcessState;
  readonly accounting_status?: AccountingStatus | null;
};

const parentOf = (entry: Entry) => (entry.kind === 'folder' ? entry.folder.parent_folder_id : entry.file.folder_id);

/** What a person can do with the documents of a client, and what they are told about it. */
export const useFileActions = (clientId: string) => {
  const { t } = useTranslation();
  const complain = useComplaint();

  /** @returns whether it was done; if not, it was said why. */
  const attempt = async (failure: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      complain(failure, error);
      return false;
    }
  };

  const tell = (done: string, { failed, total }: Operation, undo?: () => void) => {
    if (failed.length === 0) {
      const action = undo && { action: { label: t('parts.undo'), run: undo } };
      toasts.show({ type: 'success', title: done, ...action });
      return;
    }
    const [first] = failed;
    const message = t('files.partly', { name: first?.name ?? '', error: first?.error ?? '' });
    toasts.show({ type: 'warning', title: t('files.partlyTitle', { count: failed.length, total }), message });
  };

  const isTooMany = (entries: readonly Entry[]) => {
    if (entries.length <= FILE_LIMITS.bulk) return false;
    toasts.show({ type: 'warning', title: t('files.tooMany', { max: FILE_LIMITS.bulk }) });
    return true;
  };

  const rename = async (entry: Entry, name: string): Promise<void> => {
    const request = { params: { id: entry.id }, body: { name } };
    if (entry.kind === 'folder') await call(foldersApi.rename, request);
    else await call(filesApi.rename, request);
    refreshFolders(clientId, [parentOf(entry)]);
  };

  const createFolder = async (parentId: string | null, name: string): Promise<string> => {
    const body = { name, client_id: clientId, ...(parentId !== null && { parent_folder_id: parentId }) };
    const { folder } = await call(foldersApi.create, { body });
    refreshFolders(clientId, [parentId]);
    return folder.id;
  };

  const restore = (entries: readonly Entry[]) =>
    attempt(t('failures.restore'), async () => {
      const body = { ...selectionOf(entries), client_id: clientId };
      const { operation } = await call(bulkApi.restore, { body });
      refreshFolders(clientId, [...new Set(entries.map(parentOf))]);
      tell(t('files.restored', { count: operation.done }), operation);
    });

  const remove = async (entries: readonly Entry[]) => {
    if (isTooMany(entries)) return false;
    return attempt(t('failures.delete'), async () => {
      const body = { ...selectionOf(entries), client_id: clientId };
      const { operation } = await call(bulkApi.delete, { body });
      refreshFolders(clientId, [...new Set(entries.map(parentOf))]);
      tell(
        t('files.deleted', { count: entries.length - operation.failed.length }),
        operation,
        () => void restore(entries),
      );
    });
  };

  const sendMove = async (entries: readonly Entry[], targetId: string | null): Promise<Operation> => {
    const target = targetId === null ? {} : { target_folder_id: targetId };
    const { operation } = await call(bulkApi.move, {
      body: { ...selectionOf(entries), ...target, client_id: clientId },
    });
    refreshFolders(clientId, [targetId, ...new Set(entries.map(parentOf))]);
    return operation;
  };

  /** What was selected together was in one folder, so that is where it goes back to. */
  const move = async (entries: readonly Entry[], targetId: string | null, targetName: string) => {
    const moving = entries.filter((entry) => parentOf(entry) !== targetId && entry.id !== targetId);
    if (moving.length === 0 || isTooMany(moving)) return false;
    const origin = parentOf(moving[0]!);
    const undo = () => void attempt(t('failures.move'), async () => void (await sendMove(moving, origin)));
    return attempt(t('failures.move'), async () => {
      const operation = await sendMove(moving, targetId);
      const count = moving.length - operation.failed.length;
      tell(t('files.moved', { count, folder: targetName }), operation, undo);
    });
  };

  const setStatus = (entries: readonly Entry[], change: StatusChange) =>
    attempt(t('failures.status'), async () => {
      const { file_ids } = selectionOf(entries);
      const { operation } = await call(bulkApi.status, { body: { file_ids, client_id: clientId, ...change } });
      refreshFolders(clientId, [...new Set(entries.map(parentOf))]);
      tell(t('files.statusChanged', { count: file_ids.length - operation.failed.length }), operation);
    });

  const download = ({ id }: Entry) =>
    attempt(t('failures.download'), async () => {
      const { url } = await call(filesApi.download, { params: { id } });
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    });

  const createStructure = (parentId: string | null, year?: number) =>
    attempt(t('failures.structure'), async () => {
      const parent = parentId === null ? {} : { parent_folder_id: parentId };
      const { created_count: count } = await call(foldersApi.createAccountingStructure, {
        body: { client_id: clientId, ...parent, ...(year !== undefined && { year }) },
      });
      refreshFolders(clientId, [parentId]);
      const title = count === 0 ? t('files.structureThere') : t('files.structureMade', { count });
      toasts.show({ type: 'success', title });
    });

  return { rename, createFolder, restore, remove, move, setStatus, download, createStructure };
};

export type FileActions = ReturnType<typeof useFileActions>;
