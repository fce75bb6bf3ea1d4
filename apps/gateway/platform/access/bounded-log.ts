import type { Logger } from 'pino';

const EVERY_MS = 60_000;
const MOST = 10;
const SOURCES = 10_000;

type Minute = { readonly since: number; readonly about: object; readonly text: string; count: number };

/** Warnings that callers can cause: ten a minute for each source, then a count of the rest. */
export class BoundedLog {
  private readonly minutes = new Map<string, Minute>();

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /** @param source each source has its own count; `about` stays the same for it. */
  warn(source: string, about: object, line: object, text: string): void {
    const now = Date.now();
    let minute = this.minutes.get(source);
    if (!minute || now - minute.since >= EVERY_MS) {
      this.end(source);
      if (this.minutes.size >= SOURCES) this.end(this.minutes.keys().next().value!);
      this.minutes.set(source, (minute = { since: now, about, text, count: 0 }));
    }
    minute.count += 1;
    if (minute.count <= MOST) this.logger.warn({ ...about, ...line }, text);
  }

  /** Logs the counts of minutes that are over. */
  look(now = Date.now()): void {
    for (const [source, { since }] of this.minutes) if (now - since >= EVERY_MS) this.end(source);
  }

  private end(source: string): void {
    const minute = this.minutes.get(source);
    this.minutes.delete(source);
    if (minute && minute.count > MOST) this.logger.warn({ ...minute.about, more: minute.count - MOST }, minute.text);
  }
}
