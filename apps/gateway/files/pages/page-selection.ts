import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, MIME_TYPES, PICTURE_TYPES, type InputOf, type pagesApi } from '@dosar/contracts';
import { drive } from '@dosar/domain/files/drive.decider';
import { isInFirms, isPlace } from '@dosar/domain/files/drive-nodes';
import { files } from '@dosar/domain/files/files.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem } from '../../platform/http/problem';
import { ViewRows } from '../../platform/reads/rows';
import { valuesById } from '../../platform/reads/rows-by-id';
import type { Started } from '../bulk/bulk-commands';
import { FilesReads } from '../files.reads';

type Request = InputOf<typeof pagesApi.arrange>['body'];

/** Checks a request for documents of pages at once; the operation decides again. */
@Injectable()
export class PageSelection {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: FilesReads,
    private readonly rows: ViewRows,
  ) {}

  /** @throws Problem when a file is not of this drive, or too much is asked for: nothing at all is done */
  async of(call: Call, { client_id, target_folder_id, documents, pages }: Request): Promise<Started> {
    const clientId = this.drives.of(call).clientId(client_id, 'client_id');
    const targetId = target_folder_id ?? null;
    const state = await this.installation.commandHandler.state(drive, clientId);
    const ids = [...new Set(pages.map(({ file_id }) => file_id))];
    const isThere = (id: string) => {
      const node = state.nodes.get(id);
      return node?.type === 'file' && node.deletion === null;
    };
    if (!ids.every(isThere)) throw new Problem('BULK_INVALID_SELECTION');
    if (!isPlace(state, targetId)) throw notFound();
    if (call.caller.role === 'user' && isInFirms(state, targetId)) throw new Problem('ACCESS_DENIED');
    await this.mustBePages(ids);
    const places = new Map(ids.map((id, at) => [id, at]));
    return {
      clientId,
      kind: 'arrange_pages',
      targetId,
      processState: null,
      items: ids.map((id) => ({ id, type: 'file', deletion: null })),
      total: documents.length,
      documents: documents.map(({ name }, at) => ({
        name,
        pages: pages
          .filter(({ document }) => document === at)
          .flatMap(({ file_id, page, to = page, rotate }) =>
            Array.from({ length: to - page + 1 }, (_, on) => ({ item: places.get(file_id)!, page: page + on, rotate })),
          ),
      })),
    };
  }

  private async mustBePages(ids: readonly string[]): Promise<void> {
    const sources = [...(await valuesById(this.rows, files, ids)).values()];
    const isOfPages = (mimeType: string) => mimeType === MIME_TYPES.pdf || PICTURE_TYPES.has(mimeType);
    const other = sources.find(({ mime_type }) => !isOfPages(mime_type));
    if (other) throw ofFile('PAGE_MISSING', other.name);
    if (sources.reduce((sum, { size }) => sum + size, 0) > FILE_LIMITS.pageBytes) throw new Problem('PAGES_TOO_LARGE');
  }
}

/** A refusal that names the file to blame. */
export const ofFile = (code: Problem['code'], name: string | null): Problem =>
  new Problem(code, name === null ? null : new Map([['pages', { rule: 'pages_of', values: { name } }]]));
