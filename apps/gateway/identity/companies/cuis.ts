import { Inject, Injectable } from '@nestjs/common';
import { hasCuiCheckDigit } from '@dosar/contracts';
import { client } from '@dosar/domain/identity/client.decider';
import { firm } from '@dosar/domain/identity/firm.decider';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { taken, wrongField } from '../../platform/http/problem';
import { Reservations, type Unique } from '../reservations/reservations';
import { RestoredReservations } from '../reservations/reservations.job';

/** The owner of a cui: a firm in the whole installation, a client within its firm. */
export type CuiOwner = { readonly id: string; readonly firmId: string | null };

const uniqueOf = ({ firmId }: CuiOwner, cui: string): Unique =>
  firmId === null ? ['firm-cui', cui] : ['client-cui', firmId, cui];

/** A cui belongs to one firm, or to one client of a firm. */
@Injectable()
export class Cuis {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly reservations: Reservations,
    private readonly restored: RestoredReservations,
  ) {}

  /**
   * Runs work that gives its owner a cui: the new one is reserved before, and a former one released afterwards.
   * @throws Problem naming the cui, when it is taken, or its check digit is wrong and must be right
   */
  async giving<T>(owner: CuiOwner, to: string | undefined, work: () => Promise<T>): Promise<T> {
    const from = to === undefined ? null : await this.cuiOf(owner);
    if (to === undefined || to === from) return work();
    const { cui_check } = this.installation.access.settings();
    if (cui_check === 'enforce' && !hasCuiCheckDigit(to)) throw wrongField('cui', 'cui_check');
    await this.restored.done();
    if (!(await this.reservations.take(uniqueOf(owner, to), owner.id))) throw taken('cui');
    const done = await work();
    await this.free(owner, from);
    return done;
  }

  /** Runs work that removes its owner, and releases the cui. */
  async freeing(owner: CuiOwner, work: () => Promise<unknown>): Promise<void> {
    const cui = await this.cuiOf(owner);
    await work();
    await this.free(owner, cui);
  }

  private async free(owner: CuiOwner, cui: string | null): Promise<void> {
    if (cui !== null) await this.reservations.release(uniqueOf(owner, cui), owner.id);
  }

  /** null: no cui, or no such owner. */
  private async cuiOf({ id, firmId }: CuiOwner): Promise<string | null> {
    const { commandHandler } = this.installation;
    const { details } = firmId === null ? await commandHandler.state(firm, id) : await commandHandler.state(client, id);
    return details?.cui ?? null;
  }
}
