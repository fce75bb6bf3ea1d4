import { FairQueue, within, type Done, type Position } from '@dosar/kernel/runtime';
import type { Views } from '../reads/views';

/** How much of a party may wait is limited elsewhere: for operations, and archives. */
const TURNS = { places: 2, waiting: Infinity, dearMs: Infinity };
/** Slower views are not waited for, until they have caught up. */
const PATIENCE_MS = 500;

/**
 * Views apply events in order, so a write becomes visible after everything appended before it. A party that appends many
 * events at once may do so again only when these are visible, and others get their turns in between.
 */
export class AppendTurns {
  private readonly turns = new FairQueue(TURNS);
  private missed: Position | null = null;

  constructor(
    private readonly views: Pick<Views, 'include' | 'reach'>,
    private readonly waited: readonly string[],
  ) {}

  /** Resolves with the result of the append; the turn ends when it is visible. */
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

  get waiting(): number {
    return this.turns.waiting;
  }

  private async untilRead(position: Position): Promise<void> {
    if (this.missed !== null && !this.views.include(this.waited, this.missed)) return;
    const isRead = await within(PATIENCE_MS, this.views.reach(this.waited, position), () => false);
    this.missed = isRead ? null : position;
  }
}
