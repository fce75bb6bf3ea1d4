import { Inject, Injectable } from '@nestjs/common';
import { Damaged, isShown, pace, rowIn, Unavailable, type AnyProjector, type RowIn } from '@dosar/kernel/runtime';
import { client } from '@dosar/domain/identity/client.decider';
import { clients } from '@dosar/domain/identity/clients.projector';
import { firm } from '@dosar/domain/identity/firm.decider';
import { firms } from '@dosar/domain/identity/firms.projector';
import { user } from '@dosar/domain/identity/user.decider';
import { users } from '@dosar/domain/identity/users.projector';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { allById } from '../../platform/reads/rows-by-id';
import { Reservations } from './reservations';

type Kept<V extends AnyProjector> = { readonly view: V; readonly kind: 'user' | 'firm' | 'client' };
type Restoring<R> = {
  readonly ofRow: (row: R) => Promise<void>;
  readonly ofLog: (id: string) => Promise<void>;
};

/** When the log of an owner is damaged, only the view's value is reserved. */
const onlyDamage = (error: unknown): void => {
  if (!(error instanceof Damaged)) throw error;
};

const PAGE = 500;
/** How long a call waits for it. */
const PATIENCE_MS = 5_000;

/**
 * Restores reservations that the vault has lost, as after a restore of an older backup: calls that need them wait until
 * then.
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

  /** Resolves when every value in use is reserved. @throws Unavailable */
  async done(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Unavailable('values in use are being looked up')), PATIENCE_MS);
    });
    await Promise.race([this.all, tooLate]).finally(() => clearTimeout(timer));
  }

  async run(signal: AbortSignal): Promise<void> {
    const { commandHandler } = this.installation;
    await this.each({ view: users, kind: 'user' }, signal, {
      ofRow: ({ id, email }) => this.email(id, email),
      ofLog: async (id) => this.email(id, (await commandHandler.state(user, id)).email),
    });
    await this.each({ view: firms, kind: 'firm' }, signal, {
      ofRow: ({ id, cui }) => this.firmCui(id, cui),
      ofLog: async (id) => this.firmCui(id, (await commandHandler.state(firm, id)).details?.cui),
    });
    await this.each({ view: clients, kind: 'client' }, signal, {
      ofRow: ({ id, cui, firm: of }) => this.clientCui(id, of.id, cui),
      ofLog: async (id) => {
        const { details } = await commandHandler.state(client, id);
        await this.clientCui(id, details?.firmId, details?.cui);
      },
    });
    if (!signal.aborted) this.isDone();
  }

  private async email(id: string, email: string | null): Promise<void> {
    if (email) await this.reservations.restore(['email', email.toLowerCase()], id);
  }

  private async firmCui(id: string, cui: string | null | undefined): Promise<void> {
    if (cui) await this.reservations.restore(['firm-cui', cui], id);
  }

  private async clientCui(id: string, firmId: string | undefined, cui: string | null | undefined): Promise<void> {
    if (cui && firmId) await this.reservations.restore(['client-cui', firmId, cui], id);
  }

  /** All rows of a view; for a view that has stopped, also the state in the log of each known id. */
  private async each<V extends AnyProjector>(
    { view, kind }: Kept<V>,
    signal: AbortSignal,
    { ofRow, ofLog }: Restoring<RowIn<V>>,
  ): Promise<void> {
    const { ports, views, access } = this.installation;
    const head = await ports.events.head();
    const isStopped = () => views.stops().has(view.view);
    while (head !== null && !signal.aborted && !isStopped() && !(await views.reach([view.view], head)));
    const rest = pace();
    for (let after = ''; !signal.aborted;) {
      // paged by id, so that a removed row shifts no other
      const where = { id: { from: after } };
      const found = await allById(ports.reads, view, { where, order: [['id', 'asc']], limit: PAGE });
      for (const { id, json } of found) if (id !== after && isShown(view, id)) await ofRow(rowIn(json));
      if (found.length < PAGE) break;
      after = found.at(-1)!.id;
      await rest();
    }
    if (!isStopped()) return;
    for (const id of access.idsOf(kind)) {
      if (signal.aborted) return;
      await ofLog(id).catch(onlyDamage);
      await rest();
    }
  }
}
