import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { isOutage, putRequested, readRequested, type RequestedDestruction } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { Destruction } from './destruction';

const LOOK_MS = 1_000;

type Answer = Pick<RequestedDestruction, 'lines' | 'refusal'>;

/** Carries out requests about keys of personal data that an operator left in the vault, and stores the results there. */
@Injectable()
export class Destructions implements Job {
  readonly failure = 'what an operator wants to be destroyed is not looked for any more';

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly destruction: Destruction,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(LOOK_MS, undefined, { signal }).catch(() => undefined))
      await this.doAll(signal).catch((error: unknown) => {
        // the request stays in the vault, and is carried out after the outage
        if (!signal.aborted && !isOutage(error))
          this.installation.logger.error({ err: error }, 'a key is not destroyed yet');
      });
  }

  private async doAll(signal: AbortSignal): Promise<void> {
    const { vault } = this.installation.ports;
    for (const [name, asked] of Object.entries(await readRequested(vault))) {
      if (asked.lines || asked.refusal) continue;
      await putRequested(vault, name, { ...asked, ...(await this.answerTo(name, asked, signal)) });
    }
  }

  private async answerTo(name: string, { step }: RequestedDestruction, signal: AbortSignal): Promise<Answer> {
    if (step === 'carry') {
      const count = await this.destruction.carry(name);
      return { lines: [`${count} folders and files are carried into this year.`] };
    }
    const { lines, refusal } = await this.destruction.goingWith(name);
    if (step === 'look') return { lines: [...lines, refusal ?? `Nothing stands in the way of destroying ${name}.`] };
    const refused = await this.destruction.destroy(name, signal);
    return refused === null
      ? { lines: [...lines, `${name} is destroyed, and what was computed of what it opened is in no file any more.`] }
      : { refusal: refused };
  }
}
