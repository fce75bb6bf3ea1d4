import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '../platform/access/access';
import type { Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { knownPeople } from './accounts/known-people';

/** What a caller may see of people. */
export class CallerIdentity {
  constructor(
    private readonly access: Access,
    private readonly call: Call,
  ) {}

  /** Those whom the caller may assign or talk to; of one client alone, when it is named. */
  knownPeople(clientId: string | null): string[] {
    return knownPeople(this.access, this.call.caller, clientId);
  }
}

/** What others may read of people, who are those of now. */
@Injectable()
export class IdentityReads {
  constructor(@Inject(INSTALLATION) private readonly installation: Pick<Installation, 'access'>) {}

  of(call: Call): CallerIdentity {
    return new CallerIdentity(this.installation.access, call);
  }
}
