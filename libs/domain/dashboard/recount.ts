import type { AccountingStatus, ProcessState } from '@dosar/contracts';
import type { Message, Recorded } from '@dosar/kernel';
import { clientOf, type DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import { ALL, type DashboardRow } from './dashboard.projector';
import { NO_FIGURES, shownUploads, withFile, type CountedFile, type Figures } from './figures';

type Heard<E extends Message> = E extends Message ? E & Pick<Recorded, 'stream' | 'resource' | 'occurredAt'> : never;
type File = { clientId: string; process: ProcessState; accounting: AccountingStatus | null; uploadedAt: string };

/** The figures counted from the log at the end, file by file, as a check of those updated with each event. */
export const recount = () => {
  const firms = new Map<string, string>();
  const files = new Map<string, File>();
  const deleted = new Set<string>();
  let now = '';

  const hear = (event: Heard<DriveEvent | ClientEvent>): void => {
    const { type, data, resource, occurredAt } = event;
    now = occurredAt > now ? occurredAt : now;
    if (type === 'ClientRegistered') firms.set(resource.id, data.firmId);
    else if (type === 'ClientDeleted') firms.delete(resource.id);
    else if (type === 'FileUploaded') {
      const clientId = clientOf(event.stream);
      files.set(data.fileId, { clientId, process: 'new', accounting: null, uploadedAt: occurredAt });
    } else if (type === 'FileDeleted') deleted.add(data.fileId);
    else if (type === 'FileRestored') deleted.delete(data.fileId);
    else if (type === 'FileProcessStateChanged') files.get(data.fileId)!.process = data.to;
    else if (type === 'FileAccountingStatusChanged') files.get(data.fileId)!.accounting = data.to;
  };

  /** By client, by firm, and of all. */
  const figures = (): ReadonlyMap<string, Figures> => {
    const found = new Map<string, Figures>();
    const count = (id: string, file: CountedFile) => found.set(id, withFile(file, 1, now)(found.get(id) ?? NO_FIGURES));
    for (const [fileId, file] of files) {
      const firmId = firms.get(file.clientId);
      if (firmId === undefined || deleted.has(fileId)) continue;
      for (const id of [file.clientId, firmId, ALL]) count(id, file);
    }
    return found;
  };

  return {
    hear,
    figures,
    /** Differences from the rows of the view, in sentences. */
    differences(rows: readonly DashboardRow[]): string[] {
      const counted = figures();
      const kept = new Map(rows.map((row): [string, Figures] => [row.id, row]));
      return [...new Set([...counted.keys(), ...kept.keys()])].flatMap((id) => {
        const [log, view] = [counted, kept].map((all) => told(all.get(id) ?? NO_FIGURES, now));
        return log === view ? [] : [`${id}: the log has ${log}, the view has ${view}`];
      });
    },
  };
};

const told = ({ process, accounting, uploads }: Figures, now: string): string =>
  JSON.stringify({ process, accounting, uploads: shownUploads(uploads, now) });
