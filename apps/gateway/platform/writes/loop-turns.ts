import { Injectable } from '@nestjs/common';
import { FairQueue } from '@dosar/kernel/runtime';
import type { Call } from '../access/call';
import { networkOf } from '../connections/network';
import { partyOf } from '../access/party';

/** Of calls nobody has too many waiting: how many may come is a matter of rates. */
const TURNS = { places: 2, waiting: Infinity, dearMs: Infinity };

const nextTurn = () => new Promise<void>((go) => setImmediate(go));

/** Calls begin one of a company in a turn of the loop: those of another do not wait for all that came before. */
@Injectable()
export class LoopTurns {
  private readonly turns = new FairQueue(TURNS);

  /** Resolves when the call may begin. */
  mayBegin({ actor, ip }: Pick<Call, 'actor' | 'ip'>): Promise<void> {
    const party = actor ? partyOf(actor) : networkOf(ip);
    return new Promise((go, refuse) => {
      const work = () => {
        go();
        return nextTurn();
      };
      this.turns.run(party, work).catch(refuse);
    });
  }
}
