import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { hmac, newId } from '@dosar/kernel/runtime';
import { client } from '@dosar/domain/identity/client.decider';
import { firm } from '@dosar/domain/identity/firm.decider';
import { user } from '@dosar/domain/identity/user.decider';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';

/** How often, and at which interval, a call tries to get a value that another call holds. */
const TURNS = 100;
const TURN_MS = 50;
/** A reservation whose owner does not have the value, as after a crash, is void after this time. */
const WITHOUT_OWNER_MS = 60_000;

/** The owner of a value, and since when (ISO 8601). Calls own values only while they run. */
type Reservation = { readonly owner: string; readonly at: string };

/** Prefix of reservations in the vault. */
export const RESERVATIONS = 'reservation/';

/** A value that only one thing may have: its kind, and the value in parts. */
export type Unique = readonly [
  kind: 'email' | 'firm-cui' | 'client-cui' | 'administrators' | 'members' | 'auditors',
  ...value: string[],
];

const read = (kept: string | null): Reservation | null => (kept === null ? null : (JSON.parse(kept) as Reservation));

/** Unique values, in the vault by their HMAC: reserved before their owner's event. */
@Injectable()
export class Reservations {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private get vault() {
    return this.installation.ports.vault;
  }

  private placeOf([kind, ...value]: Unique): string {
    return `${RESERVATIONS}${kind}/${hmac(this.installation.keys.reservations, kind, ...value)}`;
  }

  /** Whether the value really belongs to the reservation's owner, according to the log. */
  private async isTheirs([kind, ...value]: Unique, owner: string): Promise<boolean> {
    const { commandHandler } = this.installation;
    if (kind === 'administrators' || kind === 'members' || kind === 'auditors') return false;
    if (kind === 'email') return (await commandHandler.state(user, owner)).email?.toLowerCase() === value[0];
    if (kind === 'firm-cui') return (await commandHandler.state(firm, owner)).details?.cui === value[0];
    const { details } = await commandHandler.state(client, owner);
    return details !== null && details.firmId === value[0] && details.cui === value[1];
  }

  /** Reserves a value. @returns false when it belongs to somebody else */
  async take(unique: Unique, owner: string): Promise<boolean> {
    const place = this.placeOf(unique);
    const mine = JSON.stringify({ owner, at: new Date().toISOString() } satisfies Reservation);
    for (;;) {
      const kept = await this.vault.get(place);
      const found = read(kept);
      if (found === null) {
        if (await this.vault.putIfAbsent(place, mine)) return true;
        continue;
      }
      if (found.owner === owner) return true;
      const isYoung = Date.now() - Date.parse(found.at) < WITHOUT_OWNER_MS;
      if (isYoung || (await this.isTheirs(unique, found.owner))) return false;
      if (await this.vault.replaceIf(place, kept!, mine)) return true;
    }
  }

  /** The owner; null: none. */
  async ownerOf(unique: Unique): Promise<string | null> {
    return read(await this.vault.get(this.placeOf(unique)))?.owner ?? null;
  }

  /** Releases a value of this owner. */
  async release(unique: Unique, owner: string): Promise<void> {
    if ((await this.ownerOf(unique)) === owner) await this.vault.remove(this.placeOf(unique));
  }

  /** Restores a reservation that was lost, or that an older vault has for a former owner. */
  async restore(unique: Unique, owner: string): Promise<void> {
    const place = this.placeOf(unique);
    const mine = JSON.stringify({ owner, at: new Date().toISOString() } satisfies Reservation);
    for (;;) {
      const kept = await this.vault.get(place);
      if (read(kept)?.owner === owner) return;
      // the view may lag, so the log is asked
      if (kept !== null && !(await this.isTheirs(unique, owner))) return;
      const isDone = kept === null ? this.vault.putIfAbsent(place, mine) : this.vault.replaceIf(place, kept, mine);
      if (await isDone) return;
    }
  }

  /**
   * Runs work exclusively among all gateways, after everything written by the previous holders is known here: what it counts
   * or finds is still true when it appends. Whoever needs several takes 'members' first.
   * @throws Problem CONFLICT when it was never free
   */
  async holding<T>(unique: Unique, work: () => Promise<T>): Promise<T> {
    const call = newId();
    for (let turn = 0; turn < TURNS; turn += 1) {
      if (await this.take(unique, call))
        // if it cannot be released now it is void after a minute
        return this.atHead(work).finally(() => this.release(unique, call).catch(() => undefined));
      await pause(Math.random() * 2 * TURN_MS);
    }
    throw new Problem('CONFLICT');
  }
  private async atHead<T>(work: () => Promise<T>): Promise<T> {
    const { access, ports } = this.installation;
    const head = await ports.events.head();
    if (head !== null) await access.reach(head);
    return work();
  }
}
