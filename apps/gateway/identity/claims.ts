import { Inject, Injectable } from '@nestjs/common';
import type { Asked, Tenant } from '@dosar/kernel';
import { askedOnce, isRefusal } from '@dosar/kernel';
import { clientCui, firmCui } from '@dosar/domain/identity/unique.events';
import { client } from '@dosar/domain/identity/client.decider';
import { firm } from '@dosar/domain/identity/firm.decider';
import { CLAIM_WITHOUT_OWNER_MS, unique } from '@dosar/domain/identity/unique.decider';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { taken } from '../platform/problem';

export type Owner = { readonly type: 'firm' | 'client'; readonly id: string };

/** Values that may belong to one thing only. The claim comes first; one whose owner was never made is void after a minute. */
@Injectable()
export class Claims {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem ALREADY_EXISTS when it is somebody else's. */
  async claim(value: string, owner: Owner, call: Call, tenant: Tenant, asked: Asked, field: string): Promise<void> {
    const { desk } = this.installation;
    for (const part of ['claim', 'claim again']) {
      const own = asked.part(part);
      const origin = call.origin(tenant, own.cause);
      const outcome = await desk.submit(unique, value, { type: 'Claim', data: owner }, own, origin);
      if (!isRefusal(outcome)) return;
      if (!(await this.isVoid(value))) break;
      const { owner: former } = await desk.state(unique, value);
      if (former) await desk.submit(unique, value, { type: 'Release', data: former }, askedOnce(), origin);
    }
    throw taken(field);
  }

  /** Gives up what was this owner's. */
  async release(value: string, owner: Owner, call: Call, tenant: Tenant): Promise<void> {
    const asked = askedOnce();
    const origin = call.origin(tenant, asked.cause);
    await this.installation.desk.submit(unique, value, { type: 'Release', data: owner }, asked, origin);
  }

  private async isVoid(value: string): Promise<boolean> {
    const { desk } = this.installation;
    const { owner, since } = await desk.state(unique, value);
    if (!owner || since === null || Date.now() - Date.parse(since) < CLAIM_WITHOUT_OWNER_MS) return false;
    if (owner.type === 'firm') {
      const { details } = await desk.state(firm, owner.id);
      return details === null || firmCui(details.cui) !== value;
    }
    const { details } = await desk.state(client, owner.id);
    return details === null || clientCui(details.firmId, details.cui) !== value;
  }
}
