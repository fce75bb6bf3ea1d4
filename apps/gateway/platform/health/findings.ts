import type { Logger } from 'pino';

/** A fault: the part concerned, and a sentence. */
export type Finding = { readonly part: string; readonly what: string };

/** One cause at several places: the first is named, the others are counted. */
type Counted = { readonly first: string; readonly places: Set<string> };

/** Limit of distinct places of a cause. */
const PLACES = 10_000;

/** Faults: logged once, and reported in health while they last. */
export class Findings {
  private readonly found: Finding[] = [];
  private readonly counted = new Map<string, Counted>();

  constructor(private readonly logger: Pick<Logger, 'error'>) {}

  add(part: string, what: string): void {
    if (this.found.some((each) => each.part === part && each.what === what)) return;
    this.found.push({ part, what });
    this.logger.error({ part }, what);
  }

  /** Adds a place to a cause: one sentence for all, logged again when there are ten times as many. */
  count(part: string, cause: string, place: string): void {
    const key = `${part} ${cause}`;
    const known = this.counted.get(key) ?? { first: place, places: new Set<string>() };
    this.counted.set(key, known);
    if (known.places.has(place) || known.places.size >= PLACES) return;
    const former = saidOf(cause, known);
    known.places.add(place);
    const what = saidOf(cause, known);
    const at = this.found.findIndex((each) => each.part === part && each.what === former);
    if (at < 0) this.found.push({ part, what });
    else this.found[at] = { part, what };
    if (/^10*$/.test(String(known.places.size))) this.logger.error({ part }, what);
  }

  /** Removes the faults of a part. */
  clear(part: string): void {
    const left = this.found.filter((each) => each.part !== part);
    this.found.splice(0, this.found.length, ...left);
    for (const key of [...this.counted.keys()]) if (key.startsWith(`${part} `)) this.counted.delete(key);
  }

  of(part: string): readonly string[] {
    return this.found.filter((each) => each.part === part).map(({ what }) => what);
  }

  get all(): readonly Finding[] {
    return this.found;
  }
}

const saidOf = (cause: string, { first, places }: Counted): string =>
  places.size < 2 ? `${first}: ${cause}` : `${places.size} times, first in ${first}: ${cause}`;
