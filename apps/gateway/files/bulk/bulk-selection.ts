import { Inject, Injectable } from '@nestjs/common';
import type { AccountingStatus, OperationKind, ProcessState } from '@dosar/contracts';
import type { BulkItem } from '@dosar/domain/files/bulk.events';
import { drive } from '@dosar/domain/files/drive.decider';
import { isPlace } from '@dosar/domain/files/drive-nodes';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { mustBeWithinLimit } from './bulk-effects';
import { FilesReads } from '../files.reads';

export type BulkRequest = {
  readonly kind: OperationKind;
  readonly client_id?: string | undefined;
  readonly file_ids: readonly string[];
  readonly folder_ids?: readonly string[];
  readonly target_folder_id?: string | undefined;
  readonly process_state?: ProcessState | undefined;
  readonly accounting_status?: AccountingStatus | null | undefined;
};

/** The things of an operation, all of one drive. */
@Injectable()
export class BulkSelection {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: FilesReads,
  ) {}

  /** @throws Problem when an id is unknown in this drive, or when there are too many: nothing at all is done. */
  async of(
    call: Call,
    { client_id, kind, file_ids, folder_ids = [], target_folder_id }: BulkRequest,
  ): Promise<{ readonly clientId: string; readonly items: readonly BulkItem[] }> {
    const clientId = this.drives.of(call).clientId(client_id, 'client_id');
    const state = await this.installation.commandHandler.state(drive, clientId);
    const item = (type: BulkItem['type']) => (id: string) => {
      const node = state.nodes.get(id);
      if (node?.type !== type) throw new Problem('BULK_INVALID_SELECTION');
      // what takes several calls is one deed, and one deletion
      const deletion = kind === 'delete' ? call.correlationId : kind === 'restore' ? node.deletion : null;
      return { id, type, deletion };
    };
    if (!isPlace(state, target_folder_id ?? null)) throw new Problem('BULK_INVALID_SELECTION');
    const items = [...[...new Set(file_ids)].map(item('file')), ...[...new Set(folder_ids)].map(item('folder'))];
    await mustBeWithinLimit(state, { kind, items });
    return { clientId, items };
  }
}
