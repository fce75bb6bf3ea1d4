import { Inject, Injectable } from '@nestjs/common';
import { hasCuiCheckDigit } from '@dosar/contracts';
import type { Asked, Tenant } from '@dosar/kernel';
import type { Owner } from '@dosar/domain/identity/unique.events';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { wrongField } from '../platform/problem';
import { Claims } from './claims';

/** Whose cui it is, and under which name it belongs to one alone. */
type Cui = {
  readonly owner: Owner;
  readonly claimOf: (cui: string) => string;
  readonly call: Call;
  readonly tenant: Tenant;
};

/** A cui belongs to one firm, or to one client of a firm. */
@Injectable()
export class Cuis {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly claims: Claims,
  ) {}

  /**
   * Does what gives its owner a cui: the new one is claimed before, and a former one is free after.
   * @throws Problem naming the cui, when it is somebody else's, or its check digit is wrong and must be right
   */
  async giving<T>(
    { owner, claimOf, call, tenant }: Cui,
    from: string | undefined,
    to: string | undefined,
    asked: Asked,
    work: () => Promise<T>,
  ): Promise<T> {
    if (to === undefined || to === from) return work();
    const { cui_check } = this.installation.access.settings();
    if (cui_check === 'enforce' && !hasCuiCheckDigit(to)) throw wrongField('cui', 'cui_check');
    await this.claims.claim(claimOf(to), owner, call, tenant, asked, 'cui');
    const done = await work();
    if (from !== undefined) await this.claims.release(claimOf(from), owner, call, tenant);
    return done;
  }

  /** Makes the cui of somebody who is gone free again. */
  async free({ owner, claimOf, call, tenant }: Cui, cui: string | undefined): Promise<void> {
    if (cui !== undefined) await this.claims.release(claimOf(cui), owner, call, tenant);
  }
}
