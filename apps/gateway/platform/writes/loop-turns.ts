import { Injectable } from '@nestjs/common';
import { FairQueue } from '@dosar/kernel/runtime';
import type { Call } from '../access/call';
import { networkOf } from '../connections/network';
import { partyOf } from '../access/party';

/** Calls may wait without limit: their number is bounded by rates. */
const TURNS = { places: 2, waiting: Infinity, dearMs: Infinity };

const nextTurn = () => new Promise<void>((go) => setImmediate(go));

/** In each turn of the event loop one call of a company begins, so that calls of others do not wait for all of them. */
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
