import { Inject, Injectable } from '@nestjs/common';
import { PEOPLE_LIMITS } from '@dosar/contracts';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { foreign, notFound, wrongField } from '../../platform/http/problem';
import { Reads } from '../../platform/reads/reads';
import { Reservations } from '../reservations/reservations';

/** The client whose accountants are meant, given by itself or by one of its users. */
export type Assigned = { readonly clientId: string } | { readonly userId: string };

@Injectable()
export class Assignments {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly reads: Reads,
    private readonly reservations: Reservations,
  ) {}

  /** @throws Problem NOT_FOUND, also for a client the caller may not see. */
  must(call: Call, of: Assigned): AccessOf<'client'> {
    const { access } = this.installation;
    const id = 'clientId' in of ? of.clientId : (access.user(of.userId)?.clientIds[0] ?? null);
    if (id === null) throw notFound();
    const reads = this.reads.of(call);
    if ('userId' in of && !reads.client(id) && access.client(id)) throw foreign('user', of.userId, id);
    return reads.mustClient(id);
  }
  /** Changes assignments exclusively, given the client as it is then. @throws Problem */
  changing<T>(call: Call, of: Assigned, work: (client: AccessOf<'client'>) => Promise<T>): Promise<T> {
    const { id } = this.must(call, of);
    return this.reservations.holding(['members', id], async () => work(this.must(call, { clientId: id })));
  }
}

/** @throws Problem when one of these is no accountant of this firm, or when there would be too many. */
export const ofFirm = (
  installation: Installation,
  firmId: string,
  accountantIds: readonly string[],
  assigned: readonly string[],
) => {
  const max = PEOPLE_LIMITS.accountants;
  if (new Set([...assigned, ...accountantIds]).size > max)
    throw wrongField('accountant_ids', 'client_accountants', { max });
  return accountantIds.map((accountantId) => {
    const found = installation.access.user(accountantId);
    if (found?.role !== 'accountant' || found.firmId !== firmId) throw wrongField('accountant_ids', 'other_firm');
    return { accountantId, userRevision: found.placeRevision };
  });
};
