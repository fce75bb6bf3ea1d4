import type { Logger } from 'pino';

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
