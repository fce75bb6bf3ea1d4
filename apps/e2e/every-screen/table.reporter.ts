import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Found } from './checks';

/** One line for each thing that was found, with the screens and the looks in which it was, and a table of how much was looked at. */
export default class Table implements Reporter {
  private readonly looks: object[] = [];
  private readonly found = new Map<string, Set<string>>();

  onTestEnd({ title }: TestCase, { attachments, duration }: TestResult): void {
    const body = attachments.find(({ name }) => name === 'every-screen')?.body;
    if (!body) return;
    const { seen, found } = JSON.parse(body.toString()) as { seen: string[]; found: Found[] };
    this.looks.push({ look: title, screens: seen.length, found: found.length, seconds: Math.round(duration / 1000) });
    for (const { screen, kind, what } of found) {
      const line = `${kind}: ${what}`;
      this.found.set(line, (this.found.get(line) ?? new Set()).add(`${screen} (${title})`));
    }
  }

  onEnd(): void {
    if (this.looks.length === 0) return;
    for (const [line, places] of [...this.found].sort(([one], [other]) => one.localeCompare(other))) {
      const some = [...places].slice(0, 3).join('; ');
      process.stdout.write(`${line}\n    ${places.size > 3 ? `${places.size} times: ` : ''}${some}\n`);
    }
    console.table(this.looks);
    process.stdout.write(`${this.found.size} different findings; the pictures are in test-results/every-screen\n`);
  }
}
