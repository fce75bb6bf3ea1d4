import { Inject, Injectable } from '@nestjs/common';
import { randomOf, readSigned, signed } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';

const TICKET_MS = 5 * 60 * 1000;
const KIND = 'archive';

/** A selection to be downloaded as one archive. */
export type Selected = {
  readonly clientId: string;
  readonly fileIds: readonly string[];
  readonly folderIds: readonly string[];
  readonly includeFolders: boolean;
};
export type ArchiveTicket = Selected & {
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Random and in no record, unlike the id, which is in records of downloads. */
  readonly nonce: string;
};

type Kept = Selected & { readonly until: number };

const placeOf = (id: string) => `archive/${id}`;

/** Links to archives. A selection is too long for an address, so the vault has it while the link is valid. */
@Injectable()
export class ArchiveTickets implements Job {
  readonly failure = 'links to archives that are over could not be cleared away';
  readonly isHourly = true;

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  async issue(selected: Selected, { id: userId, sessionId }: { readonly id: string; readonly sessionId: string }) {
    const { keys, ports } = this.installation;
    const id = randomOf(16).toString('hex');
    const until = Date.now() + TICKET_MS;
    await ports.vault.putIfAbsent(placeOf(id), JSON.stringify({ ...selected, until } satisfies Kept));
    return signed(keys.tickets, KIND, id, userId, sessionId, until, randomOf(16).toString('hex'));
  }

  /** null for a forged or expired one. */
  async read(ticket: string): Promise<ArchiveTicket | null> {
    const [kind, id, userId, sessionId, until, nonce] = readSigned(this.installation.keys.tickets, ticket) ?? [];
    if (kind !== KIND || Number(until) <= Date.now()) return null;
    const kept = await this.installation.ports.vault.get(placeOf(id!));
    if (kept === null) return null;
    const { until: _, ...selected } = JSON.parse(kept) as Kept;
    return { ...selected, id: id!, userId: userId!, sessionId: sessionId!, nonce: nonce! };
  }

  async run(): Promise<void> {
    const { vault } = this.installation.ports;
    for await (const [place, kept] of vault.all(placeOf('')))
      if ((JSON.parse(kept) as Kept).until <= Date.now()) await vault.remove(place);
  }
}
