import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Measured } from './measure';

/** Of all deeds one table: what was pressed, how long it took, and what it may take. */
export default class Table implements Reporter {
  private readonly lines = new Map<string, object>();

  onTestEnd({ title }: TestCase, { status, annotations, error }: TestResult): void {
    const noted = annotations.find(({ type }) => type === 'deed')?.description;
    const measured = noted === undefined ? {} : (JSON.parse(noted) as Measured);
    this.lines.set(title, { ...measured, is: status === 'passed' ? 'within' : 'NOT' });
    if (error) console.error(`${title}: ${error.message ?? ''}`);
  }

  onEnd(): void {
    console.table(Object.fromEntries(this.lines));
  }

  printsToStdio(): boolean {
    return true;
  }
}
