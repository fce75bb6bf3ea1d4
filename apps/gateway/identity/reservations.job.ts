import { Inject, Injectable } from '@nestjs/common';
import type { Client, Firm } from '@dosar/contracts';
import { Unavailable, type AnyProjector, type Row } from '@dosar/kernel/runtime';
import { clients } from '@dosar/domain/identity/clients.projector';
import { firms } from '@dosar/domain/identity/firms.projector';
import { users, type UserRow } from '@dosar/domain/identity/users.projector';
import { INSTALLATION, type Installation } from '../platform/installation';
import type { Job } from '../platform/job';
import { Reservations } from './reservations';

const PAGE = 500;
/** Whoever needs them waits so long. */
const PATIENCE_MS = 5_000;

/**
 * Makes reservations again that the vault has lost, as after it was restored from an older backup: what needs them waits
 * until then.
 */
@Injectable()
export class RestoredReservations implements Job {
  readonly failure = 'values in use could not be looked up';
  readonly isFirst = true;
  private isDone!: () => void;
  private readonly all = new Promise<void>((resolve) => (this.isDone = resolve));

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly reservations: Reservations,
  ) {}

  /** Resolves when every value that is in use is reserved. @throws Unavailable */
  async done(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Unavailable('values in use are being looked up')), PATIENCE_MS);
    });
    await Promise.race([this.all, tooLate]).finally(() => clearTimeout(timer));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.each(users, signal, async (row) => {
      const { id, email } = JSON.parse(row.json) as UserRow;
      if (email) await this.reservations.restore(['email', email.toLowerCase()], id);
    });
    await this.each(firms, signal, async (row) => {
      const { id, cui } = JSON.parse(row.json) as Firm;
      if (cui) await this.reservations.restore(['firm-cui', cui], id);
    });
    await this.each(clients, signal, async (row) => {
      const { id, cui, firm } = JSON.parse(row.json) as Client;
      if (cui && firm) await this.reservations.restore(['client-cui', firm.id, cui], id);
    });
    if (!signal.aborted) this.isDone();
  }

  private async each(view: AnyProjector, signal: AbortSignal, work: (row: Row) => Promise<void>): Promise<void> {
    const { ports, views } = this.installation;
    const head = await ports.events.head();
    while (
      head !== null &&
      !signal.aborted &&
      !views.stops().has(view.view) &&
      !(await views.reach([view.view], head))
    );
    for (let skip = 0; !signal.aborted; skip += PAGE) {
      const found = await ports.reads.find(view, { where: {}, order: [['created', 'asc']], skip, limit: PAGE });
      for (const row of found) await work(row);
      if (found.length < PAGE) return;
      await new Promise((go) => setImmediate(go));
    }
  }
}
