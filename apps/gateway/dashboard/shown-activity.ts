import { Injectable } from '@nestjs/common';
import type { Activity } from '@dosar/contracts';
import type { Act } from '@dosar/domain/dashboard/activity';
import { files } from '@dosar/domain/files/files.projector';
import { folders } from '@dosar/domain/files/folders.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import { users } from '@dosar/domain/identity/users.projector';
import { ViewRows } from '../platform/reads/rows';
import { valuesById } from '../platform/reads/rows-by-id';

type Names = ReadonlyMap<string, string | null>;

/** The row of an act has only ids: names and places are looked up in other views. */
@Injectable()
export class ShownActivity {
  constructor(private readonly rows: ViewRows) {}

  async namesOf(clientIds: readonly string[]): Promise<Names> {
    const found = await valuesById(this.rows, clients, clientIds);
    return new Map([...found].map(([id, { societate }]) => [id, societate]));
  }

  /** In the given order. */
  async of(acts: readonly Act[]): Promise<Activity[]> {
    const of = (type: string) => acts.flatMap(({ resource }) => (resource.type === type ? resource.id : []));
    const [people, companies, filesNow, foldersNow] = await Promise.all([
      valuesById(
        this.rows,
        users,
        acts.flatMap(({ actor }) => actor?.id ?? []),
      ),
      this.namesOf(acts.map(({ clientId }) => clientId)),
      valuesById(this.rows, files, of('file')),
      valuesById(this.rows, folders, of('folder')),
    ]);
    return acts.map(({ id, firstId, type, at, actor, clientId, resource, to, count }) => {
      const isFile = resource.type === 'file';
      const now = isFile ? filesNow.get(resource.id) : foldersNow.get(resource.id);
      return {
        id,
        first_id: firstId,
        event_type: type,
        timestamp: at,
        to,
        count,
        user: actor && { ...actor, name: people.get(actor.id)?.name ?? null },
        client: { id: clientId, name: companies.get(clientId) ?? null },
        resource: {
          type: isFile ? 'file' : 'folder',
          id: resource.id,
          name: now?.name ?? null,
          folder_id: isFile ? (filesNow.get(resource.id)?.folder_id ?? null) : resource.id,
          // a view that lags does not have it yet
          deleted: now ? now.deleted_at !== null : false,
        },
      };
    });
  }
}
