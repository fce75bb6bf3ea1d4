import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '../platform/access/access';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { knownPeople } from './accounts/known-people';

/** What a caller may see of other users. */
export class CallerIdentity {
  constructor(
    private readonly access: Access,
    private readonly call: Call,
  ) {}

  /** The people the caller may assign or write to; limited to one client, when it is given. */
  knownPeople(clientId: string | null): string[] {
    return knownPeople(this.access, this.call.caller, clientId);
  }
}

/** What other contexts may read of users, always as of now. */
@Injectable()
export class IdentityReads {
  constructor(@Inject(INSTALLATION) private readonly installation: Pick<Installation, 'access'>) {}

  of(call: Call): CallerIdentity {
    return new CallerIdentity(this.installation.access, call);
  }
}
