import { Inject, Injectable } from '@nestjs/common';
import type { ProblemCode } from '@dosar/contracts';
import { pauseUntil, Unavailable, type Done } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Started } from './bulk-commands';

/** How often it is checked whether a held operation can be continued. */
const LOOK_MS = 1_000;

class Held extends Unavailable {
  constructor() {
    super('another process is at the operation, or others that were interrupted come first');
  }
}

/** Runs an operation; with a code, everything left fails for that reason. */
type Run = (refusal: ProblemCode | null) => Promise<Done[]>;

/** Operations are resumed after a start: one that crashes the process each time is ended. */
@Injectable()
export class BulkTries {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Unavailable while it is held */
  async run(operationId: string, kind: Started['kind'], run: Run): Promise<Done[]> {
    const { operation } = this.installation.tries;
    const tried = await operation.run(operationId, operationId, () => run(null));
    if (tried === 'held') throw new Held();
    if (tried !== 'given_up') return tried.ended;
    const done = await run(kind === 'extract_zip' ? 'ZIP_UNSAFE' : 'INTERNAL_ERROR');
    await operation.forget(operationId);
    return done;
  }

  /** Resumes operations one after the other; held ones come later. */
  async resume(
    interrupted: readonly { readonly id: string }[],
    goOn: (id: string) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    for (let left = interrupted; left.length > 0 && !signal.aborted;) {
      const held: { readonly id: string }[] = [];
      for (const { id } of left) {
        if (signal.aborted) return;
        try {
          await goOn(id);
        } catch (error) {
          if (error instanceof Held) held.push({ id });
          else this.installation.logger.error({ err: error, operation: id }, 'an operation could not be gone on with');
        }
      }
      if (held.length > 0) await pauseUntil(signal, LOOK_MS);
      left = held;
    }
  }
}
