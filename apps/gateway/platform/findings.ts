import type { Logger } from 'pino';
import type { Stop } from '@dosar/kernel/runtime';

/** Which part something is wrong with, and what, in a sentence. */
export type Finding = { readonly part: string; readonly what: string };

/** What was found to be wrong: said once in the log, and in the health as long as it is so. */
export class Findings {
  private readonly found: Finding[] = [];

  constructor(private readonly logger: Pick<Logger, 'error'>) {}

  add(part: string, what: string): void {
    if (this.found.some((each) => each.part === part && each.what === what)) return;
    this.found.push({ part, what });
    this.logger.error({ part }, what);
  }

  /** Something that follows the log has stopped at an event. */
  stopped(part: string, { eventId, reason }: Stop): void {
    this.add(part, eventId === null ? `stopped: ${reason}` : `stopped at event ${eventId}: ${reason}`);
  }

  /** What is said of a part is over. */
  clear(part: string): void {
    const left = this.found.filter((each) => each.part !== part);
    this.found.splice(0, this.found.length, ...left);
  }

  of(part: string): readonly string[] {
    return this.found.filter((each) => each.part === part).map(({ what }) => what);
  }

  get all(): readonly Finding[] {
    return this.found;
  }
}
