import type { Findings } from '../platform/health/findings';

const MINUTE = 60_000;
const LONGEST_MS = 60 * MINUTE;

type Rest = { readonly failures: number; readonly until: number; readonly why: string };

/** Removes addresses, which identify people. */
const withoutAddresses = (text: string): string =>
  text
    .split(/([\s<>])/)
    .map((word) => (word.includes('@') ? '…' : word))
    .join('');

/** Backoff for people whose mail failed, longer each time; reported in health. */
export class MailBackoff {
  private readonly resting = new Map<string, Rest>();
  private said = '';

  constructor(private readonly findings: Pick<Findings, 'add' | 'clear'>) {}

  isOver = (userId: string, now: number): boolean => (this.resting.get(userId)?.until ?? 0) <= now;

  people = (): readonly string[] => [...this.resting.keys()];

  worked(userId: string): void {
    this.resting.delete(userId);
  }

  failed(userId: string, { message }: Error, now: number): void {
    const failures = (this.resting.get(userId)?.failures ?? 0) + 1;
    const rest = Math.min(MINUTE * 2 ** (failures - 1), LONGEST_MS);
    this.resting.set(userId, { failures, until: now + rest, why: withoutAddresses(message) });
  }

  /** `due`: people with due mail; the others are forgotten. */
  say(due: ReadonlySet<string>): void {
    for (const userId of this.resting.keys()) if (!due.has(userId)) this.resting.delete(userId);
    const why = [...this.resting.values()].at(-1)?.why;
    const now = why === undefined ? '' : `digests to ${this.resting.size} people wait to be mailed: ${why}`;
    if (now === this.said) return;
    this.findings.clear('mail');
    if (now !== '') this.findings.add('mail', now);
    this.said = now;
  }
}
