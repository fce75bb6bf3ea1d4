import { useEffect, useRef } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import type { Operation } from '@dosar/contracts';
import { complain } from '../../../platform/faults';
import { Refused } from '../../../platform/refusals';
import { deedOf } from '../../../platform/send';
import { ended } from '../bulk/bulk-work';
import { filesWritings, type Unpacking } from '../files.mutations';
import { refreshFolders } from '../files.queries';
import { offerUndo } from '../folder/undo';
import { useUndoing } from '../folder/use-undoing';
import { leave } from './interrupted-uploads';

/** So often it is asked how far it has come. */
const ASK_MS = 700;

/** Why it ended without anything, as if it had been refused at once. */
const refusalOf = ({ status, failed: [failure] }: Operation, t: TFunction): Refused | null =>
  failure && status === 'failed'
    ? new Refused(422, {
        error: failure.error,
        code: failure.code,
        correlation_id: '',
        ...(failure.name !== null && { fields: { entry: t('unpacking.inArchive', { path: failure.name }) } }),
      })
    : null;

/**
 * Unpacks an archive, and tells it when it is done, with a way back. Whoever asked may leave: what is wrong is then told
 * in passing, and thrown to whom is still there.
 */
export const useUnpacking = (clientId: string, onProgress: (operation: Operation) => void) => {
  const { t } = useTranslation();
  const writings = filesWritings(clientId);
  const { mutateAsync: send } = useMutation(writings.unpack);
  const undo = useUndoing(clientId);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const run = async (asked: Unpacking): Promise<void> => {
    const reply = await send(asked);
    const operation = await ended(reply.operation, ASK_MS, onProgress);
    refreshFolders(clientId, [asked.targetId]);
    const refusal = refusalOf(operation, t);
    if (refusal) throw refusal;
    const title = t('unpacking.done', { count: operation.done, name: asked.name });
    const deed = deedOf(reply);
    if (deed !== null) offerUndo(clientId, title, () => undo({ deed, folderIds: [asked.targetId] }));
    leave({ total: operation.total, failed: operation.failed, partial: [] }, asked.name);
  };
  return async (asked: Unpacking): Promise<void> => {
    try {
      await run(asked);
    } catch (error) {
      if (isHere.current) throw error;
      complain(t('failures.extractZip'), error);
    }
  };
};
