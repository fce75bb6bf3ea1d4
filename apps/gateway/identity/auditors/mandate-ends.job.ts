import { Inject, Injectable } from '@nestjs/common';
import type { MandateEnd } from '@dosar/contracts';
import type { AccessOf } from '@dosar/domain/identity/access.projector';
import { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { Problem } from '../../platform/http/problem';
import { Writes } from '../../platform/writes/writes';
import { endedWith } from './end-mandate';

/** What is over is written down within a second; nobody is let in by it meanwhile. */
const LOOK_MS = 500;

/** Mandates end with their time, with their firm or clients, and with the account. */
@Injectable()
export class MandateEnds implements Job {
  readonly failure = 'mandates that are over could not be ended';

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look().catch((err: unknown) => this.installation.logger.error({ err }, this.failure));
      await pause(LOOK_MS, signal);
    }
  }

  /** Ends those that are over. */
  async look(): Promise<void> {
    for (const person of this.installation.access.auditors()) {
      const why = this.whyOver(person);
      if (why) await this.end(person, why);
    }
  }

  private whyOver({ status, mandate }: AccessOf<'user'>): MandateEnd | null {
    if (!mandate) return null;
    if (status === 'deleted') return 'account';
    if (Date.parse(mandate.until) <= Date.now()) return 'time';
    return this.installation.access.hasScope(mandate) ? null : 'scope';
  }

  private async end({ id: userId, mandate }: AccessOf<'user'>, why: MandateEnd): Promise<void> {
    const { id } = mandate!;
    const write = this.writes.once(Call.ofInstallation(`mandate ${id} ${why}`));
    try {
      await endedWith(write, this.installation.access, { id, userId, why });
    } catch (error) {
      // another gateway, or an administrator, was quicker
      if (!(error instanceof Problem)) throw error;
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms).unref();
    signal.addEventListener('abort', done, { once: true });
  });
