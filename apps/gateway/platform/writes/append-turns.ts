import { FairQueue, within, type Done, type Position } from '@dosar/kernel/runtime';
import type { Views } from '../reads/views';

/** How much of a party waits is bounded where it is begun: operations, and archives. */
const TURNS = { places: 2, waiting: Infinity, dearMs: Infinity };
/** Views that take longer do not follow now: nobody waits for them until they have come so far. */
const PATIENCE_MS = 500;

/**
 * Views take what was appended one after the other: what somebody writes is seen after all that was appended before it.
 * So who appends many events at once does so again only when these can be read, and others have their turn in between.
 */
export class AppendTurns {
  private readonly turns = new FairQueue(TURNS);
  private missed: Position | null = null;

  constructor(
    private readonly views: Pick<Views, 'include' | 'reach'>,
    private readonly waited: readonly string[],
  ) {}

  /** Resolves with what was appended; its turn is over when that can be read. */
  take(party: string, append: () => Promise<Done>): Promise<Done> {
    return new Promise((resolve, reject) => {
      const work = async () => {
        const appending = append();
        appending.then(resolve, reject);
        const { position } = await appending;
        if (position !== null) await this.untilRead(position);
      };
      this.turns.run(party, work).catch(reject);
    });
  }

  private async untilRead(position: Position): Promise<void> {
    if (this.missed !== null && !this.views.include(this.waited, this.missed)) return;
    const isRead = await within(PATIENCE_MS, this.views.reach(this.waited, position), () => false);
    this.missed = isRead ? null : position;
  }
}
