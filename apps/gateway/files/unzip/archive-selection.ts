import { Inject, Injectable } from '@nestjs/common';
import { MIME_TYPES, type archivesApi, type File, type InputOf } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { isInFirms, isPlace } from '@dosar/domain/files/drive-nodes';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem } from '../../platform/http/problem';
import type { Started } from '../bulk/bulk-commands';
import { FilesReads } from '../files.reads';
import { planOf } from './archive-plan';
import { Unpacking } from './unpacking';

type Request = InputOf<typeof archivesApi.extract>['body'];

export const mustBeZip = ({ mime_type }: File): void => {
  if (mime_type !== MIME_TYPES.zip) throw new Problem('NOT_A_ZIP');
};

/** Checks a request to unpack at once; unpacking decides again. */
@Injectable()
export class ArchiveSelection {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: FilesReads,
    private readonly unpacking: Unpacking,
  ) {}

  /** @throws ArchiveRefused for a fault in its directory; Problem when the target is not allowed, or there is no room */
  async of(call: Call, id: string, { target_folder_id, folder_name }: Request): Promise<Started> {
    const { file } = await this.drives.of(call).file(id);
    mustBeZip(file);
    const targetId = target_folder_id ?? null;
    await this.mustBeOpen(call, file.client_id, targetId);
    const plan = await this.unpacking.look(file, ({ listing }) => planOf(listing));
    await this.mustFit(file.client_id, plan.bytes);
    return {
      clientId: file.client_id,
      kind: 'extract_zip',
      targetId,
      processState: null,
      items: [{ id, type: 'file', deletion: null }],
      total: plan.planned.length + plan.leftOut.length,
      ...(folder_name !== undefined && { folderName: folder_name }),
    };
  }

  private async mustBeOpen({ caller }: Call, clientId: string, targetId: string | null): Promise<void> {
    const state = await this.installation.commandHandler.state(drive, clientId);
    if (!isPlace(state, targetId)) throw notFound();
    if (caller.role === 'user' && isInFirms(state, targetId)) throw new Problem('ACCESS_DENIED');
  }

  private async mustFit(clientId: string, bytes: number): Promise<void> {
    const { used } = await this.installation.commandHandler.state(drive, clientId);
    const { quota } = this.installation.access.client(clientId)!;
    if (quota > 0 && used + bytes > quota) throw new Problem('QUOTA_EXCEEDED');
  }
}
