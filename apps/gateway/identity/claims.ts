import { Inject, Injectable } from '@nestjs/common';
import { askedOnce, isRefusal, newId, type Asked, type Done, type Position, type Tenant } from '@dosar/kernel';
import { clientCui, firmCui, type Owner } from '@dosar/domain/identity/unique.events';
import { client } from '@dosar/domain/identity/client.decider';
import { firm } from '@dosar/domain/identity/firm.decider';
import { CLAIM_WITHOUT_OWNER_MS, unique } from '@dosar/domain/identity/unique.decider';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { Problem, taken } from '../platform/problem';

/** So often, and so long in between, somebody asks for what another call has just now. */
const TURNS = 100;
const TURN_MS = 50;
const nobodys: Tenant = { firmId: null, clientId: null };

/** Values that may belong to one thing only. The claim comes first; one whose owner was never made is void after a minute. */
@Injectable()
export class Claims {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem ALREADY_EXISTS when it is somebody else's. */
  async claim(value: string, owner: Owner, call: Call, tenant: Tenant, asked: Asked, field: string): Promise<void> {
    if ((await this.take(value, owner, call, tenant, asked)) === null) throw taken(field);
  }

  /**
   * Does something while nobody else, at whatever gateway, does what needs the same. Told is since when.
   * @throws Problem CONFLICT when it was never free.
   */
  async holding<T>(value: string, call: Call, work: (since: Position) => Promise<T>): Promise<T> {
    const owner: Owner = { type: 'call', id: newId() };
    for (let turn = 0; turn < TURNS; turn += 1) {
      const claimed = await this.take(value, owner, call, nobodys, askedOnce());
      if (claimed)
        // one that cannot be given up now is void after a minute
        return work(claimed.position!).finally(() => this.release(value, owner, call, nobodys).catch(() => undefined));
      await new Promise((go) => setTimeout(go, Math.random() * 2 * TURN_MS));
    }
    throw new Problem('CONFLICT');
  }

  /** Gives up what was this owner's. */
  async release(value: string, owner: Owner, call: Call, tenant: Tenant): Promise<void> {
    const asked = askedOnce();
    const origin = call.origin(tenant, asked.cause);
    await this.installation.desk.submit(unique, value, { type: 'Release', data: owner }, asked, origin);
  }

  /** @returns null when it is somebody else's. */
  private async take(value: string, owner: Owner, call: Call, tenant: Tenant, asked: Asked): Promise<Done | null> {
    const { desk } = this.installation;
    for (const part of ['claim', 'claim again']) {
      const own = asked.part(part);
      const origin = call.origin(tenant, own.cause);
      const outcome = await desk.submit(unique, value, { type: 'Claim', data: owner }, own, origin);
      if (!isRefusal(outcome)) return outcome;
      if (!(await this.isVoid(value))) return null;
      const { owner: former } = await desk.state(unique, value);
      if (former) await desk.submit(unique, value, { type: 'Release', data: former }, askedOnce(), origin);
    }
    return null;
  }

  private async isVoid(value: string): Promise<boolean> {
    const { desk } = this.installation;
    const { owner, since } = await desk.state(unique, value);
    if (!owner || since === null || Date.now() - Date.parse(since) < CLAIM_WITHOUT_OWNER_MS) return false;
    if (owner.type === 'call') return true;
    if (owner.type === 'firm') {
      const { details } = await desk.state(firm, owner.id);
      return details === null || firmCui(details.cui) !== value;
    }
    const { details } = await desk.state(client, owner.id);
    return details === null || clientCui(details.firmId, details.cui) !== value;
  }
}
