import { Inject, Injectable } from '@nestjs/common';
import { PEOPLE_LIMITS, type Role } from '@dosar/contracts';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import { isAdministrator } from '@dosar/domain/identity/user-state';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem, wrongField } from '../../platform/http/problem';
import { Reservations } from '../reservations/reservations';

export type Account = AccessOf<'user'>;
/** Firm or client of an account, depending on its role. */
export type AccountPlace = {
  readonly role: Role;
  readonly firm_id?: string | undefined;
  readonly client_id?: string | undefined;
};
export type Membership = { readonly firmId: string | null; readonly clientIds: readonly string[] };

/** Common to all changes of accounts. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly reservations: Reservations,
  ) {}

  /** @throws Problem NOT_FOUND */
  must(id: string): Account {
    const found = this.installation.access.user(id);
    if (!found) throw notFound();
    return found;
  }

  /** The clients that an accountant is assigned to. */
  assignments(id: string): readonly string[] {
    return this.installation.access.assignments(id);
  }

  /**
   * The firm and clients of an account with that role. `id`: of an existing account. @throws Problem when the given fields
   * do not go with the role, or are unknown.
   */
  placeOf({ role, firm_id, client_id }: AccountPlace, id = ''): Membership {
    const { access } = this.installation;
    if (firm_id !== undefined && role !== 'accountant') throw wrongField('firm_id', 'other_role');
    if (client_id !== undefined && role !== 'user') throw wrongField('client_id', 'other_role');
    if (role === 'accountant') {
      if (firm_id === undefined) throw wrongField('firm_id', 'required');
      if (!access.firm(firm_id)) throw wrongField('firm_id', 'unknown_id');
      return { firmId: firm_id, clientIds: [] };
    }
    if (role === 'admin' || role === 'auditor') return { firmId: null, clientIds: [] };
    if (client_id === undefined) throw wrongField('client_id', 'required');
    if (!access.client(client_id)) throw wrongField('client_id', 'unknown_id');
    const users = access.usersOfClient(client_id);
    const max = PEOPLE_LIMITS.users;
    if (users.length >= max && !users.includes(id)) throw wrongField('client_id', 'client_users', { max });
    return { firmId: null, clientIds: [client_id] };
  }

  /**
   * Runs work that puts an account into a firm or client, which exists and has room meanwhile.
   * @throws Problem as `placeOf` does
   */
  placing<T>(wanted: AccountPlace, id: string, work: (place: Membership) => Promise<T>): Promise<T> {
    const { firmId, clientIds } = this.placeOf(wanted, id);
    const joined = clientIds[0] ?? firmId;
    if (joined === null) return work({ firmId, clientIds });
    return this.reservations.holding(['members', joined], async () => work(this.placeOf(wanted, id)));
  }

  /**
   * Runs work that may remove an administrator: of two who remove each other, at any gateways, one stays.
   * @throws Problem LAST_ADMINISTRATOR
   */
  async keepingOne<T>(id: string, isRemoved: boolean, work: (anotherStays: boolean) => Promise<T>): Promise<T> {
    const { access } = this.installation;
    const before = access.user(id);
    if (!isRemoved || !before || !isAdministrator(before)) return work(false);
    return this.reservations.holding(['administrators'], () => {
      const others = access.administrators().filter((each) => isAdministrator(each) && each.id !== id);
      if (others.length === 0) throw new Problem('LAST_ADMINISTRATOR');
      return work(true);
    });
  }
}
